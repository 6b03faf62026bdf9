import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { clients, entries } from "../../db/schema.ts";
import type { EntryFilter, EntryKind } from "../../server/entries/entry-filter.ts";
import { matches } from "../../server/entries/label-filter.ts";
import { listEntries } from "../../server/entries/lists/actions.ts";
import { insertEntries, type NewEntry } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

/** An entry as the model knows it. Instants are milliseconds after the epoch. */
type Modelled = Drawn & {
  id: number;
  createdAt: number;
  supersededAt: number;
  supersededById: number | null;
};

let database: TestDatabase;
let rows: Modelled[];
beforeAll(async () => {
  database = await freshDatabase();
  rows = await fill(database, fc.sample(drawn, { numRuns: 200, seed: 11 }));
}, 60_000);
afterAll(() => database.close());

const logins = ["ada", "Linus", "grace-h"];
const clientCount = 3;
const label = fc.constantFrom(
  "wbso:dev",
  "wbso:speur",
  "wbso",
  "type:a",
  "type:b",
  "card:1",
  "card:2",
  "card:10",
  "card:1x",
  "c:",
  ":d",
);
const day = fc
  .date({ min: new Date("2026-08-28"), max: new Date("2026-11-03"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const repository = fc.constantFrom("acme/web", "Acme/Web", "acme/toolkit", "acme-labs/web");
const kind = fc.constantFrom<EntryKind>("time", "plan");
const start = Date.parse("2026-11-04T09:00:00Z");

const drawn = fc.record({
  kind,
  labels: fc.uniqueArray(label, { maxLength: 4 }),
  workedOn: day,
  minutes: fc.integer({ min: 1, max: 1440 }),
  login: fc.constantFrom(...logins),
  client: fc.option(fc.integer({ min: 1, max: clientCount })),
  repository,
  issueNumber: fc.integer({ min: 1, max: 3 }),
  /** How often it was corrected since, to an hour more each time. */
  corrections: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer D> ? D : never;

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const prefix = fc.constantFrom("wbso:", "wbso:d", "w", "ty", "c", "card:", "card:1", "none:");
const clientId = fc.option(fc.integer({ min: 1, max: clientCount + 1 }));
const user = fc.constantFrom("ada", "ADA", "linus", "GRACE-H", "nobody");
const ofRepository = fc.constantFrom("acme/web", "ACME/WEB", "acme/toolkit", "acme/none");
const days = { from: maybe(day), to: maybe(day) };
/** Of one of these the totals are kept; of several at once they are not. */
const alone = fc.oneof(
  ...[
    { labels: fc.uniqueArray(label, { maxLength: 1 }) },
    { prefix },
    { clientId },
    { user },
    { repository: ofRepository },
  ].map((one) => fc.record({ kind, labels: fc.uniqueArray(label, { maxLength: 0 }), ...days, ...one })),
);
const several = fc.record({
  kind,
  labels: fc.uniqueArray(label, { maxLength: 2 }),
  prefix: maybe(prefix),
  ...days,
  clientId: maybe(clientId),
  user: maybe(user),
  repository: maybe(ofRepository),
  issue: maybe(
    fc.record({
      repository: fc.constantFrom("acme/web", "Acme-Labs/Web"),
      number: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  withSuperseded: maybe(fc.constant(true)),
  asOf: maybe(fc.integer({ min: -10, max: 900 }).map((seconds) => new Date(start + seconds * 1000))),
});
const filter = fc.oneof(alone, several);

test("for random entries, many of them corrected, and random filters the list and its totals are those of a plain filter", async () => {
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 40 }), async (drawnFilter, limit) => {
      const given = Object.entries(drawnFilter).filter(([, value]) => value !== undefined);
      const asked = Object.fromEntries(given) as EntryFilter;
      const expected = rows.filter((row) => isOf(row, asked)).toSorted(newestFirst);
      const page = await listEntries(database.db, asked, { limit });
      expect(page.rows.map(({ id, supersededById }) => [id, supersededById])).toEqual(
        expected.slice(0, limit).map((row) => [row.id, supersededThen(row, asked)]),
      );
      expect(page.hasMore).toBe(expected.length > limit);
      expect(page.totals).toEqual({
        entries: expected.length,
        minutes: expected.reduce((sum, { minutes }) => sum + minutes, 0),
      });
    }),
    { numRuns: 400 },
  );
}, 60_000);

test("walked page by page, whatever the filter, each entry stands on one page", async () => {
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 9 }), async (drawnFilter, limit) => {
      const given = Object.entries(drawnFilter).filter(([, value]) => value !== undefined);
      const asked = Object.fromEntries(given) as EntryFilter;
      const walked: number[] = [];
      for (;;) {
        const last = rows.find(({ id }) => id === walked.at(-1));
        const page = await listEntries(database.db, asked, { limit, ...(last && { after: last }) });
        walked.push(...page.rows.map(({ id }) => id));
        if (!page.hasMore) break;
      }
      const expected = rows.filter((row) => isOf(row, asked)).toSorted(newestFirst);
      expect(walked).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
}, 60_000);

test("an entry is on the list from the very millisecond it was recorded until the one it was corrected", async () => {
  for (const row of rows.filter(({ supersededById }) => supersededById !== null)) {
    const isThere = async (moment: number) => {
      const asOf = new Date(moment);
      const page = await listEntries(database.db, { kind: row.kind, labels: [], asOf }, { limit: 1000 });
      return page.rows.some(({ id }) => id === row.id);
    };
    const { createdAt, supersededAt } = row;
    const moments = [createdAt - 1, createdAt, supersededAt - 1, supersededAt];
    expect(await Promise.all(moments.map(isThere))).toEqual([false, true, true, false]);
  }
}, 30_000);

/** The plain filter that the SQL is held against. */
function isOf(row: Modelled, asked: EntryFilter): boolean {
  const { from, to, clientId, user, repository, issue, withSuperseded, asOf } = asked;
  const moment = asOf?.getTime() ?? Infinity;
  const stands = withSuperseded === true || row.supersededAt > moment;
  return (
    row.kind === asked.kind &&
    matches(row.labels, asked) &&
    (from === undefined || row.workedOn >= from) &&
    (to === undefined || row.workedOn <= to) &&
    (clientId === undefined || row.client === clientId) &&
    (user === undefined || isSame(row.login, user)) &&
    (repository === undefined || isSame(row.repository, repository)) &&
    (!issue || (isSame(row.repository, issue.repository) && row.issueNumber === issue.number)) &&
    row.createdAt <= moment &&
    (stands || (asOf === undefined && row.supersededById === null))
  );
}

function supersededThen(row: Modelled, { asOf }: EntryFilter): number | null {
  return row.supersededAt <= (asOf?.getTime() ?? Infinity) ? row.supersededById : null;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function newestFirst(one: Modelled, other: Modelled): number {
  if (one.workedOn !== other.workedOn) return one.workedOn < other.workedOn ? 1 : -1;
  return other.id - one.id;
}

/** Writes the drawn entries, one each second, and then their corrections, one each second. */
async function fill({ db }: TestDatabase, all: Drawn[]): Promise<Modelled[]> {
  const names = Array.from({ length: clientCount }, (_, n) => ({ name: `Client ${n + 1}` }));
  await db.insert(clients).values(names);
  const people = new Map<string, number>();
  for (const [n, login] of logins.entries()) {
    people.set(login, (await upsertUser(db, { githubId: 4_100_000 + n, login })).id);
  }
  let clock = start;
  const made: Modelled[] = [];

  async function write(one: Drawn, n: number, superseded?: Modelled): Promise<Modelled> {
    clock += 1000;
    const row = { ...newEntry(one, n, people.get(one.login)!), createdAt: new Date(clock) };
    const id = await db.transaction(async (tx) => {
      const correction = superseded && {
        supersedesId: superseded.id,
        correctedById: row.userId,
        correctionReason: "forgot one",
      };
      const [added] = await insertEntries(tx, [{ ...row, ...correction }]);
      const mark = { supersededById: added!, supersededAt: row.createdAt };
      if (superseded) await tx.update(entries).set(mark).where(eq(entries.id, superseded.id));
      return added!;
    });
    Object.assign(superseded ?? {}, { supersededAt: clock, supersededById: id });
    const written = { ...one, id, createdAt: clock, supersededAt: Infinity, supersededById: null };
    made.push(written);
    return written;
  }

  for (const [n, one] of all.entries()) await write(one, n);
  for (const [n, first] of [...made].entries()) {
    let current = first;
    for (let round = 0; round < first.corrections; round++) {
      current = await write({ ...current, minutes: Math.min(1440, current.minutes + 60) }, n, current);
    }
  }
  return made;
}

const newEntry = (one: Drawn, n: number, userId: number): NewEntry => ({
  kind: one.kind,
  minutes: one.minutes,
  workedOn: one.workedOn,
  labels: one.labels,
  clientId: one.client,
  attribution: one.client === null ? null : { winner: null, runnersUp: [], deactivated: [] },
  userId,
  repository: one.repository,
  repositoryId: 9,
  issueNumber: one.issueNumber,
  issueTitle: "t",
  commentId: 5_000_000 + n,
  commandNo: 1,
  commentedAt: new Date(start),
});
