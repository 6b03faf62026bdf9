import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "../sign-in/through-github.ts";
import { hostBeside, refusalOf } from "../../server/playground/playground.ts";
import { startHere, type Started } from "./started.ts";

const here = { host: "127.0.0.1", publicUrl: "http://localhost:3000", production: false, connected: false };

test.each([
  ["on a machine of one's own", {}, undefined],
  ["listening on its name", { host: "localhost" }, undefined],
  ["listening over IPv6", { host: "::1", publicUrl: "http://[::1]:3000" }, undefined],
  ["listening to others", { host: "0.0.0.0" }, "public"],
  ["listening on an address of the network", { host: "192.168.1.5" }, "public"],
  ["behind a proxy that others reach", { publicUrl: "https://hours.example.com" }, "public"],
  ["listening on what only looks like this machine", { host: "127.0.0.1.example.com" }, "public"],
  ["in production", { production: true }, "production"],
  ["connected to GitHub", { connected: true }, "connected"],
] as const)("a playground is for one's own machine, before there is a GitHub: %s", (_, more, refusal) => {
  expect(refusalOf({ ...here, ...more })).toBe(refusal!);
});

test.each([
  ["http://localhost:3000", "127.0.0.1"],
  ["http://127.0.0.1:3000", "localhost"],
  ["http://svc.localhost:3000", "127.0.0.1"],
  ["http://[::1]:3000", "127.0.0.1"],
])("beside svc at %s it goes by %s: browsers keep cookies by name, not by port", (publicUrl, host) => {
  expect(hostBeside(publicUrl)).toBe(host as "localhost");
});

let svc: Started | undefined;
afterEach(() => svc?.stop(), 60_000);

test("one that was opened before svc went into production, or was connected, can be removed and no more", async () => {
  svc = await startHere();
  expect((await (await svc.admin()).post("/admin/playground")).status).toBe(303);

  await svc.restart({ production: true });
  let admin = await svc.admin();
  expect(svc.deps().playground!.standing()).toEqual({ state: "kept" });
  expect((await admin.post("/admin/playground")).status).toBe(403);
  const page = await textOf(await admin.get("/admin/set-up"));
  expect(page).toContain("There is no playground in production.");
  expect(page).toContain("Remove the playground");
  expect(page).not.toContain("Try it in the playground");

  await svc.restart();
  const { playground } = svc.deps();
  expect(playground!.standing().state).toBe("open");
  await connect(svc);
  admin = await svc.member({ admin: true });
  // It goes on, and is still none of the real svc's.
  expect([playground!.standing().state, playground!.refusal()]).toEqual(["open", "connected"]);
  expect((await admin.post("/admin/playground/removal")).status).toBe(303);
  expect(existsSync(join(svc.dataDir, "playground"))).toBe(false);
  const refused = await admin.post("/admin/playground");
  expect([refused.status, await textOf(refused)]).toEqual([
    403,
    expect.stringContaining("GitHub is connected"),
  ]);
}, 120_000);

/** As the panel does it, without a restart. */
async function connect({ deps }: Started): Promise<void> {
  const { connection, db } = deps();
  const app = { appId: 1, slug: "svc-acme", htmlUrl: "https://github.com/apps/svc-acme", clientId: "Iv1" };
  const site = { siteUrl: "https://github.com", apiUrl: "https://api.github.com" };
  const secrets = { privateKey: "a key", webhookSecret: "s".repeat(32), clientSecret: "c" };
  const now = new Date();
  const times = { webhookSetAt: null, connectedAt: now, settledAt: now, downloadedAt: null };
  await db.transaction((tx) =>
    connection.put(tx, { ...app, ...site, ...times, organisations: ["acme"], hears: "webhook", secrets }),
  );
  await connection.refresh();
}
