import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "../../db/connect.ts";
import type { ChangeListJson } from "../../server/entries/changes/json.ts";
import { insertEntries } from "../../server/entries/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";

let svc: TestApp;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  token = await svc.tokenFor("ada");
});
afterAll(() => svc.stop());

async function changes(after: number, limit = 100): Promise<ChangeListJson> {
  const response = await svc.api(`/changes?after=${after}&limit=${limit}`, token);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangeListJson;
}

const ids = ({ data }: ChangeListJson) => data.map(({ entry }) => entry.id);
const numbers = ({ data }: ChangeListJson) => data.map(({ seq }) => seq);

test("every entry comes once and in order, and afterwards only what is new", async () => {
  const made = [await anEntry(svc.db), await anEntry(svc.db), await anEntry(svc.db, { kind: "plan" })];
  const first = await changes(0, 2);
  expect(ids(first)).toEqual(made.slice(0, 2));
  expect(first).toMatchObject({ last_seq: 2, has_more: true });
  const second = await changes(first.last_seq);
  expect(ids(second)).toEqual(made.slice(2));
  expect(second).toMatchObject({ last_seq: 3, has_more: false });
  expect(await changes(3)).toEqual({ data: [], last_seq: 3, has_more: false });
  const late = await anEntry(svc.db);
  expect(ids(await changes(3))).toEqual([late]);
});

test("a write that is committed late comes after what was read meanwhile, and is left out by nobody", async () => {
  const { last_seq: start } = await changes(0, 1000);
  const slow = connect(svc.database.address, { max: 1 });
  const [begun, goOn] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const writing = slow.transaction(async (tx) => {
    const [model] = await svc.db.query.entries.findMany({ limit: 1 });
    const { id: _id, dimensions: _dimensions, ...row } = model!;
    const [id] = await insertEntries(tx, [{ ...row, commentId: 8_000_000 }]);
    begun.resolve(id!);
    await goOn.promise;
  });
  const early = await begun.promise;
  const later = await anEntry(svc.db);
  expect(early).toBeLessThan(later);
  const between = await changes(start);
  expect(ids(between)).toEqual([later]);
  goOn.resolve();
  await writing;
  expect(ids(await changes(between.last_seq))).toEqual([early]);
  await slow.$client.end();
});

test("under many writers and two readers each reader sees every entry once, with the same numbers and no gap", async () => {
  const { last_seq: start } = await changes(0, 1000);
  const working = { goesOn: true };
  async function follow(): Promise<[seq: number, id: number][]> {
    const seen: [number, number][] = [];
    let after = start;
    for (;;) {
      const isLast = !working.goesOn;
      const page = await changes(after, 7);
      seen.push(...page.data.map(({ seq, entry }): [number, number] => [seq, entry.id]));
      after = page.last_seq;
      if (isLast && !page.has_more) return seen;
    }
  }
  const readers = [follow(), follow()];
  const written = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const made: number[] = [];
      for (let i = 0; i < 20; i++) made.push(await anEntry(svc.db));
      return made;
    }),
  );
  working.goesOn = false;
  const [one, other] = await Promise.all(readers);
  expect(one).toEqual(other!);
  expect(one!.map(([seq]) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => start + 1 + i));
  expect(one!.map(([, id]) => id).toSorted((a, b) => a - b)).toEqual(
    written.flat().toSorted((a, b) => a - b),
  );
}, 30_000);

test("a correction comes after what it corrects, also where both are numbered at once", async () => {
  const { last_seq: start } = await changes(0, 1000);
  const root = svc.github.find.account("root") ?? svc.github.member("acme", "root", { role: "admin" });
  expect(root).toBeDefined();
  const old = await anEntry(svc.db);
  const response = await svc.send(
    new Request(`http://localhost/api/v1/time-entries/${old}/corrections`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await svc.tokenFor("root")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ minutes: 30, reason: "half of it" }),
    }),
  );
  expect(response.status).toBe(201);
  const { data } = await changes(start);
  expect(data.map(({ entry }) => [entry.minutes, entry.supersedes_id])).toEqual([
    [60, null],
    [30, old],
  ]);
});

test("more than are numbered at once come all the same, page by page", async () => {
  const { last_seq: start } = await changes(0, 1000);
  await svc.db.execute(sql`
    insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
      comment_id, command_no, commented_at)
    select 'time', 1, '2026-10-05', '{}', user_id, 'acme/web', 1, 1, 't', 100000 + n, 1, now()
    from (select user_id from entries limit 1) as one, generate_series(1, 5500) n`);
  let [after, seen, more] = [start, 0, true];
  while (more) {
    const page = await changes(after, 1000);
    expect(numbers(page)).toEqual(page.data.map((_, i) => after + 1 + i));
    [after, seen, more] = [page.last_seq, seen + page.data.length, page.has_more];
  }
  expect(seen).toBe(5500);
}, 30_000);

test("a number that was never given is refused: the consumer's copy is of another database", async () => {
  const response = await svc.api("/changes?after=1000000", token);
  expect(response.status).toBe(422);
  expect(((await response.json()) as { detail: string }).detail).toContain("start again from after=0");
});

test("a number that was told stays with its entry", async () => {
  const page = await changes(0, 1000);
  expect(numbers(page)).toEqual(page.data.map((_, i) => i + 1));
  for (const change of [
    sql`update entry_changes set seq = seq + 1000`,
    sql`delete from entry_changes`,
    sql`truncate entry_changes`,
  ]) {
    const refused = await Promise.resolve(svc.db.execute(change)).then(
      () => "done",
      () => "refused",
    );
    expect(refused).toBe("refused");
  }
});

test.each(["after=-1", "after=x", "after=1e3", "after=1&after=2", "limit=0", "limit=1001", "since=1"])(
  "%s is refused",
  async (query) => {
    const response = await svc.api(`/changes?${query}`, token);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "invalid_query" });
  },
);
