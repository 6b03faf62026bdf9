import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sessions } from "../../db/schema/people.ts";
import { upsertLocalAdmin } from "../../server/members/store.ts";
import { listOwnSessions } from "../../server/sessions/store.ts";
import { startSessions, unconnected } from "./setup.ts";

let world: Awaited<ReturnType<typeof startSessions>>;
let secret: string;
beforeAll(async () => {
  world = await startSessions();
}, 30_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.delete(sessions);
  secret = await world.open("ada");
});

const listed = async () => (await listOwnSessions(world.db, (await world.user("ada")).id)).length;

describe("a session is over (D20)", () => {
  const table: [string, { created?: string; seen?: string }, boolean][] = [
    ["when it was not used for 12 hours", { seen: "12 hours" }, true],
    ["but not a little before", { seen: "11 hours 59 minutes 50 seconds" }, false],
    ["when it is 7 days old, however much it is used", { created: "7 days" }, true],
    ["but not a little before", { created: "6 days 23 hours 59 minutes 50 seconds" }, false],
    ["when it is both", { created: "8 days", seen: "13 hours" }, true],
    ["but not for being a day old", { created: "1 day", seen: "1 hour" }, false],
  ];
  test.each(table)("%s: %j", async (_, times, isOver) => {
    await world.age(secret, times);
    expect((await world.read(secret)) === undefined).toBe(isOver);
    expect(await listed()).toBe(isOver ? 0 : 1);
  });

  test("for good: asking for a page does not bring it back", async () => {
    await world.age(secret, { seen: "12 hours" });
    for (let i = 0; i < 3; i++) expect(await world.read(secret)).toBeUndefined();
  });

  test("later, when it is used before: 12 hours are counted from the last use", async () => {
    await world.age(secret, { seen: "11 hours" });
    await world.read(secret);
    await world.db.update(sessions).set({ lastSeenAt: sql`last_seen_at - interval '11 hours'` });
    expect(await world.read(secret)).toBeDefined();
  });
});

describe("the clock that counts is the database's", () => {
  afterEach(() => void setSystemTime());

  test.each(["2000-01-01", "2100-01-01"])("not that of svc, which may think it is %s", async (date) => {
    setSystemTime(new Date(date));
    expect(await world.read(secret)).toBeDefined();
    expect(await listed()).toBe(1);
    await world.age(secret, { seen: "12 hours" });
    expect(await world.read(secret)).toBeUndefined();
  });
});

describe("a session of a sign-in link (D22)", () => {
  beforeEach(async () => {
    const { id: userId } = await upsertLocalAdmin(world.db);
    secret = await world.open("ada", { via: "link", userId });
  });

  test("lets in while there are such links", async () => {
    expect(await world.read(secret, unconnected)).toMatchObject({ via: "link", actor: { via: "link" } });
  });

  test("lets nobody in as soon as there are none any more", async () => {
    const elsewhere = [
      { ...unconnected, github: { ...unconnected.github, clientId: "id" } },
      { ...unconnected, github: { ...unconnected.github, appId: "1" } },
      { ...unconnected, host: "0.0.0.0" },
      { ...unconnected, publicUrl: "https://svc.example.com" },
    ];
    for (const config of elsewhere) expect(await world.read(secret, config)).toBeUndefined();
  });

  test("that names a member goes on, as one by GitHub does", async () => {
    const ofAda = await world.open("ada", { via: "link" });
    const elsewhere = { ...unconnected, github: { ...unconnected.github, clientId: "id" } };
    expect(await world.read(ofAda, elsewhere)).toMatchObject({ via: "link", user: { login: "ada" } });
  });
});

describe("sessions that are over are deleted", () => {
  const old = (many: number) =>
    world.db.execute(sql`
      insert into sessions (user_id, secret_hash, via, created_at, last_seen_at)
      select user_id, sha256(n::text::bytea), 'github', now() - interval '8 days', now() - interval '8 days'
      from generate_series(1, ${many}) as n, (select user_id from sessions limit 1) as ada`);

  test("at the next sign-in, and no others", async () => {
    await world.age(secret, { seen: "12 hours" });
    const stands = await world.open("eve");
    await world.open("ada");
    expect(await world.db.$count(sessions)).toBe(2);
    expect(await world.read(stands)).toBeDefined();
  });

  test("a hundred at a time, so that nobody waits long for signing in", async () => {
    await old(250);
    await world.open("ada");
    expect(await world.db.$count(sessions)).toBe(2 + 150);
    await world.open("ada");
    await world.open("ada");
    expect(await world.db.$count(sessions)).toBe(4);
  });

  test("without waiting for whoever has one of them in hand", async () => {
    await old(3);
    await world.db.$client.begin(async (sql) => {
      await sql`select 1 from sessions where created_at < now() - interval '7 days' limit 1 for update`;
      expect(await Promise.race([world.open("eve"), Bun.sleep(3_000).then(() => "waits")])).not.toBe("waits");
    });
    expect(await world.db.$count(sessions)).toBe(3);
  });

  test("also where many sign in at once: none waits for another's clearing", async () => {
    await old(300);
    const secrets = await Promise.all(Array.from({ length: 20 }, (_, n) => world.open(`person-${n % 5}`)));
    for (const one of secrets) expect(await world.read(one)).toBeDefined();
    expect(await world.db.$count(sessions)).toBe(21);
  });
});
