import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { auditLog, users } from "../../db/schema/people.ts";
import { recordEvent } from "../../server/audit/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
const actor = { userId: 1, via: "session", viaId: 7 } as const;
const event = { action: "token.created", target: { type: "token", id: 12 } } as const;
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.insert(users).values({ githubId: 1, login: "ada" });
  await recordEvent(
    database.db,
    { actor, requestId: "request-1" },
    { ...event, detail: { label: "laptop" } },
  );
}, 30_000);
afterAll(() => database.close());

test("an entry says who did what to what, when, over what, and on which request", async () => {
  const [entry] = await database.db.select().from(auditLog);
  expect(entry).toEqual({
    id: 1,
    at: expect.any(Date),
    actorId: 1,
    via: "session",
    viaId: 7,
    action: "token.created",
    targetType: "token",
    targetId: "12",
    detail: { label: "laptop" },
    requestId: "request-1",
  });
  const [clock] = await database.db.execute<{ near: boolean }>(
    sql`select at between now() - interval '1 minute' and now() as near from audit_log`,
  );
  expect(clock).toEqual({ near: true });
});

test("an entry needs nobody known, and then it names nobody", async () => {
  const target = { type: "sign_in", id: 4_000_001 };
  await database.db
    .transaction(async (tx) => {
      await recordEvent(tx, { actor: null, requestId: "r" }, { action: "sign_in.refused", target });
      const [entry] = (await tx.select().from(auditLog)).slice(-1);
      expect(entry).toMatchObject({ actorId: null, via: null, viaId: null, detail: {} });
      throw new Error("undone");
    })
    .catch(() => {});
  // Written in a transaction that came to nothing, it is not there.
  expect(await database.db.$count(auditLog)).toBe(1);
});

describe("the audit log is append-only:", () => {
  const statements: [string, string][] = [
    ["no entry is changed", "update audit_log set request_id = 'x'"],
    ["not even to what it was", "update audit_log set request_id = request_id"],
    ["nor by an update that meets none", "update audit_log set request_id = 'x' where false"],
    ["no entry is deleted", "delete from audit_log"],
    ["nor by a delete that meets none", "delete from audit_log where id = -1"],
    ["it is not emptied", "truncate audit_log"],
    ["nor with its numbers begun anew", "truncate audit_log restart identity"],
    [
      "nor along with the users whom it names",
      "alter table entries disable trigger user; alter table tokens disable trigger user; truncate users cascade",
    ],
    [
      "nor is an entry replaced by one that is added",
      `insert into audit_log (id, action, target_type, target_id, detail, request_id) overriding system value
       values (1, 'x', 'x', 'x', '{}', 'x') on conflict (id) do update set action = 'x'`,
    ],
    ["nor merged away", "merge into audit_log a using users u on a.actor_id = u.id when matched then delete"],
    [
      "nor changed in the course of another statement",
      "with gone as (delete from audit_log returning id) select * from gone",
    ],
  ];
  test.each(statements)("%s", async (_, statement) => {
    const before = await database.db.select().from(auditLog);
    const refusal = await refusalOf(database.db.$client.unsafe(statement));
    expect(refusal).toMatchObject({ code: "23001", message: "the audit log is append-only" });
    expect(await database.db.select().from(auditLog)).toEqual(before);
  });

  test("nobody whom it names can be deleted", async () => {
    expect(await refusalOf(database.db.$client`delete from users`)).toMatchObject({ code: "23503" });
  });
});

describe("an entry that is not whole is refused", () => {
  const row = { actor_id: null, via: null, via_id: null };
  const rows: [string, Record<string, string | number | null>][] = [
    ["somebody over nothing", { ...row, actor_id: 1 }],
    ["somebody without the session's id", { ...row, actor_id: 1, via: "session" }],
    ["nobody over a session", { ...row, via: "session", via_id: 7 }],
    ["over something unknown", { actor_id: 1, via: "telephone", via_id: 7 }],
    ["somebody who is not there", { actor_id: 999, via: "session", via_id: 7 }],
    ["without what was done", { ...row, action: null }],
    ["without what it was done to", { ...row, target_id: null }],
    ["without the request", { ...row, request_id: null }],
  ];
  test.each(rows)("%s", async (_, columns) => {
    const whole = {
      action: "x",
      target_type: "x",
      target_id: "x",
      detail: "{}",
      request_id: "x",
      ...columns,
    };
    const { $client: client } = database.db;
    const refusal = await refusalOf(client`insert into audit_log ${client(whole)}`);
    expect((refusal as { code?: string }).code).toMatch(/^23/);
  });
});
