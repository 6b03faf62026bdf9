import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { type Ran, runCommand } from "../support/backup.ts";
import { aFolder } from "../support/embedded.ts";
import { startSvc, type SvcProcess } from "../support/svc-process.ts";
import { createVisitor } from "../support/visitor.ts";

// One svc on a database of its own, and every command as whoever operates it runs it, beside it and after it.
let folder: ReturnType<typeof aFolder>;
let github: FakeGitHub;
let svc: SvcProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = aFolder();
  github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.member("acme", "linus");
  github.repo("acme/web", { private: true });
  const dataDir = join(folder.path, "data");
  svc = await startSvc({ github }, { DATA_DIR: dataDir });
  github.webhookTo(svc.receive);
  const { apiUrl, url, appId, privateKey, webhookSecret, clientId, clientSecret } = github.config;
  settings = {
    DATA_DIR: dataDir,
    PORT: String(svc.port),
    ALLOWED_ORGS: "acme",
    GITHUB_URL: url,
    GITHUB_API_URL: apiUrl,
    GITHUB_APP_ID: appId,
    GITHUB_PRIVATE_KEY: privateKey,
    GITHUB_WEBHOOK_SECRET: webhookSecret,
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
  };
  const issue = github.issue("acme/web", { labels: [] });
  await github.comment(issue, "ada", "/log 2h");
  await github.comment(issue, "linus", "/log 1h");
}, 120_000);
afterAll(async () => {
  svc.kill("SIGKILL");
  await github.stop();
  await folder.remove();
});

const run = (...args: string[]): Promise<Ran> => runCommand(settings, ...args);
const browser = () => createVisitor((request) => fetch(request), svc.url);

async function signedInBy(link: string) {
  const visitor = browser();
  const { pathname } = new URL(link.trim());
  const page = await visitor.get(pathname);
  const used = await visitor.post(pathname);
  return { visitor, page, used };
}

const isAdmin = async (visitor: ReturnType<typeof browser>) =>
  (await (await visitor.get("/admin")).text()).includes(">admin<");

test("a link signs in whom it names, with GitHub connected, and once", async () => {
  const { code, told, problems } = await run("login-link", "--user", "ADA");
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
  expect(told).toMatch(/^http:\/\/localhost:\d+\/sign-in\/link\/[\w-]{43}\n$/);
  const { visitor, page, used } = await signedInBy(told);
  expect(await page.text()).toContain("With this link you sign in as ada.");
  expect(used.status).toBe(303);
  expect(await (await visitor.get("/admin/sessions")).text()).toContain("ada");
  expect((await browser().post(new URL(told.trim()).pathname)).status).toBe(404);
}, 60_000);

test("a link for somebody who has left the organisation is refused at the door", async () => {
  github.member("acme", "grace");
  await github.comment(github.issue("acme/web", { labels: [] }), "grace", "/log 1h");
  const { told } = await run("login-link", "--user", "grace");
  github.removeMember("acme", "grace");
  const { visitor, used } = await signedInBy(told);
  expect(used.status).toBe(403);
  expect((await visitor.get("/admin")).status).toBe(303);
}, 60_000);

test("without a name there is a link only where no GitHub is connected", async () => {
  const { code, told, problems } = await run("login-link");
  expect([code, told]).toEqual([1, ""]);
  expect(problems.join()).toContain("login-link --user LOGIN");
}, 60_000);

test("a grant makes an admin at once, outlives the next sign-in, and is taken back at once", async () => {
  const { visitor } = await signedInBy((await run("login-link", "--user", "linus")).told);
  expect(await isAdmin(visitor)).toBe(false);
  expect(await run("admin", "grant", "linus")).toMatchObject({ code: 0, problems: [] });
  expect(await isAdmin(visitor)).toBe(true);
  // At each sign-in GitHub is asked again, and says that linus is a member and no owner.
  const { visitor: again } = await signedInBy((await run("login-link", "--user", "linus")).told);
  expect(await isAdmin(again)).toBe(true);
  expect((await run("admin", "grant", "linus")).told).toContain("already");
  expect((await run("admin", "revoke", "linus")).told).toContain("is no admin any more");
  expect(await isAdmin(visitor)).toBe(false);
  expect((await run("admin", "revoke", "linus")).told).toContain("linus is no admin.");
}, 90_000);

