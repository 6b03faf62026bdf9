import { describe, expect, test } from "bun:test";
import { csvHeader } from "../../server/entries/csv/csv.ts";
import { anEntry, type Answers, page, svc } from "./running.ts";

const entries = [
  anEntry({
    id: 12,
    worked_on: "2026-10-31",
    minutes: 1535,
    user: { id: 4, login: "grace" },
    note: "long\tday",
  }),
  anEntry({
    id: 9,
    worked_on: "2026-10-30",
    minutes: 50,
    repository: "acme/internal",
    issue: { number: 3, title: 'Say "hi", = now', url: "https://github.example/acme/internal/issues/3" },
    labels: [],
    client_id: null,
    client: null,
  }),
  anEntry({ id: 7, labels: ["[P1] bug", 'say "hi"', "a\x1b[31m"] }),
];
const totals = { entries: 412, minutes: 48_750 };

describe("on a terminal", () => {
  test("entries are a table with totals below", async () => {
    expect(await told(["entries"], [page(entries)], { tty: true, columns: 120 })).toEqual({
      code: 0,
      stdout: [
        "ID  DAY            TIME  WHO    ISSUE            CLIENT  LABELS                         NOTE",
        "12  2026-10-31  25h 35m  grace  acme/web#12      Acme    client:acme, wbso:dev          long\\tday",
        " 9  2026-10-30      50m  ada    acme/internal#3  –",
        ' 7  2026-10-30   1h 30m  ada    acme/web#12      Acme    [P1] bug, say "hi", a\\x1b[31m',
        "",
        "3 entries · 27h 55m · 1 without client",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("a column of notes stands there only where there are notes", async () => {
    const { stdout } = await told(["plans"], [page([anEntry()])], { tty: true, columns: 80 });
    expect(stdout).toBe(
      "ID  DAY           TIME  WHO  ISSUE        CLIENT  LABELS\n" +
        " 7  2026-10-30  1h 30m  ada  acme/web#12  Acme    client:acme, wbso:dev\n" +
        "\n1 plan · 1h 30m\n",
    );
  });

  test("the totals are those of the whole list, and what is left out is said", async () => {
    const ran = await told(
      ["entries"],
      [page(entries, { next_cursor: "next", totals })],
      {
        tty: true,
        columns: 120,
      },
      3,
    );
    expect(ran.stdout).toEndWith("\n412 entries · 812h 30m\n");
    expect(ran.stderr).toBe("The newest 3 of 412 entries, as --limit asks.\n");
    const fifty = Array.from({ length: 50 }, (_, i) => anEntry({ id: 100 - i }));
    const shown = await told(["plans"], [page(fifty, { next_cursor: "next", totals })], { tty: true });
    expect(shown.stderr).toBe(
      "The newest 50 of 412 plans. See all with --limit 412, or save them with --csv > plans.csv\n",
    );
  });

  test("no line of a table is wider than the terminal", async () => {
    const wide = anEntry({
      labels: Array.from({ length: 1000 }, (_, i) => `label:日本${i}`),
      note: "x".repeat(500),
    });
    const { stdout } = await told(["entries"], [page([wide])], { tty: true, columns: 90 });
    for (const line of stdout.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(90);
    expect(stdout).toContain("…");
  });

  test("CSV on a terminal shows what the terminal would obey", async () => {
    const { stdout } = await told(["entries", "--csv", "id,note"], [page([anEntry({ note: "a\x1b[2Jb" })])], {
      tty: true,
    });
    expect(stdout).toBe(String.raw`id,note${"\n"}7,a\x1b[2Jb` + "\n");
  });
});

describe("colour", () => {
  const faint = "\x1b[2mID  ";
  test("marks headings on a terminal that can, and nothing else", async () => {
    const { stdout } = await told(["entries"], [page(entries)], { tty: true, env: { TERM: "xterm" } });
    expect(stdout).toStartWith(faint);
    expect(stdout).toContain("\x1b[1m3 entries · 27h 55m · 1 without client\x1b[22m\n");
  });
  test.each([
    [["--no-color"], {}],
    [[], { NO_COLOR: "1" }],
    [[], { SVC_NO_COLOR: "1" }],
    [[], { TERM: "dumb" }],
  ])("is left out with %p %p", async (flags, env) => {
    const { stdout } = await told(["entries", ...flags], [page(entries)], { tty: true, env });
    expect(stdout).toStartWith("ID  ");
    expect(stdout).not.toContain("\x1b");
  });
  test("an empty NO_COLOR counts as not set", async () => {
    const { stdout } = await told(["entries"], [page(entries)], { tty: true, env: { NO_COLOR: "" } });
    expect(stdout).toStartWith(faint);
  });
});

describe("in a pipe", () => {
  test("entries are lines of tab-separated cells without a header, nothing cut", async () => {
    const labels = Array.from({ length: 200 }, (_, i) => `label:${i}`);
    expect(await told(["entries"], [page([...entries, anEntry({ labels })])])).toEqual({
      code: 0,
      stdout: [
        '12\t2026-10-31\t1535\tgrace\tacme/web#12\tAcme\t["client:acme","wbso:dev"]\tlong\\tday',
        "9\t2026-10-30\t50\tada\tacme/internal#3\t\t[]\t",
        '7\t2026-10-30\t90\tada\tacme/web#12\tAcme\t["[P1] bug","say \\"hi\\"","a\\u001b[31m"]\t',
        `7\t2026-10-30\t90\tada\tacme/web#12\tAcme\t${JSON.stringify(labels)}\t`,
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("--json is the entries as the API gives them", async () => {
    const more = anEntry({ note: "\u009b日本 \u202e", supersedes_id: 3, superseded_by_id: 9 });
    const { stdout, stderr, code } = await told(["entries", "--json"], [page([...entries, more])]);
    expect(JSON.parse(stdout)).toEqual([...entries, more]);
    expect(stdout.split("\n")).toHaveLength(4 + 3);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  test("--csv has a header and the columns that were promised", async () => {
    expect(await told(["entries", "--csv"], [page(entries)])).toEqual({
      code: 0,
      stdout: [
        "id,kind,worked_on,minutes,hours,user,repository,issue,issue_title,client,labels,note,client_id,user_id,issue_url,comment_url,commented_at,created_at,supersedes_id,superseded_by_id",
        '12,time,2026-10-31,1535,25.58,grace,acme/web,12,Login fails,Acme,"[""client:acme"",""wbso:dev""]",long\tday,1,4,https://github.example/acme/web/issues/12,https://github.example/acme/web/issues/12#issuecomment-99,2026-10-30T10:00:00.000Z,2026-10-30T10:00:01.000Z,,',
        '9,time,2026-10-30,50,0.83,ada,acme/internal,3,"Say ""hi"", = now",,[],,,3,https://github.example/acme/internal/issues/3,https://github.example/acme/web/issues/12#issuecomment-99,2026-10-30T10:00:00.000Z,2026-10-30T10:00:01.000Z,,',
        String.raw`7,time,2026-10-30,90,1.50,ada,acme/web,12,Login fails,Acme,"[""[P1] bug"",""say \""hi\"""",""a\u001b[31m""]",,1,3,https://github.example/acme/web/issues/12,https://github.example/acme/web/issues/12#issuecomment-99,2026-10-30T10:00:00.000Z,2026-10-30T10:00:01.000Z,,`,
        "",
      ].join("\r\n"),
      stderr: "",
    });
  });
});

describe("nothing found is no failure", () => {
  const outputs: [argv: string[], tty: boolean, stdout: string][] = [
    [["entries"], true, ""],
    [["entries"], false, ""],
    [["entries", "--json"], false, "[]\n"],
    [["entries", "--csv"], false, csvHeader],
  ];
  test.each(outputs)("%p (terminal: %p)", async (argv, tty, stdout) => {
    expect(
      await told([...argv, "--label-prefix", "wsbo:", "--from", "2026-10-01"], [page([])], { tty }),
    ).toEqual({
      code: 0,
      stdout,
      stderr: "No entries match --label-prefix wsbo: --from 2026-10-01.\n",
    });
  });

  test("the filter is repeated as it would be typed, and shown rather than obeyed", async () => {
    const argv = [
      "plans",
      "--label",
      "needs review",
      "--label",
      "it's",
      "--label",
      "\x1b[31m",
      "--to",
      "2026-10-31",
    ];
    const { stderr } = await told(argv, [page([])]);
    expect(stderr).toBe(
      `No plans match --label 'needs review' --label 'it'\\''s' --label '\\x1b[31m' --to 2026-10-31.\n`,
    );
  });

  test("where there is nothing at all, the first step is told", async () => {
    expect((await told(["entries"], [page([])])).stderr).toBe(
      "No entries yet. Comment `/log 2h` on an issue to make the first.\n",
    );
    expect((await told(["plans"], [page([])])).stderr).toBe(
      "No plans yet. Comment `/plan 8h` on an issue to make the first.\n",
    );
  });
});

async function told(
  argv: string[],
  answers: Answers,
  settings: { tty?: boolean; columns?: number; env?: Record<string, string> } = {},
  limit?: number,
) {
  const env = { SVC_TOKEN: `svc_${"x".repeat(43)}`, ...(settings.env ?? { NO_COLOR: "1" }) };
  const { code, stdout, stderr } = await svc(
    limit === undefined ? argv : [...argv, "--limit", String(limit)],
    answers,
    { ...settings, env },
  );
  return { code, stdout, stderr };
}
