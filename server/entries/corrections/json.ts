import { type Static, Type } from "@sinclair/typebox";
import { longestLabel, longestNote, longestReason, mostLabels, mostMinutes } from "./correction.ts";

/** The body that corrects an entry (D8). What is left out stays as it is. */
export const NewCorrectionJson = Type.Object(
  {
    labels: Type.Optional(
      Type.Array(Type.String({ maxLength: longestLabel, examples: ["client:globex"] }), {
        maxItems: mostLabels,
        description:
          "All labels the entry should have had, in order. The client is decided anew by them, also where they are the same; left out, labels and client stay.",
        examples: [["client:globex", "wbso:dev"]],
      }),
    ),
    minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostMinutes.plan,
        description: `Whole minutes: at most ${mostMinutes.time} for hours, ${mostMinutes.plan} for a plan.`,
        examples: [90],
      }),
    ),
    worked_on: Type.Optional(
      Type.String({
        pattern: "^\\d{4}-\\d\\d-\\d\\d$",
        maxLength: 10,
        description: "The day, `YYYY-MM-DD`; for hours not after today.",
        examples: ["2026-10-05"],
      }),
    ),
    note: Type.Optional(
      Type.Union(
        [
          Type.String({
            minLength: 1,
            maxLength: longestNote,
            examples: ["fixed the Safari checkout"],
          }),
          Type.Null(),
        ],
        { description: "One line; null removes it." },
      ),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: longestReason,
      description: "Why, for whoever asks later. Kept with the entry.",
      examples: ["The issue had the label of another client."],
    }),
  },
  { additionalProperties: false, description: "What was wrong with an entry, and why it is corrected." },
);
export type NewCorrectionJson = Static<typeof NewCorrectionJson>;
