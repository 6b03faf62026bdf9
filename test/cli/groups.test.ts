import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { EntryJson } from "../../server/entries/json.ts";
import { groupKeys, readGrouping } from "../../cli/reports/grouping.ts";
import { anEntry, page, svc } from "./running.ts";

const acme = { id: 1, name: "Acme" };
const entries = [
  entry(60, "2026-12-31", ["wbso:dev"], acme),
  entry(45, "2027-01-01", ["wbso:dev", "wbso:speur"], acme),
  entry(30, "2026-12-30", ["wbso:dev"], null),
  entry(15, "2026-11-30", ["other"], { id: 2, name: "(none)" }),
  entry(10, "2026-11-30", ["wbso:dev"], { id: 3, name: "Acme" }),
];

describe("hours are added up", () => {
  const examples: [keys: string[], tsv: string[]][] = [
    [["client"], ["(none)\t1\t15\t0.25", "Acme\t2\t105\t1.75", "Acme\t1\t10\t0.17", "(none)\t1\t30\t0.50"]],
    [["wbso:"], ["dev\t3\t100\t1.67", "(several)\t1\t45\t0.75", "(none)\t1\t15\t0.25"]],
    [["label:wbso:"], ["dev\t3\t100\t1.67", "(several)\t1\t45\t0.75", "(none)\t1\t15\t0.25"]],
    [["week"], ["2026-W49\t2\t25\t0.42", "2026-W53\t3\t135\t2.25"]],
    [["month"], ["2026-11\t2\t25\t0.42", "2026-12\t2\t90\t1.50", "2027-01\t1\t45\t0.75"]],
    [
      ["wbso:", "month"],
      [
        "dev\t2026-11\t1\t10\t0.17",
        "dev\t2026-12\t2\t90\t1.50",
        "(several)\t2027-01\t1\t45\t0.75",
        "(none)\t2026-11\t1\t15\t0.25",
      ],
    ],
    [["user"], ["ada\t5\t160\t2.67"]],
    [["repo"], ["acme/web\t5\t160\t2.67"]],
    [["issue"], ["acme/web#12\t5\t160\t2.67"]],
  ];
  test.each(examples)("by %p", async (keys, tsv) => {
    const flags = keys.flatMap((key) => ["--group-by", key]);
    const ran = await svc(["entries", ...flags], [page(entries)]);
    expect(ran).toMatchObject({ code: 0, stdout: `${tsv.join("\n")}\n`, stderr: "" });
    const together = await svc(["entries", "--group-by", keys.join(",")], [page(entries)]);
    expect(together.stdout).toBe(ran.stdout);
  });

  test("on a terminal with the total below", async () => {
    const ran = await svc(["entries", "--group-by=client", "--group-by=wbso:"], [page(entries)], {
      tty: true,
      columns: 80,
      env: { NO_COLOR: "1", SVC_TOKEN: `svc_${"x".repeat(43)}` },
    });
    expect(ran.stdout).toBe(
      [
        "CLIENT  wbso:      ENTRIES  TIME",
        "(none)  (none)           1   15m",
        "Acme    dev              1    1h",
        "Acme    (several)        1   45m",
        "Acme    dev              1   10m",
        "(none)  dev              1   30m",
        "",
        "5 entries · 2h 40m",
        "",
      ].join("\n"),
    );
  });

  test("as JSON, where what is missing is no text", async () => {
    const ran = await svc(["entries", "--group-by=wbso:", "--json"], [page(entries)]);
    expect(JSON.parse(ran.stdout)).toEqual([
      { "wbso:": "dev", entries: 3, minutes: 100, hours: 1.67 },
      { "wbso:": { several: true }, entries: 1, minutes: 45, hours: 0.75 },
      { "wbso:": null, entries: 1, minutes: 15, hours: 0.25 },
    ]);
  });

  test("as CSV for a Dutch Excel", async () => {
    const argv = ["entries", "--group-by=day", "--csv", "--csv-dialect", "excel-nl"];
    const { stdout } = await svc(argv, [page(entries.slice(0, 1))]);
    expect(stdout).toBe("\ufeffday;entries;minutes;hours\r\n31-12-2026;1;60;1,00\r\n");
  });

  test("with names above the columns of TSV where they are wanted", async () => {
    const { stdout } = await svc(["plans", "--group-by=wbso:", "--header"], [page(entries.slice(0, 1))]);
    expect(stdout).toBe("wbso:\tentries\tminutes\thours\ndev\t1\t60\t1.00\n");
  });

  test("and nothing found is no failure", async () => {
    const ran = await svc(["entries", "--group-by=client", "--client=none"], [page([])], { tty: true });
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "No entries match --client none.\n" });
  });
});

test("whatever they are grouped by, the parts add up to the whole", () => {
  const label = fc.constantFrom("a:1", "a:2", "a:", "b:x", "plain", "a:(none)", "a:(several)");
  const any = fc.record({
    minutes: fc.integer({ min: 1, max: 1440 }),
    day: fc.constantFrom("2026-01-01", "2026-12-31", "2027-01-01", "2024-02-29"),
    labels: fc.uniqueArray(label),
    client: fc.option(
      fc.record({ id: fc.integer({ min: 1, max: 3 }), name: fc.constantFrom("A", "(none)") }),
    ),
  });
  const key = fc.constantFrom(...groupKeys, "a:", "b:", "c:");
  fc.assert(
    fc.property(
      fc.array(any),
      fc.uniqueArray(key, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (all, keys, cut) => {
        const grouping = readGrouping(keys)!;
        const made = all.map(({ minutes, day, labels, client }) => entry(minutes, day, labels, client));
        grouping.add(made.slice(0, cut % (made.length + 1)));
        grouping.add(made.slice(cut % (made.length + 1)));
        const groups = grouping.groups();
        const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
        expect(sum(groups.map((group) => group.minutes))).toBe(sum(made.map(({ minutes }) => minutes)));
        expect(sum(groups.map((group) => group.entries))).toBe(made.length);
        expect(new Set(groups.map(({ parts }) => JSON.stringify(parts))).size).toBe(groups.length);
      },
    ),
  );
});

describe("what cannot be added up is refused before anything is asked", () => {
  const refusals: [argv: string[], stderr: string][] = [
    [
      ["--group-by", "clients"],
      'error: --group-by "clients" is nothing to add up by\n  Did you mean: client\n',
    ],
    [
      ["--group-by", "colour"],
      'error: --group-by "colour" is nothing to add up by\n  Keys: client, user, repository, issue, day, week, month, or a label dimension such as wbso:\n',
    ],
    [
      ["--group-by", "repo", "--group-by", "repository"],
      "error: --group-by repository is given twice\n  Give it once\n",
    ],
    [
      ["--group-by", "client", "--limit", "5"],
      "error: --limit would leave hours out of --group-by\n  Leave one of them out\n",
    ],
    [
      ["--total", "--limit", "5"],
      "error: --limit would leave hours out of --total\n  Leave one of them out\n",
    ],
    [
      ["--group-by", "client", "--csv", "date,hours"],
      "error: --group-by has its own columns, so --csv date,hours cannot be\n  Write --csv alone\n",
    ],
  ];
  test.each(refusals)("%p", async (argv, stderr) => {
    expect(await svc(["entries", ...argv])).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });
});

function entry(minutes: number, day: string, labels: string[], client: EntryJson["client"]): EntryJson {
  return anEntry({ minutes, worked_on: day, labels, client, client_id: client?.id ?? null });
}
