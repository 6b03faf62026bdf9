import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { roundedUp, statementOf } from "../../cli/reports/statement.ts";
import { aToken, anEntry, page, svc } from "./running.ts";

// The server lists the newest first.
const entries = [
  anEntry({
    id: 9,
    worked_on: "2026-10-31",
    minutes: 50,
    note: "release\x1b[2J",
    user: { id: 4, login: "grace" },
  }),
  anEntry({ id: 8, worked_on: "2026-10-30", minutes: 20 }),
  anEntry({ id: 7, worked_on: "2026-10-30", minutes: 91 }),
];
const label = ["--label", "strippenkaart:2026-12"];
const head = ["Usage statement  strippenkaart:2026-12", "Days             2026-10-30 … 2026-10-31"];

describe("a statement to send", () => {
  test("has raw time alone where nothing is rounded", async () => {
    const ran = await svc(["statement", ...label], [page(entries)]);
    expect(ran).toMatchObject({
      code: 0,
      stderr: "",
      stdout: [
        ...head,
        "Made             2026-11-20",
        "",
        "DAY         ISSUE        WHO    WORK              TIME",
        "2026-10-30  acme/web#12  ada    Login fails     1h 31m",
        "2026-10-30  acme/web#12  ada    Login fails        20m",
        String.raw`2026-10-31  acme/web#12  grace  release\x1b[2J     50m`,
        "",
        "Used    2h 41m (2.68 hours)",
        "",
      ].join("\n"),
    });
    expect(ran.requests.map(({ search }) => search)).toEqual(["?label=strippenkaart%3A2026-12&format=csv"]);
  });

  test.each([
    [
      ["--round", "entry"],
      ["1h 45m", "30m", "1h"],
      "Billed  3h 15m (3.25 hours), each entry rounded up to 15 minutes",
    ],
    [["--round", "day"], ["", "2h", "1h"], "Billed  3h (3.00 hours), each day rounded up to 15 minutes"],
    [
      ["--round", "day", "--round-to", "60"],
      ["", "2h", "1h"],
      "Billed  3h (3.00 hours), each day rounded up to 60 minutes",
    ],
  ])("with %p has both", async (flags, billed, total) => {
    const { stdout } = await svc(["statement", ...label, ...flags], [page(entries)]);
    const [heading = "", ...lines] = stdout.split("\n").slice(4, 8);
    const at = heading.indexOf("BILLED");
    expect(lines.map((line) => line.slice(at).trim())).toEqual(billed);
    expect(stdout).toContain("\nUsed    2h 41m (2.68 hours)\n");
    expect(stdout).toEndWith(`\n${total}\n`);
  });

  test("with the total rounded says so below alone", async () => {
    const { stdout } = await svc(["statement", ...label, "--round=total"], [page(entries)]);
    expect(stdout).not.toContain("BILLED");
    expect(stdout).toEndWith(
      "Used    2h 41m (2.68 hours)\nBilled  2h 45m (2.75 hours), the total rounded up to 15 minutes\n",
    );
  });

  test("names the days that were asked for, and the moment it is of", async () => {
    const argv = ["statement", ...label, "--period", "last-month", "--as-of", "2026-11-03T09:00:00Z"];
    const ran = await svc(argv, [page(entries)], { env: { SVC_TOKEN: aToken, SVC_TZ: "Europe/Amsterdam" } });
    expect(ran.stderr).toBe("Period 2026-10-01 … 2026-10-31 (Europe/Amsterdam)\n");
    expect(ran.stdout).toContain(
      "Days             2026-10-01 … 2026-10-31\nMade             2026-11-03T09:00:00Z\n",
    );
  });

  test("as CSV has a row for each entry, from the first day", async () => {
    const argv = ["statement", ...label, "--round", "entry", "--csv", "--csv-dialect", "excel-nl"];
    const { stdout } = await svc(argv, [page(entries)]);
    expect(stdout).toBe(
      [
        "\ufeffworked_on;issue_name;issue_title;user;note;minutes;hours;billed_minutes;billed_hours",
        "30-10-2026;acme/web#12;Login fails;ada;;91;1,52;105;1,75",
        "30-10-2026;acme/web#12;Login fails;ada;;20;0,33;30;0,50",
        "31-10-2026;acme/web#12;Login fails;grace;release\x1b[2J;50;0,83;60;1,00",
        "",
      ].join("\r\n"),
    );
  });

  test("as JSON has days and totals", async () => {
    const { stdout } = await svc(["statement", ...label, "--round", "day", "--json"], [page(entries)]);
    expect(JSON.parse(stdout)).toMatchObject({
      of: ["strippenkaart:2026-12"],
      from: null,
      to: null,
      rounding: { per: "day", to: 15 },
      minutes: 161,
      billed_minutes: 180,
      days: [
        { day: "2026-10-30", minutes: 111, billed_minutes: 120, entries: [{ id: 7 }, { id: 8 }] },
        { day: "2026-10-31", minutes: 50, billed_minutes: 60, entries: [{ id: 9, minutes: 50 }] },
      ],
    });
  });

  test("of nothing is empty, and no failure", async () => {
    expect(await svc(["statement", ...label], [page([])])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No entries match --label strippenkaart:2026-12.\n",
    });
  });
});

describe("what no statement can be of is refused before anything is asked", () => {
  const refusals: [argv: string[], stderr: string][] = [
    [[], "error: a statement needs to know of what\n  Add --label strippenkaart:X, or --client NAME\n"],
    [
      [...label, "--round-to", "15"],
      "error: --round-to is there without --round\n  Add --round entry, day or total\n",
    ],
    [
      [...label, "--round", "day", "--round-to", "0"],
      'error: --round-to "0" is not a number of minutes\n  Write a whole number from 1 to 1440, e.g. 15\n',
    ],
    [
      [...label, "--round", "total", "--csv"],
      "error: CSV has a row for each entry, and --round total rounds no entry\n  Use --json or text, or --round entry\n",
    ],
    [
      [...label, "--round", "week"],
      "error: option '--round <per>' argument 'week' is invalid. Allowed choices are entry, day, total.\n  See: svc statement --help\n",
    ],
  ];
  test.each(refusals)("%p", async (argv, stderr) => {
    expect(await svc(["statement", ...argv])).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });
});

test("rounded hours are never fewer than the raw ones, and the parts add up to what is billed", () => {
  const any = fc.record({ minutes: fc.integer({ min: 1, max: 1440 }), day: fc.integer({ min: 1, max: 9 }) });
  const per = fc.constantFrom("entry" as const, "day" as const, "total" as const);
  fc.assert(
    fc.property(fc.array(any), per, fc.integer({ min: 1, max: 120 }), (all, per, to) => {
      const made = all.map(({ minutes, day }, id) => anEntry({ id, minutes, worked_on: `2026-10-0${day}` }));
      const { days, minutes, billed } = statementOf(made, { per, to });
      const units = { entry: made.length, day: days.length, total: made.length === 0 ? 0 : 1 }[per];
      expect(billed! - minutes).toBeGreaterThanOrEqual(0);
      expect(billed! - minutes).toBeLessThanOrEqual(units * (to - 1));
      expect(billed! % to).toBe(0);
      if (per === "total") expect(billed).toBe(roundedUp(minutes, to));
      else expect(days.reduce((sum, day) => sum + day.billed!, 0)).toBe(billed!);
      expect(days.flatMap(({ lines }) => lines)).toHaveLength(made.length);
      expect(statementOf(made, { per, to: 1 }).billed).toBe(minutes);
    }),
  );
});
