import { type Static, Type } from "@sinclair/typebox";

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const SumsJson = Type.Object(
  {
    entries: count("How many stand.", 214),
    minutes: count("What they add up to.", 38_520),
  },
  { additionalProperties: false, description: "Of the entries that stand." },
);

/** A label that was seen on an entry. There is no register of labels: any text is one (spec 1). */
export const SeenLabelJson = Type.Object(
  {
    label: Type.String({ maxLength: 1024, description: "The label.", examples: ["wbso:dev"] }),
    time: SumsJson,
    plan: SumsJson,
  },
  {
    additionalProperties: false,
    description: "A label that was seen on an entry, with what stands under it.",
  },
);

export const SeenLabelListJson = Type.Object(
  {
    data: Type.Array(SeenLabelJson, { maxItems: 1000, description: "Labels, in the order of their bytes." }),
    next_cursor: Type.Union(
      [Type.String({ maxLength: 8192, examples: ["WyJxIiwid2JzbzpkZXYiXQ"] }), Type.Null()],
      {
        description: "Opaque; pass it back as `cursor`. Null on the last page.",
      },
    ),
  },
  { additionalProperties: false, description: "One page of labels." },
);
export type SeenLabelListJson = Static<typeof SeenLabelListJson>;

/** What the wire form is made of; rows of the store fit it by structure. */
type LabelSums = {
  label: string;
  timeEntries: number;
  timeMinutes: number;
  planEntries: number;
  planMinutes: number;
};

export function seenLabelJson(row: LabelSums): Static<typeof SeenLabelJson> {
  return {
    label: row.label,
    time: { entries: row.timeEntries, minutes: row.timeMinutes },
    plan: { entries: row.planEntries, minutes: row.planMinutes },
  };
}
