import { afterAll, beforeAll, expect, test } from "bun:test";
import { startFakeGitHub, type FakeGitHub } from "../../server/github/simulated/github.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { type FaultProxy, placeOf, startFaultProxy, through } from "../support/fault-proxy.ts";
import { launchSvc } from "../support/svc-process.ts";

let github: FakeGitHub;
let database: TestDatabase;
const proxies: FaultProxy[] = [];
beforeAll(async () => {
  github = await startFakeGitHub();
  database = await emptyDatabase();
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  await github.stop();
  await database.close();
});

const gone = "No PostgreSQL server answers at DATABASE_URL.";
const brokenOff = "PostgreSQL broke off, or does not answer just now.";
const outages: [string, (proxy: FaultProxy) => unknown, string][] = [
  ["nobody there", (proxy) => proxy.close(), gone],
  ["one that takes connections and says nothing", (proxy) => proxy.hang(), gone],
  ["one that cuts each connection", (proxy) => proxy.refuse(), brokenOff],
  ["one that breaks off in the middle", (proxy) => proxy.cutAfter("__drizzle_migrations"), brokenOff],
];

test.concurrent.each(outages)(
  "svc that starts before %s says so in one sentence and ends",
  async (_, happen, sentence) => {
    const proxy = await startFaultProxy(placeOf(database.address));
    proxies.push(proxy);
    await happen(proxy);
    const svc = await launchSvc({ address: through(proxy, database.address), github });
    expect(await svc.exited).toBe(1);
    const told = svc.lines.filter((line) => !line.startsWith("{"));
    expect(told).toEqual([expect.stringContaining(sentence)]);
    expect(svc.lines.filter((line) => /"level":[56]0|\bat .*\.ts:\d+/.test(line))).toEqual([]);
  },
  60_000,
);
