import { type Static, Type } from "@sinclair/typebox";
import { NamedClientJson } from "../../json.ts";
import { type MappingFacts, mappingJson, MappingJson } from "../json.ts";
import { longestPattern } from "../mapping.ts";
import type { Conflict, Lead } from "./findings.ts";
import type { Note } from "./notes.ts";

const described = (description: string) => ({ additionalProperties: false, description });

const Count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] });

const Matched = (what: string) =>
  Type.Object(
    {
      entries: Count(`How many ${what} would have matched.`, 14),
      minutes: Count("What they add up to, in minutes.", 1860),
      without_client: Count("How many of them have no client now.", 14),
    },
    described(`The ${what} that would have matched. Those that a correction superseded do not count.`),
  );

const Lead = (description: string) =>
  Type.Object(
    {
      client: Type.Union([NamedClientJson, Type.Null()], { description: "The client; null for none." }),
      ambiguous: Type.Boolean({ description: "Whether another active client matches as well (spec 7.1.4)." }),
    },
    described(description),
  );

const words = <W extends string>(description: string, ...all: W[]) =>
  Type.Union(
    all.map((word) => Type.Literal(word)),
    { description },
  );

/** What a mapping would do, before it is made. Nothing is written. */
export const MappingPreviewJson = Type.Object(
  {
    matches: Type.Object(
      {
        since: Type.String({
          format: "date",
          description: "The first of the 90 days of work that are looked at, today being the last.",
          examples: ["2026-08-24"],
        }),
        time: Matched("time entries"),
        plan: Matched("plans"),
      },
      described(
        "The entries that carry the label. Of a global mapping those are left out whose repository has a mapping of its own.",
      ),
    ),
    label_alone: Type.Object(
      { before: Lead("As it is."), after: Lead("With the mapping.") },
      described("Where an issue leads whose only mapped label is this one."),
    ),
    label_seen: Type.Boolean({ description: "Whether any entry ever carried the label." }),
    closest_label: Type.Union([Type.String({ maxLength: longestPattern }), Type.Null()], {
      description: "For a label never seen: one that was, and that may be meant.",
      examples: ["client:acme"],
    }),
    conflicts: Type.Array(
      Type.Object(
        {
          kind: words(
            "`exists`: the same mapping stands already. `other_client`: the label leads to another client in the same place. `shadows`: this one takes the place of a global one in its repository. `shadowed`: a repository's own takes the place of this one there.",
            "exists",
            "other_client",
            "shadows",
            "shadowed",
          ),
          mapping: MappingJson,
          message: Type.String({ description: "What comes of it." }),
        },
        described("A mapping of the same label, and what comes of the two together."),
      ),
      { description: "Mappings of the same label that it meets." },
    ),
    notes: Type.Array(
      Type.Object(
        {
          code: words(
            "What the note is about.",
            "exact_match",
            "new_entries_only",
            "label_never_seen",
            "repository_never_seen",
            "client_deactivated",
          ),
          message: Type.String({ description: "The note." }),
        },
        described("Something to know about the mapping."),
      ),
      { description: "What else to know." },
    ),
  },
  described("What a mapping would do."),
);
export type MappingPreviewJson = Static<typeof MappingPreviewJson>;

/** So many entries that would have matched. */
export type Matched = { entries: number; minutes: number; withoutClient: number };

/** What the wire form is made of. */
export type MappingPreview = {
  since: string;
  matched: { time: Matched; plan: Matched };
  leads: { before: Lead; after: Lead };
  labelSeen: boolean;
  closestLabel: string | null;
  conflicts: Conflict<MappingFacts>[];
  notes: Note[];
};

export function mappingPreviewJson(preview: MappingPreview): MappingPreviewJson {
  const { since, matched, leads } = preview;
  return {
    matches: { since, time: matchedJson(matched.time), plan: matchedJson(matched.plan) },
    label_alone: leads,
    label_seen: preview.labelSeen,
    closest_label: preview.closestLabel,
    conflicts: preview.conflicts.map(({ kind, mapping, message }) => ({
      kind,
      mapping: mappingJson(mapping),
      message,
    })),
    notes: preview.notes,
  };
}

function matchedJson({ entries, minutes, withoutClient }: Matched) {
  return { entries, minutes, without_client: withoutClient };
}
