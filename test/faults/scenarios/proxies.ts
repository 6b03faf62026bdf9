import { startPgBouncer } from "../../support/pgbouncer.ts";
import { type Door, publicHost, startReverseProxy } from "../../support/reverse-proxy.ts";
import { installedServer } from "../harness/installed-server.ts";
import { tally } from "../harness/load.ts";
import { holds, NotRun, programOrNotRun, type Scenario, type Stage } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { loaded, seconds } from "../harness/under-load.ts";
import type { World } from "../harness/world.ts";

// Beyond the numbered faults: what stands between svc and the rest where several run, with the files in deploy/.

export const behindHaproxy: Scenario = {
  number: 45,
  fault: "two instances behind HAProxy and PgBouncer on PostgreSQL 15: one killed, one drained, in turn",
  limitSeconds: 600,
  run: (stage) => behind(stage, "haproxy"),
};

export const behindNginx: Scenario = {
  number: 46,
  fault: "the same behind nginx",
  limitSeconds: 600,
  run: (stage) => behind(stage, "nginx"),
};

async function behind(stage: Stage, kind: "haproxy" | "nginx"): Promise<string> {
  const program = programOrNotRun(kind);
  programOrNotRun("openssl");
  const world = await stage.world({ programs: installedServer() });
  const pooler = await startPgBouncer(world.cluster.address, { poolSize: 8 });
  if (!pooler) throw new NotRun("PgBouncer is not installed: apt-get install pgbouncer");
  stage.afterwards(() => pooler.stop());
  const settings = { PUBLIC_URL: `https://${publicHost}`, DATABASE_POOLER: "transaction" };
  const start = (port?: number) =>
    world.start({ ...settings, ...(port && { PORT: String(port) }) }, pooler.address);
  let [one, other] = await Promise.all([start(), start()]);
  const proxy = await startReverseProxy(kind, program, [one.port, other.port]);
  stage.afterwards(() => proxy.stop());
  const byProxy = watched(world, proxy);
  const token = await world.tokenFor("ada");

  const load = loaded(world, { token, ask: byProxy.ask });
  let drained = 0;
  for (let round = 0; round < 3; round++) {
    await Bun.sleep(2_000);
    await world.kill(one);
    await Bun.sleep(stage.chance.whole(500, 2_000));
    one = await start(one.port);
    await Bun.sleep(4_000);
    const before = byProxy.failures();
    await world.stop(other, "SIGTERM");
    await Bun.sleep(1_000);
    drained += byProxy.failures() - before;
    other = await start(other.port);
    await Bun.sleep(4_000);
  }
  const { seen, slowest } = await load.end();
  holds((seen[200] ?? 0) > 100, `hardly anything went well: ${tally(seen)}`);
  holds(drained === 0, `${drained} requests failed while an instance was drained`);
  holds(slowest < 11_000, `an answer took ${Math.round(slowest)} ms`);
  await settled(world, { withinSeconds: 240 });
  return `3 × killed, 3 × drained: ${tally(seen)}, of which the proxy's own ${byProxy.failures()}, none of them while draining; the slowest ${seconds(slowest)}, all done afterwards`;
}

/** Has everything asked through the proxy, and tells its failures from those of svc, which have a request id. */
function watched(world: World, proxy: Door) {
  let failures = 0;
  async function see(asked: Promise<Response>): Promise<Response> {
    const answer = await asked.catch((error: unknown) => {
      failures += 1;
      throw error;
    });
    if (answer.status < 500 || answer.headers.has("x-request-id"))
      return world.answers.see(Promise.resolve(answer));
    failures += 1;
    await answer.text();
    return new Response(null, { status: answer.status });
  }
  world.github.webhookTo((request) => see(proxy.receive(request)));
  return {
    failures: () => failures,
    ask: (path: string, token: string) =>
      see(
        fetch(`${proxy.url}/api/v1${path}`, {
          headers: { ...proxy.headers, authorization: `Bearer ${token}` },
          tls: proxy.tls,
        }),
      ),
  };
}
