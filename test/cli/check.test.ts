import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { daysAfter, weekday, workingDaysBetween } from "../../cli/calendar.ts";
import { likelySlips } from "../../cli/reports/label-slips.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { aToken, anEntry, page, svc } from "./running.ts";

const env = { SVC_TOKEN: aToken, SVC_TZ: "Europe/Amsterdam", NO_COLOR: "1" };
const good = anEntry({ id: 1, worked_on: "2026-11-02", labels: ["client:acme", "wbso:dev"] });

async function check(entries: EntryJson[], ...argv: string[]) {
  const ran = await svc(["check", ...argv], [page(entries)], { env });
  return { code: ran.code, lines: ran.stdout.split("\n").slice(0, -1), stderr: ran.stderr };
}

describe("hours that somebody may ask about", () => {
  test("none are found where all is well", async () => {
    const ran = await svc(["check"], [page([good])], { env });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toBe(
      "Period 2026-10-22 … 2026-11-20 (Europe/Amsterdam)\nNothing to look at in 1 entry.\n",
    );
    expect(ran.requests.map(({ search }) => search)).toEqual(["?from=2026-10-22&to=2026-11-20&format=csv"]);
  });

  const late = (worked_on: string, commented_at: string, labels = ["wbso:dev"]) =>
    anEntry({ id: 5, worked_on, commented_at, labels });
  test.each([
    ["on the tenth working day", late("2026-11-02", "2026-11-16T22:59:59Z"), []],
    [
      "on the eleventh, as the clock stands in Amsterdam",
      late("2026-11-02", "2026-11-16T23:00:00Z"),
      ["late\t2026-11-02\tada\t5\tlogged on 2026-11-17, 11 working days after the work"],
    ],
    ["late, but not for the WBSO", late("2026-11-02", "2026-11-30T12:00:00Z", ["type:dev"]), []],
  ])("logged %s", async (_name, entry, lines) => {
    expect(await check([entry], "--period", "2026")).toMatchObject({ lines, code: lines.length > 0 ? 3 : 0 });
  });

  test("over 8 h on one day, of one person", async () => {
    const parts = [
      anEntry({ id: 3, minutes: 240 }),
      anEntry({ id: 2, minutes: 240 }),
      anEntry({ id: 4, minutes: 300, user: { id: 9, login: "grace" } }),
    ];
    expect((await check(parts)).lines).toEqual([]);
    const more = [...parts, anEntry({ id: 8, minutes: 1, labels: ["internal:overhead"], client: null })];
    expect((await check(more)).lines).toEqual(["long-day\t2026-10-30\tada\t3,2,8\t8h 1m on one day"]);
  });

  test("of wbso: on a day of leave", async () => {
    const ill = anEntry({ id: 6, minutes: 60, labels: ["internal:ziek"], client: null });
    const other = anEntry({ id: 7, labels: ["type:dev"] });
    const elsewhere = anEntry({ id: 8, user: { id: 9, login: "grace" } });
    expect((await check([ill, other, elsewhere])).lines).toEqual([]);
    expect((await check([ill, other, anEntry({ id: 9 })])).lines).toEqual([
      "leave\t2026-10-30\tada\t9\t1h 30m of wbso: on a day with internal:ziek",
    ]);
  });

  test("without a client, unless they are internal", async () => {
    const nobody = { client: null, client_id: null };
    const found = await check([
      anEntry({ id: 2, ...nobody }),
      anEntry({ id: 3, labels: ["internal:x"], ...nobody }),
    ]);
    expect(found).toMatchObject({
      code: 3,
      lines: ["no-client\t2026-10-30\tada\t2\t1h 30m on acme/web#12 have no client"],
    });
    expect(found.stderr).toEndWith("\n1 thing to look at in 2 entries.\n");
  });

  test("on a terminal and as JSON", async () => {
    const odd = anEntry({ id: 2, labels: ["wsbo:\x1b[2J"] });
    const shown = await svc(["check", "-q"], [page([odd])], { env, tty: true, columns: 100 });
    expect(shown).toMatchObject({
      code: 3,
      stderr: "",
      stdout: [
        "RULE   DAY  WHO  ENTRIES  WHAT",
        'label  –    –    2        "wsbo:\\u001b[2J" may be meant as wbso:\\x1b[2J',
        "",
      ].join("\n"),
    });
    const { stdout } = await svc(["check", "--json"], [page([odd])], { env });
    expect(JSON.parse(stdout)).toEqual([
      {
        rule: "label",
        day: null,
        user: null,
        entries: [2],
        message: String.raw`"wsbo:\u001b[2J" may be meant as wbso:` + "\x1b[2J",
      },
    ]);
  });

  test("are not judged by a list that broke off", async () => {
    const ran = await svc(["check"], [page([good], { totals: { entries: 2, minutes: 90 } })], { env });
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toContain("error: the list is not whole");
  });
});

describe("labels that look mistyped", () => {
  const slips = (counts: Record<string, number>) =>
    likelySlips(Object.entries(counts).map(([label, count], id) => ({ label, count, entries: [id] }))).map(
      ({ label, message }) => `${label} ${message}`,
    );
  const examples: [counts: Record<string, number>, slips: string[]][] = [
    [{ "wsbo:dev": 500 }, ["wsbo:dev may be meant as wbso:dev"]],
    [{ "WBSO:dev": 1 }, ["WBSO:dev may be meant as wbso:dev"]],
    [{ "strippenkart:2026-12": 1 }, ["strippenkart:2026-12 may be meant as strippenkaart:2026-12"]],
    [{ "wbso:": 1 }, ["wbso: is not of the form wbso:value, so that no prefix finds it"]],
    [{ "wbso-dev": 1 }, ["wbso-dev is not of the form wbso:value, so that no prefix finds it"]],
    [{ "wbso:speur": 40, "wbso:spuer": 4 }, ["wbso:spuer may be meant as wbso:speur"]],
    [{ "wbso:speur": 40, "wbso:spuer": 5 }, []],
    [{ "area:billing": 40, "aera:billing": 4 }, ["aera:billing may be meant as area:billing"]],
    [{ "strippenkaart:2026-12": 400, "strippenkaart:2026-11": 1 }, []],
    [{ "client:acme": 40, "client:globex": 1, "type:bug": 3, bug: 9, "[P1] bug": 2, "type system": 1 }, []],
    [{ "priority:high": 1, "good first issue": 3 }, []],
  ];
  test.each(examples)("%p", (counts, found) => {
    expect(slips(counts)).toEqual(found);
  });
});

test("working days are those from Monday to Friday, however far apart", () => {
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.nat(60), (first, length) => {
      let counted = 0;
      for (let i = 1; i <= length; i++) if (weekday(daysAfter(first, i)) < 6) counted += 1;
      expect(workingDaysBetween(first, daysAfter(first, length))).toBe(counted);
      expect(workingDaysBetween(daysAfter(first, length), first)).toBe(0);
    }),
  );
});
