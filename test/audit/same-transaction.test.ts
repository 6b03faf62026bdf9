import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { auditLog, sessions, tokens } from "../../db/schema/people.ts";
import type { Actor } from "../../server/audit/event.ts";
import { upsertUser } from "../../server/members/store.ts";
import { endSession, openSession, readSession, revokeSession } from "../../server/sessions/actions.ts";
import { issueToken, revokeToken } from "../../server/tokens/actions.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";
import { connected } from "../sessions/setup.ts";

let database: TestDatabase;
let userId: number;
beforeAll(async () => {
  database = await freshDatabase();
  const { $client: sql } = database.db;
  userId = (await upsertUser(database.db, { githubId: 1, login: "ada" })).id;
  // Which transaction wrote to which table, and a switch that has the next one fail when it commits.
  await sql.unsafe(`
    create table written (in_table text, transaction xid8);
    create function note_transaction() returns trigger language plpgsql as $$
      begin insert into written values (tg_table_name, pg_current_xact_id()); return null; end $$;
    create trigger noted after insert or update or delete on sessions for each row execute function note_transaction();
    create trigger noted after insert or update or delete on tokens for each row execute function note_transaction();
    create trigger noted after insert on audit_log for each row execute function note_transaction();
    create table failing (at_commit boolean);
    create function fail_at_commit() returns trigger language plpgsql as $$
      begin if exists (select from failing) then raise 'no commit today'; end if; return null; end $$;
    create constraint trigger failing after insert on audit_log deferrable initially deferred
      for each row execute function fail_at_commit();`);
}, 30_000);
afterAll(() => database.close());
beforeEach(async () => void (await database.db.$client`truncate written, failing`));

const who = { requestId: "request-1" };

async function signedIn() {
  const { db } = database;
  const { secret } = await openSession({ db }, { userId, via: "github", userAgent: null, ...who });
  return { secret, visitor: (await readSession({ db, config: connected }, secret))! };
}

/** What is audited here: each makes what it needs and gives the one step that is looked at. */
const changes: [string, () => Promise<() => Promise<unknown>>][] = [
  ["signing in", async () => () => signedIn()],
  [
    "signing in anew, in place of another session",
    async () => {
      const { secret: replaces } = await signedIn();
      return () =>
        openSession({ db: database.db }, { userId, via: "github", userAgent: null, replaces, ...who });
    },
  ],
  [
    "signing out",
    async () => {
      const { visitor } = await signedIn();
      return () => endSession({ db: database.db }, visitor, who.requestId);
    },
  ],
  [
    "ending a session from the list",
    async () => {
      const [{ visitor }, lost] = [await signedIn(), await signedIn()];
      return () => revokeSession({ db: database.db }, visitor, lost.visitor.sessionId, who.requestId);
    },
  ],
  [
    "making a token",
    async () => {
      const { visitor } = await signedIn();
      return () => makeToken(visitor.actor);
    },
  ],
  [
    "revoking a token",
    async () => {
      const { actor, user } = (await signedIn()).visitor;
      const { id: tokenId } = await makeToken(actor);
      return () => revokeToken({ db: database.db }, { tokenId, by: user, actor, ...who });
    },
  ],
];

test.each(changes)("%s and its entry in the log are one transaction", async (_, prepared) => {
  const { db } = database;
  const sql = db.$client;
  const step = await prepared();
  const before = await db.$count(auditLog);
  await sql`truncate written`;
  await step();
  expect((await db.$count(auditLog)) - before).toBe(1);
  const rows = await sql<{ inTable: string; transaction: string }[]>`
    select in_table as "inTable", transaction::text from written`;
  expect(rows.filter(({ inTable }) => inTable === "audit_log")).toHaveLength(1);
  expect(rows.length).toBeGreaterThan(1);
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
});

test.each(changes)("%s leaves neither where it comes to nothing at the very last", async (_, prepared) => {
  const { db } = database;
  const step = await prepared();
  const all = () => Promise.all([db.select().from(sessions), db.select().from(tokens), db.$count(auditLog)]);
  const before = await all();
  await db.$client`insert into failing values (true)`;
  expect(await refusalOf(step())).toMatchObject({ message: expect.stringContaining("no commit today") });
  expect(await all()).toEqual(before);
});

function makeToken(actor: Actor) {
  return issueToken({ db: database.db }, { userId, label: "laptop", actor, ...who });
}
