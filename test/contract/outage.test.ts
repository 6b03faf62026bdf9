import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "../../db/connect.ts";
import { startApp } from "../support/app.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { placeOf, startFaultProxy, through } from "../support/fault-proxy.ts";

test("without its database svc answers 503 with when to come back, and says no more", async () => {
  const svc = await startApp();
  const token = await svc.tokenFor("ada");
  const issue = svc.github.issue("acme/web");
  expect((await svc.api("/time-entries", token)).status).toBe(200);
  expect((await svc.send(new Request("http://localhost/readyz"))).status).toBe(200);
  await svc.jobs.stop(1);
  await svc.database.close();

  const answers = [
    await svc.api("/time-entries", token),
    await svc.api("/time-entries", `svc_${"A".repeat(43)}`),
    await svc.send(new Request("http://localhost/readyz")),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      code: "database_unavailable",
      detail: "The database cannot be reached just now. Try again in some seconds.",
    });
  }
  // GitHub counts it as failed and can be asked for it again; nothing was accepted that is then lost.
  expect((await svc.github.comment(issue, "ada", "/log 2h")).status).toBe(503);
  expect((await svc.send(new Request("http://localhost/healthz"))).status).toBe(200);
  await svc.github.stop();
}, 30_000);

test("with its database hung every door answers 503 within six seconds, and all work within ten of its return", async () => {
  const real = await freshDatabase();
  const proxy = await startFaultProxy(placeOf(real.address));
  const address = through(proxy, real.address);
  const db = connect(address);
  const calm = await startApp();
  const shared = {
    github: calm.github,
    database: { address, db, close: () => db.$client.end({ timeout: 1 }) },
  };
  const svc = await startApp({ shared });
  calm.github.webhookTo(svc.send);
  const token = await svc.tokenFor("ada");
  const ada = await svc.signedIn("ada");
  const issue = svc.github.issue("acme/web");
  expect((await svc.github.comment(issue, "ada", "/log 1h")).status).toBe(200);
  await svc.github.whenCommented(issue);
  expect((await ada.get("/admin")).status).toBe(200);

  proxy.hang();
  const doors: Record<string, () => Promise<Pick<Response, "status"> | Response>> = {
    list: () => svc.api("/time-entries", token),
    csv: () => svc.api("/time-entries?format=csv", token),
    "unknown token": () => svc.api("/time-entries", `svc_${"A".repeat(43)}`),
    page: () => ada.get("/admin"),
    "sign-in": () => svc.visitor().get("/sign-in"),
    webhook: () => svc.github.comment(issue, "ada", "/log 2h"),
    ready: () => svc.send(new Request("http://localhost/readyz")),
    healthy: () => svc.send(new Request("http://localhost/healthz")),
  };
  const asked = Object.entries(doors).flatMap((door) => Array.from({ length: 12 }, () => door));
  const answers = await Promise.all(
    asked.map(async ([name, ask]) => {
      const start = performance.now();
      const answer = await ask();
      expect(performance.now() - start).toBeLessThan(6_000);
      if (answer instanceof Response && answer.status === 503)
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      return `${name} ${answer.status}`;
    }),
  );
  expect([...new Set(answers)].sort()).toEqual([
    "csv 503",
    "healthy 200",
    "list 503",
    "page 503",
    "ready 503",
    "sign-in 200",
    "unknown token 503",
    "webhook 503",
  ]);

  proxy.heal();
  const start = performance.now();
  const works = async () => {
    const next = svc.github.issue("acme/web");
    const { status } = await svc.github.comment(next, "ada", "/log 3h");
    if (status === 200) await svc.github.whenCommented(next, 1, 10_000);
    return status === 200 && (await svc.api("/time-entries", token)).status === 200;
  };
  while (!(await works())) await Bun.sleep(100);
  expect(performance.now() - start).toBeLessThan(10_000);
  await svc.stop();
  await db.$client.end({ timeout: 1 });
  await calm.stop();
  await proxy.close();
  await real.close();
}, 60_000);

/** An svc whose database the test may ruin. */
async function withSvc(work: (svc: Awaited<ReturnType<typeof startApp>>) => Promise<void>): Promise<void> {
  const svc = await startApp();
  try {
    await work(svc);
  } finally {
    await svc.stop();
  }
}

const readyz = (svc: { send: (request: Request) => Promise<Response> }) =>
  svc.send(new Request("http://localhost/readyz"));

