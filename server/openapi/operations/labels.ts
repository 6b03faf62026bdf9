import { SeenLabelListJson } from "../../entries/labels/json.ts";
import { CommentTextJson, ParsedCommentJson } from "../../entries/parse/json.ts";
import type { Route } from "../operation.ts";
import { pageParameters, query, text } from "../parameters.ts";

/** What there is to filter by, and what svc makes of a comment. */
export const labelRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/labels",
    id: "listLabels",
    svc: "svc labels --prefix wbso:",
    tag: "Labels and commands",
    summary: "List labels",
    description:
      "The labels that were ever seen on an entry, in the order of their bytes, with what stands under each. There is no register of labels: any text is one, and it is here once an entry has it.",
    parameters: [
      query(
        "prefix",
        "Only labels that begin so. Taken literally; unlike `label_prefix` it finds labels without a colon too.",
        text(1024),
        "wbso:",
      ),
      ...pageParameters,
    ],
    query: "?prefix=wbso:",
    answer: {
      status: 200,
      description: "A page of the list.",
      headers: ["Link"],
      json: {
        schema: SeenLabelListJson,
        example: {
          data: [
            {
              label: "wbso:dev",
              time: { entries: 214, minutes: 38_520 },
              plan: { entries: 31, minutes: 14_880 },
            },
          ],
          next_cursor: null,
        },
      },
    },
  },
  {
    method: "post",
    path: "/api/v1/parse",
    id: "parseComment",
    svc: 'svc parse "/log 1u30 2026-10-05 fixed the Safari checkout"',
    tag: "Labels and commands",
    summary: "Try a comment",
    description:
      "What svc would make of a comment, by the very code that reads those on issues. Nothing is recorded. With one problem none of the commands would count, as it is on issues.",
    body: {
      schema: CommentTextJson,
      description: "The comment, as if posted now.",
      example: { text: "/log 1u30 2026-10-05 fixed the Safari checkout" },
    },
    answer: {
      status: 200,
      description: "The commands, or what is wrong with them.",
      json: {
        schema: ParsedCommentJson,
        example: {
          commands: [
            { kind: "time", minutes: 90, worked_on: "2026-10-05", note: "fixed the Safari checkout" },
          ],
          problems: [],
        },
      },
    },
  },
];
