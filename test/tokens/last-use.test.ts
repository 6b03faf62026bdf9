import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { tokens } from "../../db/schema/people.ts";
import { startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
let token: Awaited<ReturnType<typeof world.issue>>;
beforeAll(async () => {
  world = await startTokens();
  token = await world.issue("ada");
  await world.db.execute(sql`create table written (id integer)`);
  await world.db.execute(sql`create function count_write() returns trigger language plpgsql as $$
    begin insert into written values (new.id); return new; end $$`);
  await world.db.execute(
    sql`create trigger counted after update on tokens for each row execute function count_write()`,
  );
}, 30_000);
afterAll(() => world.close());

const writes = async () => (await world.db.execute(sql`select 1 from written`)).length;
const lastUsed = async () =>
  (await world.db.select({ at: tokens.lastUsedAt }).from(tokens).where(eq(tokens.id, token.id)))[0]!.at;

test("1,000 requests within a minute on two instances are one write", async () => {
  const instances = [world.instance({ elsewhere: true }), world.instance({ elsewhere: true })];
  expect(await lastUsed()).toBeNull();
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => instances[i % 2]!.verify(token.header)));
  }
  await Promise.all(instances.map((instance) => instance.settled()));
  expect(await writes()).toBe(1);
  expect(Math.abs((await lastUsed())!.getTime() - Date.now())).toBeLessThan(60_000);
});

test("after a minute of the database's clock a new instance writes again, one that noted it less than a minute ago does not ask", async () => {
  const time = { now: 0 };
  const old = world.instance({ clock: () => time.now });
  await old.verify(token.header);
  await old.settled();
  await world.db
    .update(tokens)
    .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
    .where(eq(tokens.id, token.id));
  const before = await writes();
  time.now = 60_000;
  await old.verify(token.header);
  await old.settled();
  expect(await writes()).toBe(before);
  time.now = 61_000;
  await old.verify(token.header);
  await old.settled();
  expect(await writes()).toBe(before + 1);
  const fresh = world.instance();
  await fresh.verify(token.header);
  await fresh.settled();
  expect(await writes()).toBe(before + 1);
});

test("a use that cannot be noted fails no request, and is told to the log once", async () => {
  const verifier = world.instance();
  await world.db.execute(sql`alter table tokens disable trigger counted`);
  await world.db.update(tokens).set({ lastUsedAt: null }).where(eq(tokens.id, token.id));
  await world.db.execute(sql`alter table tokens enable trigger counted`);
  await world.db.execute(sql`alter table written rename to elsewhere`);
  for (let i = 0; i < 10; i++) expect((await verifier.verify(token.header)).token.id).toBe(token.id);
  await verifier.settled();
  await world.db.execute(sql`alter table elsewhere rename to written`);
  const warnings = world.logLines.filter((line) => line.includes("could not be noted"));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ tokenId: token.id, code: "42P01" }]);
});
