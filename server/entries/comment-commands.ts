import { parse, postprocess, preprocess } from "micromark";
import { parseCommand, type Command, type CommandContext } from "./command.ts";

export type { Command };

/** One line of a comment that asks for something: what follows the `/log` or `/plan`, and where it stood, from 1. */
export type CommandLine = { line: number; kind: "time" | "plan"; source: string; text: string };
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
  for (const { line, kind, source, text } of lines) {
    const read = parseCommand(kind, text, context);
    if (read.ok) commands.push(read.command);
    else problems.push({ line, text: source, message: read.message });
  }
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "commands", commands };
}

/**
 * The lines that begin with `/log` or `/plan` in an ordinary paragraph (D2): not in quotations, which a reply by e-mail
 * repeats, nor in lists, code or HTML.
 */
export function findCommands(markdown: string): CommandLine[] {
  if (!/\/(?:log|plan)/i.test(markdown)) return [];
  // A line break of any kind is one character here, so that the parser's line numbers are ours.
  const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
  const candidates = lines.flatMap((line, place) => {
    const command = readCommandLine(line);
    return command ? [{ line: place + 1, indent: line.length - line.trimStart().length, ...command }] : [];
  });
  if (candidates.length === 0) return [];
  const { paragraphs, covered } = readBlocks(bounded(lines).join("\n"));
  return candidates
    .filter(({ line, indent }) => {
      const isIn = (place: Place) => place.first <= line && line <= place.last;
      const begins = (place: Place) =>
        place.first < line || (place.first === line && place.column <= indent + 1);
      return paragraphs.some(isIn) && !covered.some((place) => isIn(place) && begins(place));
    })
    .map(({ line, kind, source, text }) => ({ line, kind, source, text }));
}

function readCommandLine(line: string): Omit<CommandLine, "line"> | undefined {
  const source = line.trim();
  const read = /^\/(log|plan)(?=\s|$)/i.exec(source);
  if (!read) return undefined;
  const kind = read[1]!.toLowerCase() === "log" ? "time" : "plan";
  return { kind, source, text: source.slice(read[0].length).trim() };
}

/** Lines from 1, both inclusive; `column` is where the first begins, from 1. */
type Place = { first: number; last: number; column: number };

const containers = new Set(["blockQuote", "listOrdered", "listUnordered"]);
/** Within a paragraph these may span lines, and then a line of theirs is not one of the paragraph's own. */
const spans = new Set(["codeText", "htmlText"]);
/** Links and emphasis decide nothing here, and a comment full of their beginnings keeps the parser busy for minutes. */
const blocksOnly = { disable: { null: ["attention", "labelEnd", "labelStartImage", "labelStartLink"] } };

/** The paragraphs that stand in no quotation and no list, and the inline code and HTML anywhere. */
function readBlocks(text: string): { paragraphs: Place[]; covered: Place[] } {
  const [paragraphs, covered]: [Place[], Place[]] = [[], []];
  let depth = 0;
  const document = parse({ extensions: [blocksOnly] }).document();
  for (const [event, token] of postprocess(document.write(preprocess()(text, undefined, true)))) {
    if (containers.has(token.type)) depth += event === "enter" ? 1 : -1;
    if (event === "exit") continue;
    const place = { first: token.start.line, last: token.end.line, column: token.start.column };
    if (token.type === "paragraph" && depth === 0) paragraphs.push(place);
    if (spans.has(token.type)) covered.push(place);
  }
  return { paragraphs, covered };
}

const marker = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const deepest = 20;
const mostMarked = 1000;

/**
 * The parser takes minutes over thousands of quotations and lists, within each other or one after another. No person writes
 * so many; from there on their lines are quoted ones, in which commands count as little.
 */
function bounded(lines: string[]): string[] {
  let marked = 0;
  return lines.map((line) => {
    marker.lastIndex = 0;
    let depth = 0;
    while (depth <= deepest && marker.test(line)) depth++;
    if (depth > 0) marked++;
    return depth > deepest || (depth > 0 && marked > mostMarked) ? "> …" : line;
  });
}
