import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { seriesOf } from "../../server/overview/clients.ts";
import { hoursByClient, hoursByDimension, hoursByLabel } from "../../server/overview/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { aClient, anEntry } from "../support/factories.ts";

let database: TestDatabase;
const clients: number[] = [];
const pool = [
  "wbso:dev",
  "wbso:speur",
  "wbso:",
  "type:bugfix",
  "type:a:b",
  "plain",
  "wbso;x",
  "wbsox:1",
  ":odd",
  "client:0",
];
type Made = {
  day: string;
  minutes: number;
  clientId: number | null;
  labels: string[];
  kind: "time" | "plan";
};
let made: Made[];
// Ends of months, days between, and a month that is yet to come.
const days = [
  "2026-09-30",
  "2026-10-01",
  "2026-10-05",
  "2026-10-11",
  "2026-10-31",
  "2026-11-01",
  "2099-02-01",
  "2099-02-14",
  "2099-02-28",
];
beforeAll(async () => {
  database = await freshDatabase();
  for (const name of ["Acme", "Globex", "Initech", "Hooli", "Gone"])
    clients.push((await aClient(database.db, name)).id);
  const entry = fc.record({
    day: fc.constantFrom(...days),
    minutes: fc.integer({ min: 1, max: 600 }),
    clientId: fc.constantFrom(null, ...clients),
    labels: fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 4 }),
    kind: fc.constantFrom("time" as const, "time" as const, "plan" as const),
  });
  const drawn = fc.sample(entry, { numRuns: 180, seed: 11 });
  made = [];
  for (const [place, { day, ...one }] of drawn.entries()) {
    const attribution =
      one.clientId === null
        ? null
        : { winner: { mappingId: 1, label: "x", clientId: one.clientId }, runnersUp: [], deactivated: [] };
    const id = await anEntry(database.db, { ...one, workedOn: day, attribution });
    if (place % 9 === 0) await supersede(id, { day, ...one });
    else made.push({ day, ...one });
  }
  // What stands was worked all the same.
  await database.db.execute(sql`update clients set deactivated_at = now() where name = 'Gone'`);
}, 60_000);
afterAll(() => database.close());

/** A correction of half the minutes and no client stands instead of it. */
async function supersede(id: number, was: Made): Promise<void> {
  const minutes = Math.ceil(was.minutes / 2);
  await database.db.transaction(async (tx) => {
    const [row] = await tx.execute<{ id: number }>(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at, supersedes_id, corrected_by_id, correction_reason)
      select kind, ${minutes}, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title, comment_id,
        command_no, commented_at, id, user_id, 'half' from entries where id = ${id} returning id`);
    await tx.execute(
      sql`update entries set superseded_by_id = ${row?.id}, superseded_at = now() where id = ${id}`,
    );
  });
  made.push({ ...was, minutes, clientId: null });
}

const ranges = [
  { from: "2026-10-01", to: "2026-10-31" },
  { from: "2026-10-05", to: "2026-10-11" },
  { from: "2026-09-30", to: "2026-11-01" },
  { from: "2026-12-01", to: "2026-12-31" },
];
const of = ({ from, to }: { from: string; to: string }) =>
  made.filter(({ kind, day }) => kind === "time" && day >= from && day <= to);
const sum = (some: { minutes: number }[]) => some.reduce((all, { minutes }) => all + minutes, 0);
const ranked = (some: Made[]) =>
  clients
    .map((id) => ({ id, minutes: sum(some.filter(({ clientId }) => clientId === id)) }))
    .filter(({ minutes }) => minutes > 0)
    .sort((a, b) => b.minutes - a.minutes || a.id - b.id);

test.each(ranges)(
  "hours by client and day from $from to $to are those of the entries that stand",
  async (range) => {
    const series = seriesOf(await hoursByClient(database.db, range, 2));
    expect(sum(series)).toBe(sum(of(range)));
    const byClient = ranked(of(range));
    const others = sum(byClient.slice(2));
    const none = sum(of(range).filter(({ clientId }) => clientId === null));
    const found: (string | number)[][] = series.map(({ client, minutes }) => [
      typeof client === "string" ? client : client.id,
      minutes,
    ]);
    expect(found).toEqual([
      ...byClient.slice(0, 2).map(({ id, minutes }) => [id, minutes]),
      ...(others > 0 ? [["others", others]] : []),
      ...(none > 0 ? [["none", none]] : []),
    ]);
    for (const { client, days } of series) {
      if (typeof client === "string") continue;
      for (const [day, minutes] of days) {
        expect(minutes).toBe(sum(of(range).filter((one) => one.day === day && one.clientId === client.id)));
      }
    }
  },
);

test("whatever the days, and however many clients are named, each day has the hours of its entries", () =>
  fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)),
      fc.integer({ min: 0, max: 6 }),
      async (ends, most) => {
        const [from, to] = ends.toSorted() as [string, string];
        const standing = of({ from, to });
        const named = ranked(standing)
          .slice(0, most)
          .map(({ id }) => id);
        const expected = new Map<string, number>();
        for (const { day, clientId, minutes } of standing) {
          const client = clientId === null ? "none" : named.includes(clientId) ? clientId : "others";
          const key = `${day} ${client}`;
          expected.set(key, (expected.get(key) ?? 0) + minutes);
        }
        const rows = await hoursByClient(database.db, { from, to }, most);
        const found = rows.map(({ day, client, minutes }): [string, number] => [
          `${day} ${typeof client === "string" ? client : client.id}`,
          minutes,
        ]);
        expect(found).toHaveLength(expected.size);
        expect(new Map(found)).toEqual(expected);
        const series = seriesOf(rows).flatMap(({ client }) => (typeof client === "string" ? [] : client.id));
        expect(series).toEqual(named);
      },
    ),
    {
      numRuns: 80,
      examples: [
        [["2026-10-01", "2026-10-31"], 3],
        [["2099-02-01", "2099-02-28"], 5],
      ],
    },
  ));

test.each(ranges)("hours by dimension and label from $from to $to, whole months or not", async (range) => {
  const dimensionOf = (label: string) => /^[^:]+:(?=.)/s.exec(label)?.[0];
  const total = (has: (label: string) => boolean) => sum(of(range).filter(({ labels }) => labels.some(has)));
  const named = (names: string[], minutesOf: (name: string) => number) =>
    names
      .map((name) => [name, minutesOf(name)] as const)
      .filter(([, minutes]) => minutes > 0)
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const dimensions = [...new Set(pool.flatMap((label) => dimensionOf(label) ?? []))];
  const found = await hoursByDimension(database.db, range, 10);
  expect(found.map(({ dimension, minutes }) => [dimension, minutes] as const)).toEqual(
    named(dimensions, (name) => total((label) => dimensionOf(label) === name)),
  );
  for (const dimension of dimensions) {
    const labels = await hoursByLabel(database.db, range, dimension, 10);
    expect(labels.map(({ label, minutes }) => [label, minutes] as const)).toEqual(
      named(
        pool.filter((label) => dimensionOf(label) === dimension),
        (name) => total((label) => label === name),
      ),
    );
  }
});