test("all tokens of somebody are revoked, and fail from the next request on", async () => {
  const { visitor } = await signedInBy((await run("login-link", "--user", "ada")).told);
  const form = await (await visitor.get("/admin/tokens/new")).text();
  const nonce = /name="nonce" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const page = await (await visitor.post("/admin/tokens", { label: "excel", nonce })).text();
  const token = /svc_[\w-]{43}/.exec(page)?.[0];
  const me = () => fetch(`${svc.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  expect((await run("tokens", "revoke", "--all", "--user", "ada")).told).toBe(
    'Revoked 1 token of ada: "excel".\n',
  );
  expect((await me()).status).toBe(401);
  expect((await run("tokens", "revoke", "--all", "--user", "ada")).told).toContain("has no token that works");
}, 60_000);

test.each([
  ["login-link", "--user", "nobody"],
  ["admin", "grant", "nobody"],
  ["admin", "revoke", "nobody"],
  ["tokens", "revoke", "--all", "--user", "nobody"],
])(
  "%s %s %s says that svc knows no such person",
  async (...args) => {
    const { code, told, problems } = await run(...(args as string[]));
    expect([code, told]).toEqual([1, ""]);
    expect(problems).toEqual([expect.stringContaining('svc knows nobody called "nobody"')]);
  },
  60_000,
);

test("what was done stands in the audit log as a command on the server", async () => {
  await run("admin", "grant", "ada");
  const { visitor } = await signedInBy((await run("login-link", "--user", "ada")).told);
  const log = await (await visitor.get("/admin/audit?format=csv")).text();
  for (const action of ["sign_in_link.created", "admin.granted", "admin.revoked", "token.revoked"])
    expect(log).toMatch(new RegExp(`${action.replace(".", "\\.")}.*a command on the server`));
  await run("admin", "revoke", "ada");
}, 60_000);

test("nothing is to be migrated beside the svc that runs, which has the database to itself", async () => {
  expect(await run("migrate", "--dry-run")).toMatchObject({
    code: 0,
    told: "Nothing to apply: the database is up to date.\n",
  });
  const { code, problems } = await run("migrate");
  expect(code).toBe(1);
  expect(problems.join()).toContain("Stop it first");
}, 60_000);

test("a link signs in also while GitHub cannot say who belongs: that is what it is for", async () => {
  const { told } = await run("login-link", "--user", "linus");
  github.fail({ method: "GET", path: /memberships/, times: Infinity, respond: { status: 502 } });
  const { visitor, used } = await signedInBy(told);
  expect(used.status).toBe(303);
  expect((await visitor.get("/admin/sessions")).status).toBe(200);
  github.heal();
}, 60_000);

test("the doctor finds nothing wrong with a svc that works, and names what is when it is stopped", async () => {
  const well = await run("doctor");
  const operations = await Bun.file("docs/operations.md").text();
  const [, written] = /^```text\n(✓ [^`]*)^```$/m.exec(operations)!;
  expect(formOf(well.told)).toBe(formOf(written!));
  expect(well.told).toMatch(/✓ Database +PostgreSQL 18\.\d+, svc's own/);
  expect(well).toMatchObject({ code: 0, problems: [] });
  expect(await run("healthcheck")).toMatchObject({ code: 0, problems: [] });

  svc.kill("SIGTERM");
  expect(await svc.exited).toBe(0);
  const stopped = await run("healthcheck");
  expect(stopped.code).toBe(1);
  expect(stopped.problems).toEqual([expect.stringContaining("does not answer. Is svc running here")]);
  await github.stop();
  const ill = await run("doctor", "--json");
  expect(ill.code).toBe(1);
  const { ok, checks } = JSON.parse(ill.told) as { ok: boolean; checks: Record<string, string>[] };
  expect(ok).toBe(false);
  const failures = checks.filter(({ state }) => state === "failed");
  expect(failures.map(({ name }) => name)).toEqual(["Public address", "GitHub App", "Membership of acme"]);
  for (const { fix } of failures) expect(fix).not.toBe("");
}, 120_000);

/** As docs/operations.md shows it, without what is different on each machine. */
function formOf(told: string): string {
  return told
    .replace(/PostgreSQL [\d.]+/, "PostgreSQL 18")
    .replaceAll(/(in) \/\S+/g, "$1 /data")
    .replace(/[\d.]+ [GM]iB free/, "9 GiB free")
    .replace(/svc answers at \S+/, "svc answers")
    .replace(/App {10}\S+ on \S+,/, "App          app on site,")
    .replace(/within \d+ s/, "within 1 s")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "now");
}
