import { afterAll, beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { chanceOf } from "./harness/chance.ts";
import { breaches } from "./harness/invariants.ts";
import { settled } from "./harness/settling.ts";
import { makeWorld, type World } from "./harness/world.ts";

// Whoever judges has to be able to say no: each invariant is broken by hand, and that has to be seen.

let world: World;
beforeAll(async () => {
  world = await makeWorld(chanceOf(3), { github: { issues: 1 } });
  await world.start();
  await world.storm(4);
  await settled(world);
}, 60_000);
afterAll(() => world.close());

/** Past the triggers that keep entries as they are. */
async function tamper(statement: SQL): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}

const kinds = async () => [...new Set((await breaches(world)).map((breach) => breach.slice(0, 2)))].sort();
const first = sql`(select min(id) from entries)`;

test("nothing is wrong while nothing is", async () => {
  expect(await breaches(world)).toEqual([]);
});

test("I1: an entry that stands for another comment, and one that says another time", async () => {
  await tamper(sql`update entries set comment_id = comment_id + 1000000 where id = ${first}`);
  expect(await kinds()).toContain("I1");
  await tamper(sql`update entries set comment_id = comment_id - 1000000 where id = ${first}`);
  await tamper(sql`update entries set minutes = minutes + 1 where id = ${first}`);
  expect(await kinds()).toEqual(["I1"]);
  await tamper(sql`update entries set minutes = minutes - 1 where id = ${first}`);
  expect(await kinds()).toEqual([]);
});

test("I2: one more than was said", async () => {
  const rows = await world.db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'entries' and is_generated = 'NEVER' and column_name <> 'id'`);
  const names = sql.join(
    [...rows].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  // Another number, since a second one of the same is more than the table lets in.
  const values = sql.join(
    [...rows].map(({ name }) => (name === "command_no" ? sql`9` : sql.identifier(name))),
    sql`, `,
  );
  await tamper(sql`insert into entries (${names}) select ${values} from entries where id = ${first}`);
  expect(await kinds()).toContain("I2");
  await tamper(sql`delete from entries where command_no = 9`);
  expect(await kinds()).toEqual([]);
});

test("I3, I5: other labels, another client, another person", async () => {
  const breaking = [
    ["I3", sql`labels = labels || '{x}'::text[]`, sql`labels = labels[:cardinality(labels) - 1]`],
    ["I5", sql`client_id = coalesce(client_id, 0) + 1`, sql`client_id = nullif(client_id - 1, 0)`],
    ["I5", sql`user_id = user_id + 1000`, sql`user_id = user_id - 1000`],
  ] as const;
  await tamper(sql`
    insert into users (id, github_id, login) overriding system value
    select id + 1000, github_id + 1000000, login || '2' from users`);
  for (const [kind, broken, mended] of breaking) {
    await tamper(sql`update entries set ${broken} where id = ${first}`);
    expect(await kinds()).toEqual([kind]);
    await tamper(sql`update entries set ${mended} where id = ${first}`);
    expect(await kinds()).toEqual([]);
  }
});

test("I4: an answer that stands twice, nowhere, or that svc does not know of", async () => {
  const issue = world.issues.find(({ comments }) => comments.some((comment) => comment.byOurApp))!;
  const answer = issue.comments.find((comment) => comment.byOurApp)!;
  issue.comments.push(answer);
  expect(await kinds()).toEqual(["I4"]);
  issue.comments = issue.comments.filter((comment) => comment !== answer);
  expect(await kinds()).toEqual(["I4"]);
  issue.comments.push(answer, { ...answer, body: `<!-- svc:v1:${crypto.randomUUID()} -->` });
  expect(await kinds()).toEqual(["I4"]);
  issue.comments.pop();
});

test("I6: a failure that the log does not know", async () => {
  await world.answers.see(
    Promise.resolve(new Response("", { status: 500, headers: { "x-request-id": "nowhere" } })),
  );
  expect(await kinds()).toEqual(["I6"]);
  world.answers.failures.pop();
});

test("I7: a secret in an answer, in the log, in a table", async () => {
  expect(await kinds()).toEqual([]);
  const { webhookSecret } = world.github.config;
  await tamper(
    sql`update deliveries set detail = ${webhookSecret} where id = (select min(id) from deliveries)`,
  );
  expect(await breaches(world)).toEqual(["I7: a secret in the table public.deliveries"]);
  await world.answers.see(Promise.resolve(new Response(`token ghs_${"a".repeat(36)}`)));
  expect(await breaches(world)).toContain("I7: a token of GitHub's in an answer");
});
