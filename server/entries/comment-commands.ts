import { parse, postprocess, preprocess } from "micromark";
import { parseCommand, type Command, type CommandContext } from "./command.ts";
import { type Candidate, isReadable, type Passage, passagesOf } from "./comment-passages.ts";

export type { Command };

/** One line of a comment that asks for something: what follows the `/log` or `/plan`, and where it stood, from 1. */
export type CommandLine = {
  line: number;
  kind: "time" | "plan";
  source: string;
  text: string;
  /** Why it cannot count although it may be meant: it is refused rather than passed over in silence. */
  doubt?: keyof typeof doubts;
};
export type CommandProblem = { line: number; text: string; message: string };

export type CommentReading =
  | { kind: "none" }
  | { kind: "commands"; commands: Command[] }
  | { kind: "problems"; problems: CommandProblem[] };

/** The most commands one comment may hold (D2). */
export const mostCommands = 10;

/** Reads a comment's commands, all or none: with one bad line the whole is a problem, so that posting it again cannot log twice (D4). */
export function parseCommands(markdown: string, context: CommandContext): CommentReading {
  const lines = findCommands(markdown);
  if (lines.length === 0) return { kind: "none" };
  if (lines.length > mostCommands) {
    const { line, source } = lines[mostCommands]!;
    const message = `One comment takes at most ${mostCommands} commands, and this one has ${lines.length}: spread them over several comments.`;
    return { kind: "problems", problems: [{ line, text: source, message }] };
  }
  const commands: Command[] = [];
  const problems: CommandProblem[] = [];
  for (const { line, kind, source, text, doubt } of lines) {
    const read = doubt ? { ok: false as const, message: doubts[doubt] } : parseCommand(kind, text, context);
    if (read.ok) commands.push(read.command);
    else problems.push({ line, text: source, message: read.message });
  }
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "commands", commands };
}

const doubts = {
  /** Longer or deeper than is parsed. */
  unclear:
    "the text around it is too long or too deeply nested to tell whether it is a command: post it on its own.",
  /** Markdown counts a line right below a quotation or a list as part of it. */
  attached:
    "it belongs to the quotation, list or heading around it: leave an empty line before and after it.",
};

/**
 * The lines that begin with `/log` or `/plan` in an ordinary paragraph (D2): not in quotations, which a reply by e-mail
 * repeats, nor in lists, code or HTML. Fast for every comment: a passage that would keep the parser busy comes back as unclear.
 */
export function findCommands(markdown: string): CommandLine[] {
  if (!/\/(?:log|plan)/i.test(markdown)) return [];
  let left = mostParsed;
  return passagesOf(markdown).flatMap((passage) => {
    if (passage.text.length <= left && isReadable(passage)) {
      left -= passage.text.length;
      return parsed(passage);
    }
    return passage.candidates.map((candidate) => ({ ...commandLine(candidate), doubt: "unclear" as const }));
  });
}

/** Characters of one comment that are parsed at most. */
const mostParsed = 16_384;

function parsed(passage: Passage): CommandLine[] {
  const { paragraphs, attached, covered } = readBlocks(passage.text);
  return passage.candidates.flatMap((candidate) => {
    const isIn = (places: Place[]) =>
      places.some(({ from, to }) => from <= candidate.offset && candidate.offset < to);
    if (isIn(covered)) return [];
    if (isIn(paragraphs)) return commandLine(candidate);
    return isIn(attached) ? { ...commandLine(candidate), doubt: "attached" as const } : [];
  });
}

function commandLine({ line, source }: Candidate): CommandLine {
  const [name = "", word = ""] = /^\/(log|plan)/i.exec(source) ?? [];
  const kind = word.toLowerCase() === "log" ? "time" : "plan";
  return { line, kind, source, text: source.slice(name.length).trim() };
}

/** Offsets in a passage; `to` is the first after it. */
type Place = { from: number; to: number };

const containers = new Set(["blockQuote", "listOrdered", "listUnordered"]);
/** Within a paragraph these may span lines, and then a line of theirs is not one of the paragraph's own. */
const spans = new Set(["codeText", "htmlText"]);
/** Links and emphasis decide nothing here, and a comment full of their beginnings keeps the parser busy for minutes. */
const blocksOnly = { disable: { null: ["attention", "labelEnd", "labelStartImage", "labelStartLink"] } };

/** The paragraphs that stand in no quotation and no list, the others and headings, and the inline code and HTML anywhere. */
function readBlocks(text: string): { paragraphs: Place[]; attached: Place[]; covered: Place[] } {
  // Most comments are one line that begins with the command, which is a paragraph whatever follows.
  if (/^\/[^\r\n]*$/.test(text))
    return { paragraphs: [{ from: 0, to: text.length }], attached: [], covered: [] };
  const [paragraphs, attached, covered]: [Place[], Place[], Place[]] = [[], [], []];
  let depth = 0;
  const document = parse({ extensions: [blocksOnly] }).document();
  for (const [event, token] of postprocess(document.write(preprocess()(text, undefined, true)))) {
    if (containers.has(token.type)) depth += event === "enter" ? 1 : -1;
    if (event === "exit") continue;
    const place = { from: token.start.offset, to: token.end.offset };
    if (token.type === "paragraph") (depth === 0 ? paragraphs : attached).push(place);
    if (token.type === "setextHeading") attached.push(place);
    if (spans.has(token.type)) covered.push(place);
  }
  return { paragraphs, attached, covered };
}
