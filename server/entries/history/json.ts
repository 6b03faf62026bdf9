import { type Static, Type } from "@sinclair/typebox";
import {
  ClientOfEntryJson,
  type EntryFacts,
  EntryJson,
  entryJson,
  instant,
  nullable,
  UserJson,
} from "../json.ts";
import { type AttributionFacts, explain } from "./explanation.ts";

export const MatchJson = Type.Object(
  {
    mapping_id: Type.Integer({
      minimum: 1,
      description: "The mapping as it was then; it may have been deleted since.",
      examples: [7],
    }),
    label: Type.String({ description: "The label that it matched.", examples: ["client:globex"] }),
    client: ClientOfEntryJson,
  },
  { additionalProperties: false, description: "A label mapping that matched." },
);

/** Why an entry has the client it has, as decided when it was made (D9). */
export const AttributionJson = Type.Object(
  {
    outcome: Type.Union(
      [Type.Literal("attributed"), Type.Literal("client_deactivated"), Type.Literal("no_mapping")],
      {
        description:
          "`attributed`: a label led to a client. `client_deactivated`: labels led to deactivated clients only. `no_mapping`: no label was mapped.",
        examples: ["attributed"],
      },
    ),
    ambiguous: Type.Boolean({
      description: "Whether labels led to other active clients too (spec 7.1.4).",
      examples: [false],
    }),
    winner: nullable(MatchJson, "The match that decided; null for no client."),
    runners_up: Type.Array(MatchJson, {
      description: "Matches of other active clients, passed over as later.",
    }),
    deactivated: Type.Array(MatchJson, {
      description: "Matches of clients that were deactivated then, passed over.",
    }),
    explanation: Type.String({
      description: "The same in plain words.",
      examples: ["The label client:globex was mapped to Globex (mapping 7)."],
    }),
  },
  { additionalProperties: false, description: "Why the entry has the client it has." },
);

export const CorrectionJson = Type.Object(
  {
    by: UserJson,
    at: instant("When."),
    reason: Type.String({ description: "Why.", examples: ["The issue had the label of another client."] }),
  },
  { additionalProperties: false, description: "The correction that an entry came from (D8)." },
);

const correction = nullable(CorrectionJson, "Null for an entry as it was logged.");

const backfilled = nullable(
  instant("An instant.", "2026-10-09T07:00:00.000Z"),
  "When svc read the comment and the issue's labels itself, since GitHub's delivery was lost: the labels are those of that moment. Null for all others.",
);

export const EntryVersionJson = Type.Object(
  { ...EntryJson.properties, backfilled_at: backfilled, correction },
  { additionalProperties: false, description: "An entry as one of its versions." },
);
export type EntryVersionJson = Static<typeof EntryVersionJson>;

export const EntryDetailJson = Type.Object(
  {
    ...EntryJson.properties,
    backfilled_at: backfilled,
    attribution: AttributionJson,
    correction,
    history: Type.Array(EntryVersionJson, {
      description:
        "All versions of the entry, this one among them: from what was first recorded to what stands now.",
    }),
  },
  { additionalProperties: false, description: "An entry, with why it is as it is." },
);
export type EntryDetailJson = Static<typeof EntryDetailJson>;

/** What the wire form is made of; rows of the store fit it by structure. */
export type VersionFacts = EntryFacts & {
  attribution: AttributionFacts | null;
  backfilledAt: Date | null;
  correctedBy: { id: number; login: string } | null;
  reason: string | null;
};

/**
 * @param versions all versions of the entry, in order.
 * @param names the clients' names by id.
 */
export function entryDetailJson(
  entry: VersionFacts,
  versions: VersionFacts[],
  names: Map<number, string>,
  site: string,
): EntryDetailJson {
  const attribution = explain(entry.attribution, names);
  const { correction, ...plain } = versionJson(entry, site);
  return { ...plain, attribution, correction, history: versions.map((one) => versionJson(one, site)) };
}

function versionJson(version: VersionFacts, site: string): EntryVersionJson {
  const { correctedBy, reason, createdAt, backfilledAt } = version;
  const correction = correctedBy && { by: correctedBy, at: createdAt.toISOString(), reason: reason ?? "" };
  return { ...entryJson(version, site), backfilled_at: backfilledAt?.toISOString() ?? null, correction };
}
