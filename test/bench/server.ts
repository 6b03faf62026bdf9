import { type Address, connect } from "../../db/connect.ts";
import { upsertLocalAdmin } from "../../server/members/store.ts";
import { issueToken } from "../../server/tokens/actions.ts";

/** A token of the local admin. */
export async function localToken(address: Address): Promise<string> {
  const db = connect(address, { max: 1 });
  const { id } = await upsertLocalAdmin(db);
  const { plaintext } = await issueToken(
    { db },
    { userId: id, label: "bench", actor: null, requestId: "bench" },
  );
  await db.$client.end();
  return plaintext;
}

/** svc in a process of its own, on that database. */
export async function startServer(address: Address) {
  const port = 20_000 + (process.pid % 20_000);
  const child = Bun.spawn([process.execPath, "server/main.ts"], {
    env: { PATH: process.env.PATH, DATABASE_URL: urlOf(address), PORT: String(port), LOG_LEVEL: "warn" },
    stdout: "ignore",
    stderr: "inherit",
  });
  const url = `http://localhost:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await Bun.sleep(50);
  }
  return { url, pid: child.pid, stop: () => child.kill() };
}

function urlOf(address: Address): string {
  if ("url" in address) return address.url;
  const { user, port, database, host } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
