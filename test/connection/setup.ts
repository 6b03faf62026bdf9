import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { upsertLocalAdmin } from "../../server/members/store.ts";
import { openSession } from "../../server/sessions/actions.ts";
import { sessionCookie } from "../../server/sessions/cookie.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import type { Visitor } from "../support/visitor.ts";

export const home = "/admin/set-up/github";
export const form = { "sec-fetch-site": "same-origin" };

/** An svc that nothing connects to GitHub yet, with a code host of its own that is GitHub Enterprise Server, and the local admin's browser. */
export async function startUnconnected(config: Partial<Config> = {}, shared?: Shared) {
  const github = shared?.github ?? (await acmeHost());
  const database: TestDatabase = shared?.database ?? (await freshDatabase());
  const dataDir = shared?.svc.config.dataDir ?? mkdtempSync(join(tmpdir(), "svc-connection-"));
  const { url, apiUrl } = github.config;
  const nothing: Config["github"] = {
    url,
    apiUrl,
    appId: undefined,
    privateKey: undefined,
    webhookSecret: undefined,
    clientId: undefined,
    clientSecret: undefined,
    hears: "polling",
  };
  const svc = await startApp({
    shared: { github, database },
    config: { allowedOrgs: [], dataDir, github: nothing, ...config },
  });
  github.webhookTo(svc.send);
  await svc.deps.connection.refresh();
  return {
    svc,
    github,
    database,
    /** Signed in by the link that the start printed. */
    operator: () => operatorOf(svc),
    async stop() {
      await svc.stop();
      if (shared) return;
      await database.close();
      await github.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
/** A second instance shares the first one's database, GitHub and place on the disk. */
type Shared = { svc: TestApp; github: FakeGitHub; database: TestDatabase };
export type Unconnected = Awaited<ReturnType<typeof startUnconnected>>;

/** As it was at the start: nothing is stored, the App is installed nowhere, and no sign-in has made anybody an admin. */
export async function forget({ svc, github }: Unconnected): Promise<void> {
  github.heal();
  github.browser.signedIn = "root";
  for (const account of github.find.accounts) account.installation = undefined;
  rmSync(join(svc.config.dataDir, "secret.key"), { force: true });
  await svc.db.$client`delete from github_connection`;
  await svc.db.$client`update users set admin_granted = false where github_id is not null`;
  await svc.deps.connection.refresh();
}

async function acmeHost(): Promise<FakeGitHub> {
  const github = await startFakeGitHub({ basePath: "/api/v3" });
  github.org("acme", { installed: false });
  github.member("acme", "root", { role: "admin" });
  github.member("acme", "ada");
  github.user("stranger");
  github.repo("acme/web", { private: true });
  github.browser.signedIn = "root";
  return github;
}

async function operatorOf({ db, canary, config, visitor }: TestApp): Promise<Visitor> {
  const { id } = await upsertLocalAdmin(db);
  const { secret } = await openSession(
    { db },
    { userId: id, via: "link", userAgent: "a test", requestId: "a test" },
  );
  canary.note(secret);
  const browser = visitor();
  browser.cookies.set(sessionCookie(config.publicUrl), secret);
  return browser;
}

/** What a page's form would send, and where to. */
export function formIn(html: string, address: RegExp): { action: string; fields: Record<string, string> } {
  const [, action = "", body = ""] =
    [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(([, to]) =>
      address.test(to!),
    ) ?? [];
  const inputs = [...body.matchAll(/<input[^>]*name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: plain(action),
    fields: Object.fromEntries(inputs.map(([, name, value]) => [name!, plain(value!)])),
  };
}

const plain = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&#34;", '"')
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Sends a form to GitHub as the browser would. */
export async function sendTo(action: string, fields: Record<string, string>): Promise<Response> {
  return fetch(action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** On the page of svc, and then on GitHub's, to make the App; answers with where GitHub sends the browser back to. */
export async function makeAtGitHub(browser: Visitor, account = "acme"): Promise<URL> {
  const leaving = await browser.post(`${home}/new`, { account, site: "" });
  const html = await leaving.text();
  if (leaving.status !== 200) throw new Error(`svc does not lead to GitHub: ${leaving.status} ${html}`);
  const { action, fields } = formIn(html, /settings\/apps\/new/);
  const asked = await sendTo(action, fields);
  const page = await asked.text();
  if (asked.status !== 200) throw new Error(`GitHub does not take the manifest: ${asked.status} ${page}`);
  const { action: next, fields: agreed } = formIn(page, /settings\/apps/);
  const made = await sendTo(String(new URL(next, action)), agreed);
  const back = made.headers.get("location");
  if (made.status !== 302 || !back) throw new Error(`GitHub makes no App: ${made.status}`);
  return new URL(back);
}

/** Presses GitHub's button to install the App; answers with where GitHub sends the browser back to. */
export async function installAtGitHub(address: string): Promise<URL> {
  const installed = await sendTo(address, {});
  return new URL(installed.headers.get("location")!);
}

/** The whole way up to an App in use, its organisations confirmed. */
export async function connect({ github, operator }: Unconnected, account = "acme"): Promise<Visitor> {
  const browser = await operator();
  const back = await makeAtGitHub(browser, account);
  const created = await browser.get(back.pathname + back.search);
  await installAtGitHub(created.headers.get("location")!);
  const id = github.find.account(account === "" ? github.browser.signedIn! : account)!.installation!.id;
  const confirmed = await browser.post(`${home}/installed`, { [`account-${id}`]: "on" });
  if (confirmed.status !== 303) throw new Error(`Not confirmed: ${await confirmed.text()}`);
  return browser;
}
