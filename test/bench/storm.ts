import { connect } from "../../db/connect.ts";
import { atLeast, median, type Row } from "./figures.ts";
import { inTurn, load } from "./measure.ts";
import type { Stage } from "./stage.ts";
import { webhookLoad } from "./webhooks.ts";

const commentsAMinute = 1000;
const seconds = 60;

/** A minute in which everybody logs their hours, while others read lists; and what a second instance makes of a full load. */
export async function* benchStorm(stage: Stage, wanted: (name: string) => boolean): AsyncGenerator<Row> {
  if (wanted("storm")) yield await storm(stage);
  if (wanted("instances")) yield* instances(stage);
}

async function storm(stage: Stage): Promise<Row> {
  const svc = await stage.startSvc();
  const headers = { authorization: `Bearer ${await stage.token()}` };
  const next = await webhookLoad(stage);
  await load({ url: svc.url, connections: 4, seconds: 2, ...next(100) });
  const comments = {
    connections: 64,
    seconds,
    perSecond: commentsAMinute / seconds,
    ...next(2 * commentsAMinute),
  };
  const lists = { connections: 2, seconds, headers, path: "/api/v1/time-entries" };
  const [{ p50, p99, worst, answers }] = await Promise.all([
    load({ url: svc.url, ...comments }),
    load({ url: svc.url, ...lists }),
  ]);
  await settle(stage);
  svc.kill("SIGKILL");
  await svc.exited;
  return {
    name: `${answers.toLocaleString("en")} comments in a minute, p99`,
    svc: `${p99.toFixed(0)} ms`,
    baseline: `p50 ${p50.toFixed(0)}, worst ${worst.toFixed(0)}`,
    reach: "< 500 ms",
    reached: p99 < 500,
  };
}

async function* instances(stage: Stage): AsyncGenerator<Row> {
  const [one, other] = [await stage.startSvc(), await stage.startSvc()];
  const headers = { authorization: `Bearer ${await stage.token()}` };
  const next = await webhookLoad(stage);
  const connections = 16;
  const kinds = {
    lists: () => ({ headers, path: "/api/v1/time-entries" }),
    webhooks: () => next(20_000),
  };
  for (const [name, requests] of Object.entries(kinds)) {
    const alone = () => shared([one], 4);
    const together = (forSeconds = 4) => shared([one, other], forSeconds);
    const shared = async (among: { url: string }[], forSeconds: number) => {
      const part = { connections: connections / among.length, seconds: forSeconds };
      const results = await Promise.all(among.map(({ url }) => load({ ...part, url, ...requests() })));
      await settle(stage);
      return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
    };
    // Two have twice as much code to compile.
    await together(20);
    const [a, b] = await inTurn(5, () => together(), alone);
    yield atLeast(1, {
      name: `${name}, two instances against one`,
      svc: median(a),
      baseline: median(b),
      unit: "/s",
    });
  }
  one.kill("SIGKILL");
  other.kill("SIGKILL");
  await Promise.all([one.exited, other.exited]);
}

/** Nothing is left to do: what a thousand confirmations, a second apart, would take is none of the next case's. */
export async function settle({ address }: Stage): Promise<void> {
  const db = connect(address, { max: 1, deadlineMs: 60_000 });
  await db.$client`delete from pgboss.job where state < 'active'`;
  await db.$client`update confirmations set state = 'posted', posted_at = now() where state <> 'posted'`;
  await db.$client.end();
}
