import { describe, expect, test } from "bun:test";
import { fullName } from "../../cli/command-at.ts";
import { topics } from "../../cli/commands/help-topics.ts";
import { manualPage } from "../../cli/commands/help.ts";
import { columnNames, readColumns } from "../../cli/entry-columns.ts";
import { fieldNames } from "../../cli/entry-fields.ts";
import { examplesOf } from "../../cli/help-text.ts";
import { dialects } from "../../cli/output/csv.ts";
import { parsePeriod, periodWords } from "../../cli/period.ts";
import { buildProgram } from "../../cli/program.ts";
import { groupKeys } from "../../cli/reports/grouping.ts";
import { aWorld, svc } from "./running.ts";

const program = await buildProgram(
  {
    ...aWorld({ stdout: "", stderr: "", opened: [] }),
    fetch: () => Promise.reject(new Error("asks nothing")),
  },
  () => {},
);
const page = manualPage(program);

describe("a topic of svc help", () => {
  test.each([...topics.keys()])(
    "%s is printed without a token or a server, and fits a terminal",
    async (topic) => {
      const ran = await svc(["help", topic], [], { env: {} });
      expect(ran).toMatchObject({ code: 0, stderr: "", requests: [] });
      expect(ran.stdout).toBe(topics.get(topic)!());
      for (const line of ran.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
    },
  );

  test("may be asked for in the singular, and none is what every object has", async () => {
    expect((await svc(["help", "period"])).stdout).toBe(topics.get("periods")!());
    for (const name of ["constructor", "toString", "__proto__"]) {
      expect(await svc(["help", name])).toMatchObject({ code: 2, stdout: "" });
    }
  });

  test("csv names every column and dialect, and says what stands without names", () => {
    for (const name of [...columnNames, ...dialects]) expect(words("csv")).toContain(name);
    expect(readColumns(undefined).map(({ name }) => name)).toEqual(columnNames.slice(0, -2));
  });

  test("output names every field and every key to add up by", () => {
    for (const name of [...fieldNames, ...groupKeys]) expect(words("output")).toContain(name);
  });

  test("periods names every word of the grammar, and nothing that is not in it", () => {
    const named = words("periods").filter((word) => /^(\d{4}(-\w+)*|[a-z]+-[a-z\d-]+)$/.test(word));
    expect(named.length).toBeGreaterThan(15);
    for (const word of named)
      expect([word, parsePeriod(word, "2026-11-20")]).toEqual([word, expect.anything()]);
    for (const word of periodWords) expect(words("periods")).toContain(word);
  });

  test("environment names no variable that svc does not read", async () => {
    const paths = [...new Bun.Glob("cli/**/*.ts").scanSync()].filter((path) => !path.includes("help-topics"));
    const sources = (await Promise.all(paths.map((path) => Bun.file(path).text()))).join("");
    const named = [...topics.get("environment")!().matchAll(/^ {2}([A-Z_]+)/gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(7);
    for (const name of named) expect(sources).toContain(`"${name}"`);
  });
});

describe("the manual page", () => {
  test("has a section for every command, with all of its options and examples", () => {
    const shown = page.replaceAll("\\-", "-").replaceAll("\\(aq", "'");
    for (const command of all(program).slice(1)) {
      const section = shown.split(`.SS ${fullName(command)}`)[1] ?? "";
      expect([fullName(command), section === ""]).toEqual([fullName(command), false]);
      for (const { long, hidden } of command.options) if (!hidden) expect(section).toContain(long!);
      for (const example of examplesOf(command))
        expect(shown).toContain(`\n${example.replaceAll("\\", "\\e")}\n`);
    }
    for (const heading of ["NAME", "SYNOPSIS", "CSV", "PERIODS", "ENVIRONMENT", "EXIT STATUS"]) {
      expect(shown).toContain(`.SH ${heading}\n`);
    }
  });

  test("has no line that man would take for a request but those meant", () => {
    const requests = page.split("\n").filter((line) => /^[.']/.test(line));
    const known = new Set([".TH", ".SH", ".SS", ".TP", ".B", ".PP", ".nf", ".fi"]);
    expect(requests.filter((line) => !known.has(line.split(" ")[0]!))).toEqual([]);
    expect(page).not.toMatch(/\P{ASCII}/u);
  });

  test("is what `svc help manual` prints", async () => {
    expect(await svc(["help", "manual"])).toMatchObject({ code: 0, stdout: page, stderr: "" });
  });
});

const words = (topic: string) => topics.get(topic)!().split(/[\s:,;()]+/);

function all(command: typeof program): (typeof program)[] {
  return [command, ...command.createHelp().visibleCommands(command).flatMap(all)];
}
