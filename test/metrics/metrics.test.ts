import { afterAll, beforeAll, expect, test } from "bun:test";
import dashboard from "../../docs/grafana-dashboard.json";
import { readNetworks } from "../../server/metrics/networks.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";

const token = "0123456789abcdef-metrics";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp({ config: { metrics: { token, networks: [] } } });
}, 30_000);
afterAll(() => svc.stop());

async function scraped(): Promise<string> {
  // What is told of a request is told after its answer.
  await Bun.sleep(20);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await svc.send(new Request("http://localhost/metrics", { headers }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  return answer.text();
}

/** The value of a series, 0 where there is none. */
function valueOf(text: string, series: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

test("requests are told by the route as it is written, whatever came of them", async () => {
  await svc.api("/label-mappings/4711");
  await svc.api("/label-mappings/4712");
  await svc.send(new Request("http://localhost/no/such/place"));
  await svc.send(new Request("http://localhost/healthz"));
  const text = await scraped();
  const count = (labels: string) => valueOf(text, `svc_http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",route="/api/v1/label-mappings/:id",status="4xx"')).toBe(2);
  expect(count('method="GET",route="none",status="4xx"')).toBe(1);
  expect(count('method="GET",route="/healthz",status="2xx"')).toBe(1);
  expect(text).not.toContain("4711");
});

test("deliveries and entries are told once they stand, and once however often they come", async () => {
  await aClient(svc.db, "Globex", "client:globex");
  const labelled = svc.github.issue("acme/web", { labels: ["client:globex"] });
  const first = await svc.github.comment(labelled, "ada", "/log 2h\n/plan 8h");
  await svc.github.redeliver(first.guid);
  const bare = svc.github.issue("acme/web", { labels: [] });
  await svc.github.comment(bare, "ada", "/log 1h");
  await svc.github.comment(bare, "ada", "/log 1d");
  await svc.github.comment(bare, "ada", "just talk");
  const text = await scraped();
  expect(valueOf(text, 'svc_entries_created_total{kind="time",attribution="client"}')).toBe(1);
  expect(valueOf(text, 'svc_entries_created_total{kind="plan",attribution="client"}')).toBe(1);
  expect(valueOf(text, 'svc_entries_created_total{kind="time",attribution="none"}')).toBe(1);
  expect(valueOf(text, 'svc_webhook_events_total{outcome="recorded"}')).toBe(2);
  expect(valueOf(text, 'svc_webhook_events_total{outcome="refused"}')).toBe(1);
  expect(valueOf(text, 'svc_webhook_events_total{outcome="no_command"}')).toBe(1);
  expect(valueOf(text, "svc_last_event_age_seconds")).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, "svc_last_event_age_seconds")).toBeLessThan(60);
  expect(text).toMatch(/svc_outbox_depth\{state="pending"\} \d+/);
});

test("what came of tokens is told, and GitHub's limits as it last said them", async () => {
  await svc.api("/me");
  await svc.api("/me", `svc_${"x".repeat(43)}`);
  const text = await scraped();
  expect(valueOf(text, 'svc_token_auth_total{result="accepted"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'svc_token_auth_total{result="refused"}')).toBe(1);
  const seen = { "x-ratelimit-remaining": "4711", "x-ratelimit-resource": "core" };
  svc.deps.metrics.hostAnswered(new Headers(seen));
  svc.deps.metrics.hostAnswered(new Headers({ ...seen, "x-ratelimit-remaining": "many" }));
  expect(valueOf(await scraped(), 'svc_codehost_rate_remaining{resource="core"}')).toBe(4711);
});

test("every series stands for few: none of their labels is a person's, a repository's or an address's", async () => {
  const labels = new Set(
    [...(await scraped()).matchAll(/^svc_\w+\{(.*)\}/gm)].flatMap(([, list]) => list!.match(/\w+(?==")/g)!),
  );
  expect([...labels].sort()).toEqual([
    "attribution",
    "kind",
    "le",
    "method",
    "outcome",
    "resource",
    "result",
    "route",
    "state",
    "status",
  ]);
});

test("to read them holds nobody up: nothing is looked at that Bun collects its garbage for", async () => {
  const text = await scraped();
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).not.toContain("heap_space");
});

test("the dashboard asks for nothing that is not told, and leaves out nothing of ours", async () => {
  const text = await scraped();
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = new Set(
    expressions.flatMap((expr) =>
      [...expr.matchAll(/\b([a-z_]+)\{/g)].map(([, name]) => name!.replace(/_(bucket|count|sum)$/, "")),
    ),
  );
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
  expect([...told].filter((name) => name.startsWith("svc_") && !asked.has(name))).toEqual([]);
});

test("docs/operations.md names every metric of ours with its labels", async () => {
  const text = await scraped();
  const told = [...text.matchAll(/^# TYPE (svc_\w+)/gm)].map(([, name]) => name!);
  const page = await Bun.file("docs/operations.md").text();
  const rows = new Map<string, string[]>(
    [...page.matchAll(/^\| `(svc_\w+)` +\|([^|]*)\|/gm)].map(([, name, labels]) => [
      name!,
      labels!.match(/\w+/g) ?? [],
    ]),
  );
  expect([...rows.keys()].sort()).toEqual(told.sort());
  for (const [name, labels] of rows) {
    const [, list = ""] = new RegExp(`^${name}(?:_count)?\\{(.*)\\}`, "m").exec(text) ?? [];
    expect({ name, labels: [...(list.match(/\w+(?==")/g) ?? [])] }).toEqual({ name, labels });
  }
});

test.each([
  ["without a token", {}],
  ["with another one", { authorization: "Bearer 0123456789abcdef-metricz" }],
  ["with a token of another scheme", { authorization: `Basic ${token}` }],
])("%s there is no such address", async (_, headers) => {
  const answer = await svc.send(
    new Request("http://localhost/metrics", { headers: headers as Record<string, string> }),
  );
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "not_found"]);
});

test("a network is let in by the other end of the connection, and never through a proxy or another site's name", async () => {
  const { networks } = readNetworks("127.0.0.0/8") as Extract<
    ReturnType<typeof readNetworks>,
    { networks: unknown }
  >;
  const one = await startApp({
    shared: { github: svc.github, database: svc.database },
    config: { metrics: { token: undefined, networks } },
  });
  one.app.listen({ port: 0, hostname: "127.0.0.1" });
  const statusOf = async (headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${one.app.server!.port}/metrics`, { headers })).status;
  expect(await statusOf()).toBe(200);
  expect(await statusOf({ "x-forwarded-for": "10.0.0.1" })).toBe(404);
  expect(await statusOf({ forwarded: "for=127.0.0.1" })).toBe(404);
  expect(await statusOf({ via: "1.1 proxy" })).toBe(404);
  expect(await statusOf({ host: "evil.example" })).toBe(421);
  expect((await one.send(new Request("http://localhost/metrics"))).status).toBe(404);
  await one.app.stop(true);
  await one.stop();
}, 30_000);

test("without a token and networks nothing is counted, and nobody is told", async () => {
  const one = await startApp({ shared: { github: svc.github, database: svc.database } });
  expect(one.deps.metrics.isOn).toBe(false);
  expect((await one.send(new Request("http://localhost/metrics"))).status).toBe(404);
  await one.stop();
}, 30_000);
