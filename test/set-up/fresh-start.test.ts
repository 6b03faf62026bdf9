import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { aFolder } from "../support/embedded.ts";
import { createVisitor } from "../support/visitor.ts";
import { freePort } from "../support/free-port.ts";
import { type FreshSvc, startFresh } from "./fresh-svc.ts";

let svc: FreshSvc;
beforeAll(async () => {
  svc = await startFresh();
}, 120_000);
afterAll(() => svc.stop(), 60_000);

test("the link of a start that no terminal shows is in a file for one user, and in nothing that is written", () => {
  expect(svc.said()).toContain(svc.linkFile);
  expect(svc.said()).not.toContain("/sign-in/link/");
  expect(svc.linkFileMode()).toBe(0o600);
});

test("it signs in once, its file goes, and the panel opens on the set-up", async () => {
  const link = svc.link();
  const browser = createVisitor(fetch, svc.url);
  expect((await browser.get(link)).status).toBe(200);
  const used = await browser.post(link);
  expect([used.status, used.headers.get("location")]).toEqual([303, "/admin"]);
  const opened = await browser.get("/admin");
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "/admin/set-up"]);
  for (const end = performance.now() + 20_000; svc.hasLinkFile() && performance.now() < end;)
    await Bun.sleep(50);
  expect(svc.hasLinkFile()).toBe(false);
  expect((await createVisitor(fetch, svc.url).post(link)).status).toBe(410);
}, 60_000);

test("killed and started again it writes another one", async () => {
  await svc.kill();
  await svc.startAgain();
  const link = svc.link();
  expect((await createVisitor(fetch, svc.url).get(link)).status).toBe(200);
  await svc.interrupt();
  expect(svc.hasLinkFile()).toBe(false);
}, 120_000);

test("at a terminal the link is told there, with what to do first, and written nowhere", async () => {
  const folder = aFolder();
  const port = freePort();
  let said = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../server/main.ts")], {
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: folder.path, PORT: String(port) },
    terminal: {
      cols: 200,
      data: (_, bytes) => {
        said += decoder.decode(bytes, { stream: true });
      },
    },
  });
  try {
    const isDone = () => said.includes("  GitHub  ") || child.exitCode !== null;
    for (const end = performance.now() + 90_000; !isDone() && performance.now() < end;) await Bun.sleep(50);
    expect(said).toContain("Preparing svc's own database.");
    expect(said).toContain(`  Ready         http://localhost:${port}`);
    const [link = ""] = /http:\S+\/sign-in\/link\/[\w-]{43}/.exec(said) ?? [];
    expect((await createVisitor(fetch, `http://localhost:${port}`).post(link)).status).toBe(303);
    expect(existsSync(join(folder.path, "first-sign-in.txt"))).toBe(false);
  } finally {
    child.kill("SIGINT");
    await child.exited;
    await folder.remove();
  }
}, 120_000);
