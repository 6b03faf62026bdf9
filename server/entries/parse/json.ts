import { type Static, Type } from "@sinclair/typebox";
import type { CommentReading } from "../comment-commands.ts";
import { Kind, minutes, WorkedOn } from "../json.ts";

/** A comment's text, to see what would be made of it. */
export const CommentTextJson = Type.Object(
  {
    text: Type.String({
      maxLength: 65_536,
      description: "The comment as it would be posted, in Markdown. Its day is today.",
      examples: ["/log 1u30 fixed the Safari checkout"],
    }),
  },
  { additionalProperties: false, description: "A comment's text." },
);

const CommandJson = Type.Object(
  {
    kind: Kind,
    minutes: minutes("Whole minutes.", 90),
    worked_on: WorkedOn,
    note: Type.Union(
      [Type.String({ maxLength: 500, examples: ["fixed the Safari checkout"] }), Type.Null()],
      {
        description: "The rest of the line; null for nothing.",
      },
    ),
  },
  { additionalProperties: false, description: "One command as it would be recorded." },
);

const ProblemJson = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "The line of the text, from 1.", examples: [1] }),
    text: Type.String({ maxLength: 65_536, description: "The line.", examples: ["/log 1d"] }),
    message: Type.String({
      maxLength: 70_000,
      description: "What is wrong with it and what to write.",
      examples: ["`1d` counts in days or longer, and a working day varies: write hours, e.g. `8h`."],
    }),
  },
  { additionalProperties: false, description: "One line that could not be read." },
);

/** What svc makes of a comment (D2–D4): with one problem nothing is recorded. */
export const ParsedCommentJson = Type.Object(
  {
    commands: Type.Array(CommandJson, {
      maxItems: 10,
      description: "What would be recorded; empty where there is a problem or no command.",
    }),
    problems: Type.Array(ProblemJson, {
      maxItems: 10,
      description: "The lines that could not be read; the reply to the comment would say the same.",
    }),
  },
  { additionalProperties: false, description: "What svc makes of a comment." },
);
export type ParsedCommentJson = Static<typeof ParsedCommentJson>;

export function parsedCommentJson(reading: CommentReading): ParsedCommentJson {
  const commands = reading.kind === "commands" ? reading.commands : [];
  return {
    commands: commands.map(({ kind, minutes, workedOn, note }) => ({
      kind,
      minutes,
      worked_on: workedOn,
      note,
    })),
    problems: reading.kind === "problems" ? reading.problems : [],
  };
}