test(
  "a full disk refuses what is written with 503, lists go on, and what GitHub sends again is recorded",
  () =>
    withSvc(async (svc) => {
      const issue = svc.github.issue("acme/web");
      await svc.db.execute(sql`
      create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      await svc.db.execute(
        sql`create trigger disk_full before insert on deliveries execute function disk_full()`,
      );
      const delivery = await svc.github.comment(issue, "ada", "/log 2h");
      expect(delivery.status).toBe(503);
      expect(JSON.parse(delivery.answer)).toMatchObject({ code: "database_unavailable" });
      expect((await svc.api("/time-entries")).status).toBe(200);
      await svc.db.execute(sql`drop trigger disk_full on deliveries`);
      expect((await svc.github.redeliver(delivery.guid)).status).toBe(200);
      const { data } = (await (await svc.api("/time-entries")).json()) as { data: unknown[] };
      expect(data).toHaveLength(1);
    }),
  30_000,
);

test("where the server has no connection left svc says so with 503, stays, and goes on as soon as there is one", async () => {
  const calm = await startApp();
  const real = await freshDatabase();
  const jobsOnly = { ...real, db: connect(real.address) };
  const svc = await startApp({ shared: { github: calm.github, database: jobsOnly } });
  await jobsOnly.db.$client.end({ timeout: 1 });
  const [{ name } = { name: "" }] = await real.db.execute<{ name: string }>(
    sql`select current_database() as name`,
  );
  const user = await anOrdinaryUser(real, calm.database, name);
  const crowded = connect(user.address);
  Object.assign(svc.deps, { db: crowded });
  await real.db.execute(sql`alter database ${sql.identifier(name)} connection limit 1`);
  const answers = await Promise.all([1, 2, 3, 4].map(() => svc.send(new Request("http://localhost/readyz"))));
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await real.db.execute(sql`alter database ${sql.identifier(name)} connection limit -1`);
  expect((await readyz(svc)).status).toBe(200);
  await svc.jobs.stop(1);
  await crowded.$client.end({ timeout: 1 });
  await real.close();
  await user.drop();
  await calm.stop();
}, 30_000);

/** A superuser, as of TEST_DATABASE_URL, is let in whatever the limit. `drop` is for when its database is gone. */
async function anOrdinaryUser({ db, address }: TestDatabase, other: TestDatabase, name: string) {
  const [user] = await db.execute<{ mayAll: boolean }>(
    sql`select rolsuper as "mayAll" from pg_roles where rolname = current_user`,
  );
  if (!user?.mayAll || !("url" in address)) return { address, drop: () => Promise.resolve() };
  const password = crypto.randomUUID();
  const role = sql.identifier(name);
  await db.execute(
    sql`create role ${role} login password ${sql.raw(`'${password}'`)} in role pg_read_all_data`,
  );
  return {
    address: { url: Object.assign(new URL(address.url), { username: name, password }).href },
    drop: async () => void (await other.db.execute(sql`drop role ${role}`)),
  };
}

test(
  "sessions that the server ends are made anew, and nobody but those who meet them hears of it",
  () =>
    withSvc(async (svc) => {
      for (let round = 0; round < 5; round++) {
        await svc.db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
        const statuses = await Promise.all(
          [1, 2, 3, 4].map(async () => (await svc.api("/time-entries")).status),
        );
        for (const status of statuses) expect([200, 503]).toContain(status);
        // Each of the pool's ten connections may fail the one call that finds it cut.
        for (let tries = 0; (await svc.api("/time-entries")).status !== 200; tries++)
          expect(tries).toBeLessThan(10);
      }
      const issue = svc.github.issue("acme/web");
      expect((await svc.github.comment(issue, "ada", "/log 2h")).status).toBe(200);
      await svc.github.whenCommented(issue, 1, 15_000);
    }),
  30_000,
);

test(
  "/readyz tells a read-only database, one of another version, and that svc is stopping",
  () =>
    withSvc(async (svc) => {
      expect(await (await readyz(svc)).json()).toMatchObject({ status: "ready", database: "ready" });
      const saying = async () => {
        const answer = await readyz(svc);
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
        return (await answer.json()) as { code: string; detail: string };
      };
      const [{ name } = { name: "" }] = await svc.db.execute<{ name: string }>(
        sql`select current_database() as name`,
      );
      const set = sql`alter database ${sql.identifier(name)}`;
      await svc.db.execute(sql`${set} set default_transaction_read_only = on`);
      const later = connect(svc.database.address);
      Object.assign(svc.deps, { db: later });
      expect(await saying()).toMatchObject({
        code: "not_ready",
        detail: expect.stringContaining("read-only"),
      });
      await svc.db.execute(sql`${set} reset default_transaction_read_only`);
      Object.assign(svc.deps, { db: svc.db });
      await later.$client.end({ timeout: 1 });

      await svc.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
      expect(await saying()).toMatchObject({ code: "not_ready", detail: expect.stringContaining("schema") });
      await svc.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
      expect((await readyz(svc)).status).toBe(200);
      Object.assign(svc.deps, { draining: AbortSignal.abort() });
      expect(await saying()).toMatchObject({
        code: "not_ready",
        detail: expect.stringContaining("stopping"),
      });
    }),
  30_000,
);

test(
  "/readyz is degraded, and good, while GitHub does not answer",
  () =>
    withSvc(async (svc) => {
      const told = async () => {
        const answer = await readyz(svc);
        return [answer.status, await answer.json()];
      };
      expect(await told()).toEqual([200, { status: "ready", database: "ready", github: "not_asked" }]);
      svc.github.fail({ times: Infinity, respond: "reset" });
      const issue = svc.github.issue("acme/web");
      expect((await svc.github.comment(issue, "ada", "/log 2h")).status).toBe(202);
      expect(await told()).toEqual([200, { status: "degraded", database: "ready", github: "unreachable" }]);
      svc.github.heal();
      await svc.github.whenCommented(issue, 1, 20_000);
      expect(await told()).toEqual([200, { status: "ready", database: "ready", github: "ok" }]);
    }),
  30_000,
);
