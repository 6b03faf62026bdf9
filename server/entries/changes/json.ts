import { type Static, Type } from "@sinclair/typebox";
import { type EntryFacts, EntryJson, entryJson } from "../json.ts";

const seq = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] });

export const ChangeJson = Type.Object(
  {
    seq: seq("The number of the change: from 1, without a gap.", 2077),
    entry: EntryJson,
  },
  {
    additionalProperties: false,
    description:
      "A new entry. Where it has a `supersedes_id` it takes the place of that one, which counts no longer.",
  },
);

/** What was recorded since a consumer asked last, each once and in order. */
export const ChangeListJson = Type.Object(
  {
    data: Type.Array(ChangeJson, {
      maxItems: 1000,
      description: "The changes, in the order of their numbers.",
    }),
    last_seq: seq("Pass it as `after` next time. Where nothing is new it is the `after` of this time.", 2077),
    has_more: Type.Boolean({
      description: "Whether more are there already: ask again at once.",
      examples: [false],
    }),
  },
  { additionalProperties: false, description: "Changes after a number." },
);
export type ChangeListJson = Static<typeof ChangeListJson>;

/** @param site the code host people see, e.g. `https://github.com`. */
export function changeJson(
  { seq, entry }: { seq: number; entry: EntryFacts },
  site: string,
): Static<typeof ChangeJson> {
  return { seq, entry: entryJson(entry, site) };
}
