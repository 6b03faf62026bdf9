import { tally } from "../harness/load.ts";
import { killedOften } from "../harness/killed-often.ts";
import { holds, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { loaded, seconds } from "../harness/under-load.ts";
import { percentile, timed } from "../harness/waiting.ts";

export const killedInTheMiddle: Scenario = {
  number: 3,
  fault: "kill -9 in the middle of its work: 200 times during 1,000 comments",
  limitSeconds: 3_600,
  async run(stage) {
    return killedOften(await stage.world(), stage.chance, { kills: 200, comments: 1_000 });
  },
};

export const two: Scenario = {
  number: 23,
  fault: "two instances, 5,000 comments parted between them at random; a token revoked on one",
  limitSeconds: 1_800,
  async run(stage) {
    const world = await stage.world();
    const [one, other] = await Promise.all([world.start(), world.start()]);
    const token = await world.tokenFor("ada");
    for (const svc of [one, other])
      holds((await world.api(svc, "/me", token)).status === 200, "the token should work on both");
    let seen: Record<number, number> = {};
    const took = await timed(async () => (seen = await world.storm(5_000, { width: 16 })));
    await world.db.execute("update tokens set revoked_at = now(), revoked_by_id = user_id");
    for (const svc of [one, other]) {
      const { status } = await world.api(svc, "/me", token);
      holds(status === 401, `a revoked token got ${status}`);
    }
    await settled(world, { withinSeconds: 900 });
    const posts = world.github.requests.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/comments"),
    );
    return `${tally(seen)} in ${seconds(took)}; answered in ${posts.length} comments; revoked: 401 on both at the next request`;
  },
};

export const storm: Scenario = {
  number: 31,
  fault: "500 comments in a minute on one issue",
  limitSeconds: 600,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const issue = world.issues[0]!;
    const took: number[] = [];
    const posted: number[] = [];
    world.github.onComment(() => void posted.push(performance.now()));
    const start = performance.now();
    const under: Promise<unknown>[] = [];
    for (let count = 0; count < 500; count++) {
      under.push(timed(() => world.say({ issue })).then((ms) => took.push(ms)));
      await Bun.sleep(Math.max(0, start + (count + 1) * 115 - performance.now()));
    }
    await Promise.all(under);
    const said = performance.now() - start;
    await settled(world, { withinSeconds: 120 });
    const within = posted.map((at) => posted.filter((other) => other >= at && other < at + 60_000).length);
    holds(Math.max(...within) <= 60, `${Math.max(...within)} comments were posted in a minute`);
    const p99 = percentile(took, 0.99);
    holds(p99 < 500, `p99 of the webhook was ${Math.round(p99)} ms`);
    return `said in ${seconds(said)}, webhook p99 ${Math.round(p99)} ms; answered by ${posted.length} comments, at most ${Math.max(...within)} in a minute`;
  },
};

export const terminated: Scenario = {
  number: 38,
  fault: "SIGTERM under load, 20 times",
  limitSeconds: 900,
  async run(stage) {
    const world = await stage.world();
    const token = await world.tokenFor("ada");
    const ends: number[] = [];
    const cut: Record<number, number> = {};
    for (let round = 0; round < 20; round++) {
      const svc = await world.start();
      // A load balancer goes on sending to it until it is told.
      const load = loaded(world, { svc, token, width: 2, pauseMs: 10 });
      await Bun.sleep(stage.chance.whole(100, 800));
      const stopping = timed(() => world.stop(svc, "SIGTERM"));
      await Bun.sleep(1_500);
      const { seen } = await load.end();
      for (const [status, times] of Object.entries(seen))
        cut[Number(status)] = (cut[Number(status)] ?? 0) + times;
      ends.push(await stopping);
    }
    holds(world.answers.cut.length === 0, `cut without an answer: ${world.answers.cut.join(" ")}`);
    holds(Math.max(...ends) < 25_000, `it took ${seconds(Math.max(...ends))} to end`);
    await world.start();
    await settled(world, { withinSeconds: 180 });
    return `20 × exit 0 within ${seconds(Math.max(...ends))}; ${tally(cut)}`;
  },
};
