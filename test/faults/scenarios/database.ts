import { sql } from "drizzle-orm";
import { startPgBouncer } from "../../support/pgbouncer.ts";
import { summed, tally } from "../harness/load.ts";
import { rssOf } from "../harness/process.ts";
import { holds, NotRun, type Scenario, type Stage } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { runTests } from "../harness/shown-by.ts";
import { loaded, seconds, worksWithin } from "../harness/under-load.ts";
import type { World } from "../harness/world.ts";

export const restarted: Scenario = {
  number: 18,
  fault: "PostgreSQL restarted (immediate) under load",
  async run(stage) {
    const world = await stage.world();
    const svc = await world.start();
    const token = await world.tokenFor("ada");
    const load = loaded(world, { svc, token });
    const back: number[] = [];
    for (let round = 0; round < 3; round++) {
      await Bun.sleep(1_500);
      await world.cluster.stop("immediate");
      await Bun.sleep(stage.chance.whole(200, 3_000));
      await world.cluster.start();
      back.push(await worksWithin(world, svc, 5_000));
    }
    const { seen, slowest } = await load.end();
    holds(svc.lines.length > 0 && world.alive.has(svc), "the process should stay up");
    holds((seen[503] ?? 0) > 0, `no request met the restart: ${tally(seen)}`);
    holds(slowest < 6_500, `an answer took ${Math.round(slowest)} ms`);
    await settled(world, { withinSeconds: 180 });
    return `3 restarts: ${tally(seen)}; the slowest answer ${seconds(slowest)}; in work again after ${back.map(seconds).join(", ")}`;
  },
};

export const hung: Scenario = {
  number: 19,
  fault: "PostgreSQL hangs for 60 s (SIGSTOP)",
  async run(stage) {
    const world = await stage.world();
    const svc = await world.start();
    const token = await world.tokenFor("ada");
    await world.storm(10);
    const before = rssOf(svc.pid);
    const load = loaded(world, { svc, token, width: 50, pauseMs: 100 });
    world.cluster.freeze();
    let healthy = 0;
    let notReady = 0;
    for (const end = performance.now() + 60_000; performance.now() < end; await Bun.sleep(1_000)) {
      healthy += Number((await fetch(`${svc.url}/healthz`)).status === 200);
      notReady += Number((await fetch(`${svc.url}/readyz`)).status === 503);
    }
    const grown = rssOf(svc.pid) - before;
    world.cluster.thaw();
    const back = await worksWithin(world, svc, 10_000);
    const { seen, slowest } = await load.end();
    holds(healthy > 5 && notReady > 5, `healthy ${healthy} times, not ready ${notReady} times`);
    holds(slowest < 6_500, `an answer took ${Math.round(slowest)} ms`);
    holds(grown < 100, `memory grew by ${grown} MB`);
    await settled(world, { withinSeconds: 180 });
    return `${tally(seen)}, the slowest ${seconds(slowest)}; /healthz 200, /readyz 503; +${Math.max(0, Math.round(grown))} MB; in work again after ${seconds(back)}`;
  },
};

export const answerOfTheCommitLost: Scenario = {
  number: 20,
  fault: "the connection is cut after COMMIT was sent",
  smoke: true,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    // Without prepared statements each COMMIT is sent in words, which is what the proxy looks for.
    await world.start({ DATABASE_POOLER: "transaction" });
    const statuses: number[] = [];
    for (let cut = 0; cut < 6; cut++) {
      world.proxy.cutAfter("commit");
      statuses.push(await world.say());
      world.proxy.heal();
      await Bun.sleep(50);
    }
    holds(statuses.includes(503), `no COMMIT was cut: ${statuses.join(" ")}`);
    const [kept] = await world.db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from deliveries`,
    );
    await settled(world);
    return `answered ${statuses.join(" ")}; ${kept!.kept} deliveries stood all the same, and were not kept twice`;
  },
};

export const noConnectionLeft: Scenario = {
  number: 22,
  fault: "5 connections in all; two instances behind PgBouncer in transaction mode, which is restarted",
  limitSeconds: 600,
  async run(stage) {
    const world = await stage.world({
      settings: { max_connections: "9", superuser_reserved_connections: "4" },
    });
    const svc = await world.start();
    const token = await world.tokenFor("ada");
    const load = loaded(world, { svc, token, width: 16 });
    await Bun.sleep(8_000);
    const { seen, slowest } = await load.end();
    holds(world.alive.has(svc), "the process should stay up");
    holds(slowest < 7_000, `an answer took ${Math.round(slowest)} ms`);
    await settled(world, { withinSeconds: 180 });
    await world.stop(svc);
    return `${tally(seen)}, the slowest ${seconds(slowest)}, all done afterwards; PgBouncer: ${await pooled(stage, world, token)}`;
  },
};

async function pooled(stage: Stage, world: World, token: string): Promise<string> {
  const pooler = await startPgBouncer(world.cluster.address, { poolSize: 4 });
  if (!pooler) throw new NotRun("PgBouncer is not installed: apt-get install pgbouncer");
  stage.afterwards(() => pooler.stop());
  const [one, other] = await Promise.all(
    [1, 2].map(() => world.start({ DATABASE_POOLER: "transaction" }, pooler.address)),
  );
  const loads = [one!, other!].map((svc) => loaded(world, { svc, token }));
  for (const downMs of [0, 500, 2_000]) {
    await Bun.sleep(1_500);
    await pooler.restart(downMs);
  }
  await Bun.sleep(1_500);
  const ended = await Promise.all(loads.map((load) => load.end()));
  const slowest = Math.max(...ended.map((load) => load.slowest));
  for (const svc of [one!, other!])
    holds(world.alive.has(svc), `an instance ended: ${svc.lines.slice(-5).join(" ").slice(-1_500)}`);
  holds(slowest < 7_000, `by way of PgBouncer an answer took ${Math.round(slowest)} ms`);
  await settled(world, { withinSeconds: 240 });
  const all = summed(ended.map(({ seen }) => seen));
  return `${tally(all)}, the slowest ${seconds(slowest)}, all done afterwards`;
}

export const started: Scenario = {
  number: 24,
  fault: "8 first starts at once; the migrating one killed; a newer schema",
  limitSeconds: 600,
  async run(stage) {
    const world = await stage.world({ empty: true, github: { issues: 1 } });
    const eight = await Promise.all(Array.from({ length: 8 }, () => world.start()));
    const [twice] = await world.db.execute<{ twice: number }>(sql`
      select count(*)::int - count(distinct hash)::int as twice from drizzle.__drizzle_migrations`);
    holds(twice!.twice === 0, `${twice!.twice} migrations were applied twice`);
    for (const svc of eight) await world.kill(svc);
    let killed = 0;
    for (let round = 0; round < 8; round++) {
      await world.db.execute(sql`drop schema public, drizzle, pgboss cascade`);
      await world.db.execute(sql`create schema public authorization svc`);
      const doomed = await world.launch();
      await Bun.sleep(stage.chance.whole(150, 1_500));
      await world.kill(doomed);
      const [left] = await world.db.execute<{ whole: boolean }>(
        sql`select to_regclass('pgboss.job') is not null as whole`,
      );
      if (!left!.whole) killed += 1;
      await world.kill(await world.start());
    }
    const newer = await runTests({
      file: "db/migrate.test.ts",
      name: "a database made by a newer svc is refused",
    });
    return `8 of 8 started, no migration twice; killed in 8 starts, ${killed} times before the tables were whole, and the next start was good each time; ${newer}`;
  },
};
