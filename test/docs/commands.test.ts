import { expect, test } from "bun:test";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { commandAt } from "../../cli/command-at.ts";
import { topicNames } from "../../cli/commands/help.ts";
import { buildProgram } from "../../cli/program.ts";
import { scripts } from "../../package.json" with { type: "json" };
import { readCommand } from "../../server/commands/command.ts";
import { aWorld } from "../cli/running.ts";
import { documents } from "./pages.ts";

const program = await buildProgram(
  {
    ...aWorld({ stdout: "", stderr: "", opened: [] }),
    fetch: () => Promise.reject(new Error("asks nothing")),
  },
  () => {},
);

const written: [page: string, command: string][] = [];
for (const page of documents())
  for (const command of commandsOf(await Bun.file(page).text())) written.push([page, command]);

test("every command that a page names is there, with its options", async () => {
  expect(written.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const [page, command] of written) {
    const problem = await problemOf(command);
    if (problem) wrong.push(`${page}: ${command}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});

test("one that is not there is found", async () => {
  const wrong = ["bun run chekc", "bun server/main.ts restroe x", "bun start --fast", "bun test/none.ts"];
  for (const line of [...wrong, "svc entires", "svc entries --cvs", "svc help perods"])
    expect([line, await problemOf(line)]).toEqual([line, expect.any(String)]);
  const page =
    "A `svc entries --label-prefix wbso:`:\n\n```sh\nDATA_DIR=/tmp/x npx -y bun@1.4.5 start\n```\n";
  expect(commandsOf(page)).toEqual(["svc entries --label-prefix wbso:", "bun start"]);
});

/** What a page says one can type, without prompts, settings before it, and the way to get Bun. */
function commandsOf(text: string): string[] {
  const lines: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === "inlineCode") lines.push(node.value);
    if (node.type === "code" && node.lang !== "text") lines.push(...node.value.split("\n"));
    if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(fromMarkdown(text));
  return lines.flatMap((line) => {
    const bare = line.replace(/^\$ /, "").replace(/^([A-Z_]+=\S+ )*/, "");
    const command = bare.replace(/^npx -y bun@\S+/, "bun").replace(/^bun run svc /, "svc ");
    // "svc is ready" is what it says, not what one types.
    return /^(bun|svc) (?!is )[^…|]/.test(command) ? [command.replace(/ #.*$| [|;<>&].*$/, "").trim()] : [];
  });
}

async function problemOf(command: string): Promise<string | undefined> {
  const [name, ...words] = command.split(/\s+/);
  return name === "svc" ? ofProgram(words) : ofBun(words);
}

function ofProgram(words: string[]): string | undefined {
  const { command, depth } = commandAt(program, words);
  const [word, topic] = words;
  if (
    word === "help" &&
    topic !== undefined &&
    !commandAt(program, [topic]).depth &&
    !topicNames.includes(topic)
  )
    return "there is no such topic";
  const known = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short]);
  const option = words.slice(depth).find((each) => /^--?[a-z]/i.test(each) && !knows(known, each));
  if (option !== undefined) return `there is no ${option}`;
  return depth === 0 && !word!.startsWith("-") ? "there is no such command" : undefined;
}

const knows = (known: (string | null | undefined)[], option: string) =>
  ["--help", "-h", ...known].includes(option.split("=")[0]!);

async function ofBun(words: string[]): Promise<string | undefined> {
  const [first = "", ...rest] = words[0] === "run" ? words.slice(1) : words;
  if (first === "start" || first === "server/main.ts") {
    const read = readCommand(rest);
    const problem = "problem" in read ? read.problem.split("\n")[0] : undefined;
    // A page may speak of a command without all that it takes.
    return problem !== undefined && / needs [A-Z-]/.test(problem) ? undefined : problem;
  }
  if (first.endsWith(".ts")) return (await Bun.file(first).exists()) ? undefined : "there is no such file";
  return first in scripts || ofItself.has(first) ? undefined : "there is no such script";
}

/** What Bun itself can do. */
const ofItself = new Set(["test", "install", "-e"]);
