import { afterAll, beforeAll, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { connect } from "../../db/connect.ts";
import { takeLocks } from "../../db/locks.ts";
import { entries } from "../../db/schema.ts";
import { attributing, lockMappingsFor } from "../../server/clients/mappings/store.ts";
import { type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const logged = async (clientId?: number) => {
  const found = api.svc.db.select({ n: count() }).from(entries);
  const [row] = await (clientId === undefined ? found : found.where(eq(entries.clientId, clientId)));
  return row!.n;
};

/**
 * So many comments on issues with the label, each `/log 1h`; resolves when all are dealt with. A little apart: all at once
 * they would stand before every other request in the queue for a connection.
 */
function comments(howMany: number, label: string): Promise<unknown> {
  const issues = Array.from({ length: howMany }, () => api.svc.github.issue("acme/web", { labels: [label] }));
  const logging = issues.map(async (issue, place) => {
    await Bun.sleep(place * 20);
    return api.svc.github.comment(issue, "ada", "/log 1h");
  });
  return Promise.all(logging);
}

test("once a deactivation is answered nothing more is attributed to the client, with 100 comments under way", async () => {
  const client = await api.client("Globex");
  await api.mapping("client:globex", client);
  const logging = comments(100, "client:globex");
  while ((await logged(client.id)) < 5) await Bun.sleep(2);
  expect((await api.ask("POST", `/clients/${client.id}/deactivation`)).status).toBe(200);
  const then = await logged(client.id);
  await logging;
  expect(await logged(client.id)).toBe(then);
  // Those that came later are recorded all the same, without a client; those before keep theirs (spec 3.2).
  expect(await logged()).toBe(100);
  expect(then).toBeWithin(5, 100);
}, 60_000);

test("and no entry made before says that it was made after", async () => {
  const [client] = (await api.ask<{ data: { id: number; deactivated_at: string }[] }>("GET", "/clients")).body
    .data;
  const rows = await api.svc.db
    .select({ createdAt: entries.createdAt })
    .from(entries)
    .where(eq(entries.clientId, client!.id));
  const last = Math.max(...rows.map(({ createdAt }) => createdAt.getTime()));
  expect(last).toBeLessThanOrEqual(Date.parse(client!.deactivated_at));
});

test("once the deletion of a mapping is answered nothing more is attributed by it, with 50 comments under way", async () => {
  const client = await api.client("Hooli");
  const mapping = await api.mapping("client:hooli", client);
  const logging = comments(50, "client:hooli");
  while ((await logged(client.id)) < 3) await Bun.sleep(2);
  expect((await api.ask("DELETE", `/label-mappings/${mapping.id}`)).status).toBe(204);
  const then = await logged(client.id);
  await logging;
  expect(await logged(client.id)).toBe(then);
  expect(then).toBeWithin(3, 50);
}, 60_000);

test("however densely entries come, a deactivation and the deletion of a mapping get their turn", async () => {
  const client = await api.client("Initech");
  const mapping = await api.mapping("client:initech", client);
  const db = connect(api.svc.database.address, { max: 6 });
  const state = { over: false };
  // At any moment some of them hold the client, as they would under a load without a gap.
  const writing = Array.from({ length: 6 }, async (_, place) => {
    await Bun.sleep(place * 60);
    while (!state.over) {
      await db.transaction(async (tx) => {
        await takeLocks(tx, attributing);
        await lockMappingsFor(tx, ["client:initech"], "acme/web");
        await Bun.sleep(400);
      });
    }
  });
  await Bun.sleep(500);
  const statuses = [
    (await api.ask("POST", `/clients/${client.id}/deactivation`)).status,
    (await api.ask("DELETE", `/label-mappings/${mapping.id}`)).status,
  ];
  state.over = true;
  await Promise.all(writing);
  await db.$client.end();
  expect(statuses).toEqual([200, 204]);
}, 60_000);
