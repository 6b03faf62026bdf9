import { drizzle } from "drizzle-orm/postgres-js";
import { type Address, connect, type Database } from "../../db/connect.ts";
import * as schema from "../../db/schema.ts";
import * as people from "../../db/schema/people.ts";
import type { EntryFilter } from "../../server/entries/entry-filter.ts";
import { listEntries } from "../../server/entries/lists/actions.ts";
import type { BareSettings } from "./bare.ts";
import { atLeast, atMost, median, type Row } from "./figures.ts";
import { get, inTurn, load, timed } from "./measure.ts";
import type { Stage } from "./stage.ts";
import { settle } from "./storm.ts";
import { webhookLoad } from "./webhooks.ts";

const rounds = 5;
const seconds = 4;
const connections = 16;

/** What svc answers in a second beside a bare server that does the same, each at its best. */
export async function* benchRequests(stage: Stage, wanted: (name: string) => boolean): AsyncGenerator<Row> {
  const svc = await stage.startSvc();
  const token = await stage.token();
  const bare = await stage.startBare(await bareSettings(stage, token));
  const authorization = { authorization: `Bearer ${token}` };
  const ids = Array.from({ length: 500 }, () => 1 + Math.floor(Math.random() * stage.entries));

  const pair = async (name: string, least: number, ours: Partial<Gets>, theirs: Gets) => {
    const plan = { connections, seconds };
    // Once for each to warm up.
    await load({ ...plan, seconds: 2, url: svc.url, headers: authorization, ...theirs, ...ours });
    await load({ ...plan, seconds: 2, url: bare.url, ...theirs });
    const [a, b] = await inTurn(
      rounds,
      () => load({ ...plan, url: svc.url, headers: authorization, ...theirs, ...ours }),
      () => load({ ...plan, url: bare.url, ...theirs }),
    );
    const rate = (results: { perSecond: number }[]) => median(results.map(({ perSecond }) => perSecond));
    return atLeast(least, { name, svc: rate(a), baseline: rate(b), unit: "/s" });
  };

  if (wanted("read")) {
    const theirs = { path: "/entries/{id}", ids };
    yield await pair("single read, warm token", 0.6, { path: "/api/v1/time-entries/{id}" }, theirs);
  }
  if (wanted("list")) {
    yield await pair("list, 100 rows, warm token", 0.7, { path: "/api/v1/time-entries" }, { path: "/list" });
  }
  if (wanted("bcrypt")) {
    // More at once would only wait for each other.
    const theirs = { path: "/bcrypt", connections: 4 };
    const ours = { path: "/api/v1/me", connections };
    yield await pair("warm token, against bcrypt each time", 1000, ours, theirs);
  }
  if (wanted("cold")) yield await coldRow(stage, svc, bare);
  if (wanted("webhook")) yield await webhookRow(stage, svc, bare);
  await bare.stop();
  svc.kill("SIGKILL");
  await svc.exited;
}

type Gets = { path: string; ids?: number[]; connections?: number };

/** The first request of a token that was not seen before, one at a time. */
async function coldRow(stage: Stage, svc: { url: string }, bare: { url: string }): Promise<Row> {
  const first = async () => {
    const authorization = `Bearer ${await stage.token()}`;
    return timed(() => get(`${svc.url}/api/v1/time-entries/1`, { authorization }));
  };
  const [a, b] = await inTurn(11, first, () => timed(() => get(`${bare.url}/verify`)));
  return atMost(1.2, {
    name: "first request of a cold token",
    svc: median(a),
    baseline: median(b),
    unit: "ms",
  });
}

async function webhookRow(
  stage: Stage,
  svc: { url: string; kill(signal: NodeJS.Signals): void },
  bare: { url: string },
): Promise<Row> {
  const next = await webhookLoad(stage);
  // So many cannot be sent in that time.
  const send = (url: string, forSeconds = seconds) =>
    load({ url, connections, seconds: forSeconds, ...next(forSeconds * 4_000) });
  // What svc does after its answers must not slow down whom it is measured against.
  const others = async () => {
    svc.kill("SIGSTOP");
    try {
      return await send(bare.url);
    } finally {
      svc.kill("SIGCONT");
    }
  };
  // GitHub takes a reply a second: of what comes in four seconds here, most would wait for an hour and more.
  const ours = async (forSeconds = seconds) => {
    const result = await send(svc.url, forSeconds);
    await settle(stage);
    return result;
  };
  // About as many to each, until all of it is compiled.
  await ours(20);
  await send(bare.url, 10);
  const [a, b] = await inTurn(rounds, () => ours(), others);
  const rate = (results: { perSecond: number }[]) => median(results.map(({ perSecond }) => perSecond));
  return atLeast(0.5, { name: "webhook, entry durable", svc: rate(a), baseline: rate(b), unit: "/s" });
}

export async function bareSettings({ address, github }: Stage, token: string): Promise<Settings> {
  const payload = token.slice("svc_".length);
  const db = connect(address, { max: 1 });
  const [row] = await db.$client<{ id: number; hash: string }[]>`
    select id, hash from tokens where prefix = ${payload.slice(0, 8)}`;
  await db.$client.end();
  return {
    secret: github.config.webhookSecret,
    list: (await statementsOf(address, { kind: "time", labels: [] })).statements,
    token: { ...row!, secret: payload.slice(8) },
    withJobs: false,
  };
}

type Settings = Omit<BareSettings, "databaseUrl" | "port">;

/** What svc sends to the database for one page of 100 with its totals. */
export async function statementsOf(address: Address, filter: EntryFilter) {
  const { $client } = connect(address, { max: 4 });
  const statements: BareSettings["list"] = [];
  const logger = {
    logQuery: (text: string, values: unknown[]) =>
      void statements.push({ text, values: values as (string | number)[] }),
  };
  const db = Object.assign(drizzle($client, { schema: { ...schema, ...people }, logger }), { $client });
  const { totals } = await listEntries(db as Database, filter, { limit: 100 });
  await $client.end();
  return { statements, totals };
}
