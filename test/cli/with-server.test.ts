import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pageNames } from "../../cli/commands/open.ts";
import { run } from "../../cli/program.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";
import { aWorld, type Surroundings } from "./running.ts";

/** The commands that read and change things, against the real server in this process. */
let app: TestApp;
let admin: string;
let member: string;

beforeAll(async () => {
  app = await startApp();
  app.github.member("acme", "root", { role: "admin" });
  admin = await app.tokenFor("root");
  member = await app.tokenFor("ada");
}, 60_000);
afterAll(() => app.stop());

describe("clients", () => {
  test("are made, renamed, deactivated and reactivated, by name or id", async () => {
    const made = await svc(["clients", "create", "Globex"]);
    const id = made.stdout.trim();
    expect(made).toEqual({ code: 0, stdout: `${id}\n`, stderr: `Made client ${id}, Globex.\n` });
    expect(await svc(["clients", "rename", "globex", "Globex Works"])).toMatchObject({
      code: 0,
      stderr: `Client ${id}, Globex, is now called Globex Works.\n`,
    });
    expect(await svc(["clients", "deactivate", id, "--yes"])).toMatchObject({
      code: 0,
      stderr: `Client ${id}, Globex Works, is deactivated; what it has stays.\n`,
    });
    expect((await svc(["clients", "list", "--status", "deactivated"])).stdout).toMatch(
      new RegExp(`^${id}\tGlobex Works\tdeactivated\t\\d{4}-`),
    );
    const again = await svc(["clients", "reactivate", "Globex Works", "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ id: Number(id), status: "active" });
  });

  test("that exist already are a conflict with its reason", async () => {
    await svc(["clients", "create", "Initech"]);
    const ran = await svc(["clients", "create", "INITECH"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/^error: .*Initech.* \(409 [a-z_]+\)\n {2}Request ID \S+\n$/);
  });

  test("are changed by admins alone", async () => {
    const ran = await svc(["clients", "create", "Mine"], { env: { SVC_TOKEN: member } });
    expect(ran).toMatchObject({ code: 4, stdout: "" });
    expect(ran.stderr).toContain("(403 admin_only)");
  });

  test("that nobody knows are not found, with the closest name", async () => {
    await svc(["clients", "create", "Umbrella"]);
    expect(await svc(["clients", "deactivate", "Umbrela", "--yes"])).toEqual({
      code: 5,
      stdout: "",
      stderr: `error: there is no client "Umbrela"\n  Did you mean Umbrella?\n`,
    });
  });
});

test("a mapping is previewed, made, explained, listed and deleted", async () => {
  await svc(["clients", "create", "Hooli"]);
  const mapping = ["--label", "client:hooli", "--client", "Hooli"];
  const preview = await svc(["mappings", "preview", ...mapping]);
  expect(preview).toMatchObject({ code: 0, stderr: "" });
  expect(preview.stdout).toStartWith("An issue with this label alone leads to Hooli (now: no client).\n");
  const made = await svc(["mappings", "create", ...mapping, "--repo", "acme/web"]);
  const id = made.stdout.trim();
  expect(made.stderr).toBe(
    `Made mapping ${id}: client:hooli leads to Hooli, in acme/web. It counts for new entries.\n`,
  );
  expect(await svc(["mappings", "list", "--client", "Hooli"])).toEqual({
    code: 0,
    stdout: `${id}\tclient:hooli\tHooli\tacme/web\n`,
    stderr: "",
  });
  const explained = ["mappings", "explain", "--repo", "acme/web", "--label", "x", "--label", "client:hooli"];
  expect((await svc(explained)).stdout).toBe(`x\t\t\tnot_mapped\nclient:hooli\t${id}\tHooli\twins\n`);
  expect(await svc(["mappings", "delete", id, "--yes"])).toMatchObject({ code: 0, stdout: "" });
  expect(await svc(["mappings", "list", "--client", "Hooli"])).toEqual({
    code: 0,
    stdout: "",
    stderr: "No mappings match.\n",
  });
  expect(await svc(["mappings", "delete", id, "--yes"])).toMatchObject({ code: 5 });
});

test("an entry is shown with its labels and why it has no client", async () => {
  const id = await anEntry(app.db, { labels: ["a,b", "\x1b[31mred"], minutes: 90, note: "fixed it" });
  const { code, stdout, stderr } = await svc(["entries", "view", String(id)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toStartWith(
    [
      `${id}  1h 30m logged by ada on 2026-10-05`,
      "Issue    acme/web#1 Checkout fails",
      String.raw`Labels   a,b, \x1b[31mred`,
      "Client   none",
      "",
    ].join("\n"),
  );
  const viewed = await svc(["entries", "view", String(id), "--json"]);
  const json = JSON.parse(viewed.stdout);
  expect(json).toMatchObject({ id, labels: ["a,b", "\x1b[31mred"], history: [{ id }] });
  expect(await svc(["plans", "view", String(id)])).toMatchObject({ code: 5, stdout: "" });
});

test("plan and actual of an issue are compared", async () => {
  const on = { issueNumber: 77, issueTitle: "Compare" };
  await anEntry(app.db, { kind: "plan", minutes: 120, ...on });
  await anEntry(app.db, { minutes: 150, ...on });
  expect(await svc(["pva", "acme/web#77"])).toEqual({ code: 0, stdout: "ada\t120\t150\t30\n", stderr: "" });
  const shown = await svc(["pva", "https://github.com/acme/web/issues/77"], { tty: true });
  expect(shown.stdout).toContain("acme/web#77 Compare\n");
  expect(shown.stdout).toContain("2h planned · 2h 30m logged · 30m over");
});

test("labels that were seen are listed with their sums", async () => {
  await anEntry(app.db, { labels: ["sum:a"], minutes: 30 });
  await anEntry(app.db, { labels: ["sum:a", "sum:b"], minutes: 45 });
  await anEntry(app.db, { kind: "plan", labels: ["sum:b"], minutes: 60 });
  expect(await svc(["labels", "--prefix", "sum:"])).toEqual({
    code: 0,
    stdout: "sum:a\t2\t75\t0\t0\nsum:b\t1\t45\t1\t60\n",
    stderr: "",
  });
});

test("a comment is tried by the very rule that reads it", async () => {
  const fine = await svc(["parse", "/log 1u30 2026-10-05 fixed it\n/plan 8h 2026-10-06"]);
  expect(fine).toEqual({
    code: 0,
    stdout: "time\t2026-10-05\t90\tfixed it\nplan\t2026-10-06\t480\t\n",
    stderr: "",
  });
  const ran = await svc(["parse", "-"], { input: "hello\n\n/log 1d\n" });
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toStartWith("error: line 3: ");
});

test("whoami and auth status say whom the token acts as", async () => {
  expect(await svc(["whoami"])).toEqual({ code: 0, stdout: "root\n", stderr: "" });
  expect((await svc(["auth", "status"])).stdout).toMatch(
    /^http:\/\/localhost:3000\n {2}Works, as root \(admin\)\n {2}Token svc_\S{8}… “test”, made \d{4}-\d\d-\d\d, .+\n {2}It comes from SVC_TOKEN\n$/,
  );
});

test.each(pageNames)("svc open %s leads to a page that there is", async (page) => {
  const { stdout } = await svc(["open", page]);
  const { status } = await app.send(new Request(stdout.trim()));
  expect([200, 303]).toContain(status);
});

async function svc(argv: string[], around: Surroundings = {}) {
  const printed = { stdout: "", stderr: "", opened: [] };
  const world = aWorld(printed, { env: { SVC_TOKEN: admin }, timeout: 30_000, ...around });
  const code = await run(argv, {
    ...world,
    fetch: (url, init) => Promise.resolve(app.send(new Request(url, init))),
  });
  return { code, stdout: printed.stdout, stderr: printed.stderr };
}
