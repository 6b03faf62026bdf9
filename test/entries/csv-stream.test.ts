import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { connect as openSocket, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { connect } from "../../db/connect.ts";
import { upsertUser } from "../../server/members/store.ts";
import { startListening } from "../support/listening.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const tokens = new Map<string, string>();
const count = 12_000;
beforeAll(async () => {
  svc = await startListening();
  for (const login of ["linus", "grace"]) svc.github.member("acme", login);
  for (const login of ["ada", "linus", "grace"]) tokens.set(login, await svc.tokenFor(login));
  const { id } = await upsertUser(svc.db, { githubId: 4_200_000, login: "many" });
  // On a busy machine so many take longer than a request may.
  const filling = connect(svc.database.address, { max: 1, deadlineMs: 60_000 });
  // Much more than what the sockets between keep, so that whoever does not read holds the stream back.
  await filling.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at)
      select 'time', 15, date '2026-01-01' + (n % 200)::int, '{many:1}', ${id}, 'acme/web', 1, 1, repeat('long title ', 400), n, 1, now()
      from generate_series(1, ${count}::int) n`);
  });
  await filling.$client.end();
}, 60_000);
afterAll(() => svc.stop());
afterEach(async () => {
  await until(async () => (await exporting()) === 0);
});

const download = (login = "ada", signal?: AbortSignal) =>
  fetch(`${svc.url}/api/v1/time-entries?format=csv`, {
    headers: { authorization: `Bearer ${tokens.get(login)}` },
    ...(signal && { signal }),
  });

/** Connections that hold a snapshot for a reader, fetching or waiting until more is read. */
const holding = sql`datname = current_database() and pid <> pg_backend_pid()
  and (state = 'idle in transaction' or state = 'active' and query like 'fetch%')`;

async function exporting(): Promise<number> {
  const rows = await svc.db.execute(sql`select from pg_stat_activity where ${holding}`);
  return rows.length;
}

/** As a restart of the database does it. */
async function breakConnections(): Promise<void> {
  await until(async () => {
    const broken = await svc.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where ${holding}`,
    );
    return broken.length > 0;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + 8_000;
  while (!(await isSo())) {
    if (Date.now() > patience) throw new Error("It did not come to that in 8 s.");
    await Bun.sleep(20);
  }
}

describe("a whole list", () => {
  test("comes whole, and gives its connection back", async () => {
    const response = await download();
    const text = await response.text();
    expect(text.split("\r\n")).toHaveLength(count + 2);
    expect(response.headers.get("x-total-count")).toBe(String(count));
    expect(response.headers.get("transfer-encoding")).toBe("chunked");
  }, 20_000);

  test("is of one moment: what is recorded while it is sent is neither counted nor sent", async () => {
    const response = await download();
    const reader = response.body!.getReader();
    const first = await reader.read();
    await svc.db.execute(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at)
      select 'time', 15, '2020-01-01', '{}', user_id, 'acme/web', 1, 1, 'later', 70000, 1, now() from entries limit 1`);
    let rest = new TextDecoder().decode(first.value);
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      rest += new TextDecoder().decode(chunk.value, { stream: true });
    }
    expect(rest.split("\r\n")).toHaveLength(count + 2);
    expect(rest).not.toContain("2020-01-01");
  }, 20_000);
});

describe("a list that cannot be sent to its end", () => {
  test("breaks off: the last chunk, which ends an answer in good order, never comes; and the log says so", async () => {
    const { socket, beginning } = await slowReader("ada");
    await breakConnections();
    let tail = beginning.slice(-100);
    socket.on("data", (data) => (tail = (tail + data.toString("latin1")).slice(-100)));
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(beginning).toStartWith("HTTP/1.1 200 OK");
    expect(tail).not.toEndWith("0\r\n\r\n");
    await until(async () => svc.logged.some((line) => line.includes("a CSV list broke off")));
  }, 20_000);
});

describe("a reader", () => {
  test("who goes away frees the cursor and its connection at once", async () => {
    const { socket } = await slowReader("ada");
    await until(async () => (await exporting()) === 1);
    socket.destroy();
    await until(async () => (await exporting()) === 0);
    // The same for one who is gone before the first byte.
    for (let round = 0; round < 10; round++) {
      const gone = new AbortController();
      const asking = download("ada", gone.signal).catch(() => undefined);
      await Bun.sleep(round * 3);
      gone.abort();
      await asking;
    }
    await until(async () => (await exporting()) === 0);
    // Read to its end: what nobody reads is held back until the collector of garbage comes by.
    expect(await (await download()).text()).toEndWith("\r\n");
  }, 20_000);

  test("who reads slowly is not cut off by the time limit of a statement", async () => {
    const { socket } = await slowReader("ada");
    await until(async () => (await exporting()) === 1);
    // Longer than the 5 s that any statement may take.
    await Bun.sleep(6_000);
    expect(await exporting()).toBe(1);
    let tail = "";
    socket.on("data", (data) => (tail = (tail + data.toString("latin1")).slice(-100)));
    socket.resume();
    await until(async () => tail.endsWith("0\r\n\r\n"));
    socket.destroy();
  }, 30_000);

  test("who has two under way waits for a third, and nobody gets a fifth", async () => {
    const held = await Promise.all(["ada", "ada", "linus"].map((login) => slowReader(login)));
    await until(async () => (await exporting()) === 3);
    const third = await download("ada");
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(((await third.json()) as { code: string }).code).toBe("too_many_exports");
    held.push(await slowReader("linus"));
    await until(async () => (await exporting()) === 4);
    const fifth = await download("grace");
    expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(((await fifth.json()) as { code: string }).code).toBe("exports_busy");
    // Pages are for everybody meanwhile.
    expect((await svc.api("/time-entries", tokens.get("grace")!)).status).toBe(200);
    for (const { socket } of held) socket.destroy();
    await until(async () => (await exporting()) === 0);
    const again = await download("grace");
    expect(again.status).toBe(200);
    await again.body!.cancel();
  }, 30_000);

  test("who is refused takes none of the slots", async () => {
    for (let round = 0; round < 5; round++) {
      const response = await fetch(`${svc.url}/api/v1/time-entries?format=csv&lable=x`, {
        headers: { authorization: `Bearer ${tokens.get("ada")}` },
      });
      expect(response.status).toBe(422);
    }
    const response = await download();
    expect(response.status).toBe(200);
    await response.body!.cancel();
  });
});

/** Asks for the whole list and reads nothing more than its beginning: the sockets fill up, and the server has to wait. */
async function slowReader(login: string): Promise<{ socket: Socket; beginning: string }> {
  const { hostname, port } = new URL(svc.url);
  const socket = openSocket(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    `GET /api/v1/time-entries?format=csv HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${tokens.get(login)}\r\n\r\n`,
  );
  const beginning = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
  socket.pause();
  return { socket, beginning: beginning.toString("latin1") };
}
