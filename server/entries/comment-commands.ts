import { fromMarkdown } from "mdast-util-from-markdown";
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
  // A line break of any kind is one character here and for the parser, so that places agree.
  const text = markdown.replace(/\r\n?/g, "\n");
  if (!text.split("\n").some((line) => readCommandLine(line))) return [];
  const found: CommandLine[] = [];
  for (const paragraph of fromMarkdown(text).children) {
    if (paragraph.type !== "paragraph") continue;
    // Inside a paragraph, code and HTML may span lines: a line of theirs is not one of the paragraph's own.
    const covered = paragraph.children
      .filter((child) => child.type !== "text" && child.type !== "break")
      .map((child) => [child.position!.start.offset!, child.position!.end.offset!] as const);
    let offset = paragraph.position!.start.offset!;
    const own = text.slice(offset, paragraph.position!.end.offset!);
    for (const [place, line] of own.split("\n").entries()) {
      const start = offset + (line.length - line.trimStart().length);
      const command = readCommandLine(line);
      if (command && !covered.some(([from, to]) => from < start && start < to)) {
        found.push({ line: paragraph.position!.start.line + place, ...command });
      }
      offset += line.length + 1;
    }
  }
  return found;
}

function readCommandLine(line: string): Omit<CommandLine, "line"> | undefined {
  const source = line.trim();
  const read = /^\/(log|plan)(?=\s|$)/i.exec(source);
  if (!read) return undefined;
  const kind = read[1]!.toLowerCase() === "log" ? "time" : "plan";
  return { kind, source, text: source.slice(read[0].length).trim() };
}
