import { ExplanationJson, IssueLabelsJson } from "../../clients/mappings/explanation/json.ts";
import { MappingJson, MappingListJson, NewMappingJson } from "../../clients/mappings/json.ts";
import { MappingPreviewJson } from "../../clients/mappings/preview/json.ts";
import { clientExample, mappingExample } from "../examples.ts";
import type { Route } from "../operation.ts";
import { idOf, pageParameters, query, text } from "../parameters.ts";

const mapping = idOf("the mapping", 7);
const named = { id: clientExample.id, name: clientExample.name };
const wanted = { label_pattern: "client:globex", client_id: 3 };

/** Label mappings (spec 4.5). */
export const mappingRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/label-mappings",
    id: "listLabelMappings",
    svc: "svc mappings list --client Globex",
    tag: "Label mappings",
    summary: "List label mappings",
    description: "In the order in which they were made.",
    parameters: [
      query("label", "Only mappings of this label, compared exactly.", text(1024), "client:globex"),
      query(
        "client_id",
        "Only mappings that lead to the client with this id.",
        { type: "string", pattern: "^[1-9][0-9]{0,9}$", maxLength: 10 },
        "3",
      ),
      query(
        "repository",
        "Only mappings of this repository, compared without case; `none` for the global ones.",
        {
          type: "string",
          pattern: "^(none|[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100})$",
          maxLength: 201,
        },
        "acme/web",
      ),
      ...pageParameters,
    ],
    query: "?client_id=3",
    answer: {
      status: 200,
      description: "A page of the list.",
      headers: ["Link"],
      json: { schema: MappingListJson, example: { data: [mappingExample], next_cursor: null } },
    },
  },
  {
    method: "post",
    path: "/api/v1/label-mappings",
    id: "createLabelMapping",
    svc: "svc mappings create --label client:globex --client Globex",
    tag: "Label mappings",
    summary: "Make a label mapping",
    description:
      "For admins. It holds for entries that are made from now on; what is recorded keeps its client. One label may lead to several clients: the first label of an issue that leads to an active client decides, and the confirmation tells of the others. A mapping that stands already is answered with 409 and its address in `Location`.",
    body: { schema: NewMappingJson, description: "The label and where it leads.", example: wanted },
    answer: {
      status: 201,
      description: "The mapping, and its address in `Location`.",
      headers: ["Location"],
      json: { schema: MappingJson, example: mappingExample },
    },
    codes: ["admin_only", "mapping_exists"],
  },
  {
    method: "get",
    path: "/api/v1/label-mappings/{id}",
    id: "getLabelMapping",
    svc: "svc api label-mappings/7",
    tag: "Label mappings",
    summary: "Read a label mapping",
    description: "With the client it leads to, as it is now.",
    parameters: [mapping],
    answer: {
      status: 200,
      description: "The mapping.",
      json: { schema: MappingJson, example: mappingExample },
    },
    codes: ["mapping_not_found"],
  },
  {
    method: "delete",
    path: "/api/v1/label-mappings/{id}",
    id: "deleteLabelMapping",
    svc: "svc mappings delete 7 --yes",
    tag: "Label mappings",
    summary: "Delete a label mapping",
    description: "For admins. What it attributed stays so.",
    parameters: [mapping],
    answer: { status: 204, description: "It is deleted." },
    codes: ["admin_only", "mapping_not_found"],
  },
  {
    method: "post",
    path: "/api/v1/label-mappings/preview",
    id: "previewLabelMapping",
    svc: "svc mappings preview --label client:globex --client Globex",
    tag: "Label mappings",
    summary: "Try a label mapping",
    description:
      "What the mapping would do, without making it: which entries of the last 90 days it would have matched, which other mappings it meets, and for a label that was never seen the one that may be meant. Nothing is written; every member may ask.",
    body: { schema: NewMappingJson, description: "The mapping to try.", example: wanted },
    answer: {
      status: 200,
      description: "What it would do.",
      json: {
        schema: MappingPreviewJson,
        example: {
          matches: {
            since: "2026-08-24",
            time: { entries: 14, minutes: 1860, without_client: 14 },
            plan: { entries: 2, minutes: 960, without_client: 2 },
          },
          label_alone: {
            before: { client: null, ambiguous: false },
            after: { client: named, ambiguous: false },
          },
          label_seen: true,
          closest_label: null,
          conflicts: [],
          notes: [
            {
              code: "new_entries_only",
              message: "It holds for entries that are made from now on; those above stay as they are.",
            },
          ],
        },
      },
    },
  },
  {
    method: "post",
    path: "/api/v1/label-mappings/explain",
    id: "explainLabels",
    svc: "svc mappings explain --repo acme/web --label type:bugfix --label client:globex",
    tag: "Label mappings",
    summary: "Ask where labels lead",
    description:
      "Which client an entry on an issue with these labels would be attributed to now, and what becomes of every mapping on the way. Nothing is written; every member may ask.",
    body: {
      schema: IssueLabelsJson,
      description: "An issue as it could be.",
      example: { repository: "acme/web", labels: ["type:bugfix", "client:globex"] },
    },
    answer: {
      status: 200,
      description: "The decision, and how it comes about.",
      json: {
        schema: ExplanationJson,
        example: {
          client: named,
          ambiguous: false,
          message: 'Globex, by mapping 7 of "client:globex".',
          labels: [
            { label: "type:bugfix", mappings: [] },
            { label: "client:globex", mappings: [{ mapping: mappingExample, outcome: "wins" }] },
          ],
        },
      },
    },
  },
];
