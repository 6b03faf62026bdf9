import { sql } from "drizzle-orm";
import { connect } from "../../../db/connect.ts";
import { holds, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { until } from "../harness/waiting.ts";
import type { World } from "../harness/world.ts";

export const beforeItIsKept: Scenario = {
  number: 1,
  fault: "kill -9 before the delivery is committed",
  async run(stage) {
    const world = await stage.world();
    const svc = await world.start();
    const release = await holdTable(world, "deliveries");
    const saying = world.say();
    await waiting(world, "deliveries");
    await world.kill(svc);
    await release();
    holds((await saying) === 0, "whoever sent it should see the connection cut");
    const [kept] = await world.db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from deliveries`,
    );
    holds(kept!.kept === 0, "nothing of it should be kept");
    await world.start();
    await settled(world, { lost: "asked for by svc", withinSeconds: 60 });
    return "the sender saw a reset, no row was left, and svc had it sent again at its next start";
  },
};

export const betweenKeepingAndAnswering: Scenario = {
  number: 2,
  fault: "kill -9 after the delivery is committed, before its answer",
  smoke: true,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start();
    const release = await holdTable(world, "entries");
    const saying = world.say();
    await waiting(world, "entries");
    await world.kill(svc);
    await release();
    holds((await saying) === 0, "whoever sent it should see the connection cut");
    await world.start();
    const { guid } = world.said[0]!;
    const again = await world.github.redeliver(guid);
    holds(again.status >= 200 && again.status < 300, `the redelivery was answered ${again.status}`);
    await settled(world);
    const [kept] = await world.db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from deliveries`,
    );
    holds(kept!.kept === 1, `${kept!.kept} rows for one delivery`);
    return `sent again with the same id: ${again.status}, one row, one entry, one confirmation`;
  },
};

export const afterGitHubTookTheComment: Scenario = {
  number: 4,
  fault: "kill -9 after GitHub took the comment, before that is noted",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start();
    // At the moment in which the comment stands there and its answer has not been sent.
    const ended = new Promise<void>((resolve) => {
      const stop = world.github.onComment(() => {
        stop();
        void world.kill(svc).then(resolve);
      });
    });
    await world.say();
    await ended;
    const [before] = await world.db.execute<{ state: string }>(sql`select state from confirmations`);
    holds(before!.state === "pending", "svc should not know yet that its comment stands there");
    await world.start();
    await settled(world, { withinSeconds: 120 });
    const posts = world.github.requests.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/comments"),
    );
    holds(posts.length === 1, `${posts.length} comments were posted`);
    return "found by its marker and not posted again";
  },
};

/** Holds everybody up who wants to write to a table. */
async function holdTable(world: World, table: "deliveries" | "entries"): Promise<() => Promise<void>> {
  const db = connect(world.cluster.address, { max: 1, deadlineMs: 60_000 });
  const released = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`lock table ${sql.identifier(table)} in exclusive mode`);
    taken.resolve();
    await released.promise;
  });
  holding.catch(taken.reject);
  await taken.promise;
  return async () => {
    released.resolve();
    await holding;
    await db.$client.end({ timeout: 1 });
  };
}

async function waiting(world: World, table: string): Promise<void> {
  await until(
    async () => {
      const [held] = await world.db.execute<{ held: boolean }>(sql`
        select exists (select from pg_locks where not granted and relation = ${table}::regclass) as held`);
      return held!.held;
    },
    10_000,
    `Nobody waited for the table ${table}`,
  );
}
