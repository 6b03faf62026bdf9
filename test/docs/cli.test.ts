import { expect, test } from "bun:test";
import { commandTable } from "../../cli/command-table.ts";
import { topics } from "../../cli/commands/help-topics.ts";
import { replayCli } from "./cli-transcripts.ts";

const document = await Bun.file("docs/cli.md").text();
const readme = await Bun.file("README.md").text();

const ofReadme = [...readme.matchAll(/^```\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => block!.match(/^svc .+/gm) ?? [])
  .map((line) => `$ ${line}\n`);

// After a change of svc: `bun test/docs/rewrite.ts`, then read what is different.
test.skipIf(process.platform === "win32")(
  "the output in docs/cli.md is what its lines print, and the lines of the README run",
  async () => {
    expect(ofReadme.length).toBeGreaterThan(4);
    const mark = "\nOf the README:\n\n";
    const replayed = await replayCli(`${document}${mark}\`\`\`console\n${ofReadme.join("")}\`\`\`\n`);
    const [told, more] = replayed.split(mark);
    expect(told).toBe(document);
    expect(more).not.toContain("error:");
  },
  60_000,
);

test("every svc line that is written in it outside of those is of a command or a topic that there is", () => {
  const known = commandTable.flatMap(({ name, alias }) => (alias ? [name, alias] : [name]));
  const outside = document.replaceAll(/^```console\n[\s\S]*?^```$/gm, "");
  const lines = [...outside.matchAll(/(?:`|^)(?:svc|bun run svc) ([^`\n]+)/gm)].map(([, line]) => line!);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [command = "", word = ""] = line.split(" ");
    expect([line, known.includes(command)]).toEqual([line, true]);
    if (command === "help") expect([line, [...topics.keys(), ...known].includes(word)]).toEqual([line, true]);
  }
});
