import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { type FreshSvc, startFresh } from "../set-up/fresh-svc.ts";
import { buildSvc } from "../support/built-svc.ts";
import { aFolder } from "../support/embedded.ts";
import { launchSvc } from "../support/svc-process.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

let program: string;
let svc: FreshSvc;
let admin: Visitor;
beforeAll(async () => {
  program = await buildSvc("tested");
  svc = await startFresh({}, [program]);
  admin = createVisitor(fetch, svc.url);
  await admin.post(svc.link());
}, 120_000);
afterAll(async () => {
  await svc?.stop();
  rmSync(dirname(program), { recursive: true, force: true });
}, 60_000);

/** Runs it from a folder that is none of svc's. */
async function run(args: string[], settings: Record<string, string> = {}, from = program) {
  const child = Bun.spawn([from, ...args], {
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "", ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [told, said] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, told, said };
}

test("is one file", () => {
  expect(readdirSync(dirname(program))).toHaveLength(1);
});

test("brings a database up to its schema and serves the panel, with the files that the sources have", async () => {
  const page = await (await admin.get("/admin/set-up")).text();
  const files = { "app.css": "server/ui", "app.js": "server/ui", "icon.svg": "server/ui", "htmx.js": "" };
  for (const [name, folder] of Object.entries(files)) {
    const [address = ""] = new RegExp(`/assets/\\w+/${name.replace(".", "\\.")}`).exec(page) ?? [];
    const answer = await admin.get(address);
    const source = folder === "" ? Bun.resolveSync("htmx.org/dist/htmx.min.js", ".") : join(folder, name);
    expect([name, answer.status, await answer.text()]).toEqual([name, 200, await Bun.file(source).text()]);
  }
});

test("its commands answer, by the name that it has", async () => {
  const here = { PORT: new URL(svc.url).port, DATA_DIR: svc.dataDir, LOG_LEVEL: "error" };
  const ofSources = Bun.spawnSync([process.execPath, "server/main.ts", "version"]);
  expect((await run(["version"])).told).toBe(ofSources.stdout.toString());
  expect((await run(["--help"])).told).toStartWith(`Usage: ${program} [command]\n`);
  expect((await run(["restroe"])).said).toContain(`Usage: ${program} [command]\n`);
  expect(await run(["healthcheck"], here)).toMatchObject({ code: 0, said: "" });
  expect((await run(["doctor"], here)).told).toContain("✓ Database");
  expect(await run(["backup", join(svc.dataDir, "a.backup")], here)).toMatchObject({ code: 0 });
  expect(await run(["migrate", "--dry-run"], here)).toMatchObject({ code: 0 });
}, 60_000);

test("it opens a playground", async () => {
  expect((await admin.post("/admin/playground")).status).toBe(303);
  for (const end = performance.now() + 60_000; performance.now() < end; await Bun.sleep(100))
    if ((await (await admin.get("/admin/set-up")).text()).includes("/admin/playground/removal")) return;
  throw new Error(svc.said());
}, 90_000);

test("it starts again on what is there", async () => {
  await svc.interrupt();
  await svc.startAgain();
  expect((await fetch(`${svc.url}/readyz`)).status).toBe(200);
}, 90_000);

test("a stack in its log names our files", async () => {
  const github = await startFakeGitHub();
  const folder = aFolder();
  // Set aside for examples: nobody's machine has it.
  const odd = { HOST: "192.0.2.1", PUBLIC_URL: "https://svc.example.com", DATA_DIR: folder.path };
  const started = await launchSvc({ github, program: [program] }, odd);
  expect(await started.exited).toBe(1);
  expect(started.lines.join("\n")).toMatch(/\(server\/serve\.ts:\d+:\d+\)/);
  await Promise.all([github.stop(), folder.remove()]);
}, 60_000);

test("far from every PostgreSQL it says what to do", async () => {
  const folder = aFolder();
  const alone = join(folder.path, "svc");
  copyFileSync(program, alone);
  const { code, said } = await run([], { DATA_DIR: join(folder.path, "data") }, alone);
  expect([code, said]).toEqual([1, expect.stringContaining("or set DATABASE_URL to a PostgreSQL server.")]);
  await folder.remove();
}, 60_000);
