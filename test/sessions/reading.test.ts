import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { sessions, users } from "../../db/schema/people.ts";
import { openSession } from "../../server/sessions/actions.ts";
import { startSessions } from "./setup.ts";

let world: Awaited<ReturnType<typeof startSessions>>;
const queries: string[] = [];
beforeAll(async () => {
  world = await startSessions();
  const debug = (_: number, query: string) => void queries.push(query);
  Object.assign(world.db.$client.options, { debug });
}, 30_000);
afterAll(() => world.close());
// Awaited here: a hook that returns a query does not begin it.
beforeEach(async () => void (await world.db.delete(sessions)));

describe("a session's secret", () => {
  test("is 32 bytes of chance, of which the database holds the SHA-256 and nothing else", async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => world.open("ada")));
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const rows = await world.db.select().from(sessions);
    const digests = secrets.map((secret) => createHash("sha256").update(secret).digest("hex"));
    expect(rows.map((row) => Buffer.from(row.secretHash).toString("hex")).sort()).toEqual(digests.sort());
    const kept = JSON.stringify([rows, await world.events()]);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  test("is for the browser to keep as long as the session can last", async () => {
    const { id: userId } = await world.user("ada");
    const asked = { userId, via: "github", userAgent: null, requestId: "a test" } as const;
    const { maxAgeSeconds } = await openSession({ db: world.db }, asked);
    expect(maxAgeSeconds).toBe(7 * 24 * 60 * 60);
  });

  test("lets in whom it was given to, with the role and the login of now", async () => {
    const secret = await world.open("ada");
    const { id } = await world.user("ada");
    const [row] = await world.db.select().from(sessions);
    expect(await world.read(secret)).toEqual({
      sessionId: row!.id,
      via: "github",
      user: { id, login: "ada", admin: false },
      actor: { userId: id, via: "session", viaId: row!.id },
    });
    await world.db.update(users).set({ admin: true, login: "ada-lovelace" });
    expect((await world.read(secret))!.user).toEqual({ id, login: "ada-lovelace", admin: true });
    await world.db.update(users).set({ admin: false, login: "ada" });
  });

  test("in any other spelling lets in nobody", async () => {
    const secret = await world.open("ada");
    const hash = createHash("sha256").update(secret).digest();
    for (const other of [
      undefined,
      "",
      secret.slice(0, -1),
      `${secret}A`,
      `${secret} `,
      `${secret}=`,
      `${secret}\n`,
      `"${secret}"`,
      secret.toUpperCase(),
      secret.toLowerCase(),
      // The last of 43 characters has two bits that stand for nothing.
      secret.slice(0, -1) + neighbour(secret.at(-1)!),
      hash.toString("base64url"),
      hash.toString("hex"),
    ]) {
      expect([other, await world.read(other)]).toEqual([other, undefined]);
    }
  });

  test("cannot be anything but 43 characters: nothing else is even looked up", async () => {
    queries.length = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        fc.pre(!/^[\w-]{43}$/.test(text));
        expect(await world.read(text)).toBeUndefined();
      }),
    );
    expect(queries).toEqual([]);
  });
});

describe("reading a session", () => {
  test("is one query", async () => {
    const secret = await world.open("ada");
    await world.read(secret);
    for (const [name, value] of [
      ["one that stands", secret],
      ["one that there is none of", "x".repeat(43)],
    ] as const) {
      queries.length = 0;
      await world.read(value);
      expect([name, queries.length, queries[0]?.slice(0, 6)]).toEqual([name, 1, "select"]);
    }
  });

  test("finds it by an index, however many there are", async () => {
    const secret = await world.open("ada");
    await world.db.execute(sql`
      insert into sessions (user_id, secret_hash, via)
      select user_id, sha256(n::text::bytea), 'github'
      from generate_series(1, 5000) as n, (select user_id from sessions limit 1) as ada`);
    await world.db.execute(sql`analyze sessions`);
    queries.length = 0;
    await world.read(secret);
    const plan = await world.db.$client.unsafe(
      `explain ${queries[0]!.replace("$1", "'\\x00'")}`.replace(/\$\d/g, "1"),
    );
    const text = plan.map((line) => String(line["QUERY PLAN"])).join("\n");
    expect(text).toContain("sessions_secret_hash_unique");
    expect(text).not.toContain("Seq Scan on sessions");
  });
});

describe("the last use", () => {
  beforeAll(async () => {
    await world.db.execute(sql`create table written (id bigint)`);
    await world.db.execute(sql`create function count_write() returns trigger language plpgsql as $$
      begin insert into written values (new.id); return new; end $$`);
    await world.db.execute(
      sql`create trigger counted after update on sessions for each row execute function count_write()`,
    );
  });
  beforeEach(async () => void (await world.db.execute(sql`truncate written`)));
  const writes = async () => (await world.db.execute(sql`select 1 from written`)).length;

  test("is noted once in a minute, also when a hundred pages are asked for at once", async () => {
    const secret = await world.open("ada");
    await Promise.all(Array.from({ length: 100 }, () => world.read(secret)));
    expect(await writes()).toBe(0);
    await world.age(secret, { seen: "61 seconds" });
    await world.db.execute(sql`truncate written`);
    await Promise.all(Array.from({ length: 100 }, () => world.read(secret)));
    expect(await writes()).toBe(1);
    await world.read(secret);
    expect(await writes()).toBe(1);
  });

  test("is not noted again before a minute is over", async () => {
    const secret = await world.open("ada");
    await world.age(secret, { seen: "55 seconds" });
    await world.db.execute(sql`truncate written`);
    await world.read(secret);
    expect(await writes()).toBe(0);
  });

  test("is the time of the use, and is that session's alone", async () => {
    const [one, other] = [await world.open("ada"), await world.open("ada")];
    await world.age(one, { seen: "2 hours" });
    await world.age(other, { seen: "2 hours" });
    await world.read(one);
    const rows = await world.db
      .select({ isRecent: sql<boolean>`last_seen_at > now() - interval '1 minute'` })
      .from(sessions)
      .orderBy(sessions.id);
    expect(rows).toEqual([{ isRecent: true }, { isRecent: false }]);
  });
});

/** The character that stands for the same bytes with the spare bits set otherwise. */
function neighbour(character: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return alphabet[alphabet.indexOf(character) ^ 1]!;
}
