import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createPolling } from "../../server/polling/actions.ts";
import { signInThroughGitHub, textOf } from "../sign-in/through-github.ts";
import type { TestApp } from "../support/app.ts";
import { createVisitor } from "../support/visitor.ts";
import { connect, home, makeAtGitHub, startUnconnected, type Unconnected } from "./setup.ts";

const publicUrl = "https://svc.example.com";
// As the proxy that ends TLS asks.
const asProxied = "http://svc.example.com";
let it: Unconnected;
afterEach(() => it.stop());

/** What the self-test says, by the name of the check. */
async function checksOf(page: Response): Promise<Record<string, string>> {
  const found = (await page.text()).matchAll(/data-check="(\w+)" data-state="(\w+)"/g);
  return Object.fromEntries([...found].map(([, name, state]) => [name!, state!]));
}

/** Signed in as an owner through the App that was connected. */
async function owner() {
  const browser = it.svc.visitor();
  it.github.browser.signedIn = "root";
  await signInThroughGitHub(browser);
  return browser;
}

/** The same at the public address, where an owner is signed in already. */
async function signedInAt(svc: TestApp) {
  const { cookies } = await svc.signedIn("root");
  const browser = createVisitor(svc.send, asProxied);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

describe("on a machine that GitHub cannot reach", () => {
  beforeEach(async () => {
    it = await startUnconnected();
  });

  test("the self-test goes from waiting to well: a comment is read, recorded and confirmed", async () => {
    const { svc, github } = it;
    await connect(it);
    const root = await owner();
    expect(await checksOf(await root.get(home))).toEqual({
      credentials: "good",
      permissions: "good",
      installation: "good",
      hearing: "waiting",
      clock: "good",
      try: "waiting",
    });
    const polling = createPolling(svc.deps, { spacingMs: 0 });
    await polling.turn();
    const issue = github.issue("acme/web");
    github.write(issue, "ada", "/log 15m");
    await polling.turn();
    const [reply] = await github.whenCommented(issue);
    while (!(await (await root.get(home)).text()).includes("issuecomment-")) await Bun.sleep(20);
    const html = await (await root.get(home)).text();
    expect(await checksOf(new Response(html))).toEqual({
      credentials: "good",
      permissions: "good",
      installation: "good",
      hearing: "good",
      clock: "good",
      try: "good",
    });
    expect(html).toContain(`${github.config.url}/acme/web/issues/1#issuecomment-${reply!.id}`);
    expect(html).toMatch(/href="\/admin\/entries\/\d+"/);
    // Nothing to wait for, so it looks no more.
    expect(html).not.toContain("hx-trigger");
    expect(html).not.toContain("Switch to webhooks");
  });

  test("it names what is missing, and what is off", async () => {
    const { svc, github } = it;
    await connect(it);
    const root = await owner();
    github.app.permissions = { issues: "read", metadata: "read", pull_requests: "write" };
    github.app.events = [];
    github.find.account("acme")!.installation!.suspended = true;
    svc.config.github = { ...svc.config.github };
    const html = await (await root.get(home)).text();
    expect(await checksOf(new Response(html))).toMatchObject({ permissions: "bad", installation: "bad" });
    const text = await textOf(new Response(html));
    expect(text).toContain("The App lacks issues, members.");
    expect(text).toContain("does not subscribe to the event “Issue comment”");
    expect(text).toContain("The installation in acme is suspended");
  });

  test("a clock that is off is told, by how much and which way", async () => {
    await connect(it);
    const root = await owner();
    const date = new Date(Date.now() - 45_000).toUTCString();
    it.github.fail({
      path: /^\/app$/,
      respond: {
        status: 200,
        headers: { date },
        body: { id: 1, slug: "x", html_url: "x", permissions: {}, events: [] },
      },
    });
    it.svc.config.github = { ...it.svc.config.github };
    const text = await textOf(await root.get(home));
    expect(text).toMatch(/The clock here is 4[4-9] s ahead of GitHub’s/);
  });

  test("an App that is gone, or a GitHub that is silent, is told without a failure", async () => {
    await connect(it);
    const root = await owner();
    it.github.fail({ path: /^\/app/, respond: { status: 500 }, times: 9 });
    it.svc.config.github = { ...it.svc.config.github };
    const page = await root.get(home);
    expect(page.status).toBe(200);
    expect(await checksOf(page)).toMatchObject({ credentials: "bad", permissions: "waiting" });
  });

  test("it cannot be switched to webhooks from the page; GitHub is asked by whoever does it all the same", async () => {
    await connect(it);
    expect(await textOf(await (await owner()).get(home))).not.toContain("Switch to webhooks");
  });

  test("the credentials are downloaded once, as settings that svc reads, and kept by nobody on the way", async () => {
    const { svc, github } = it;
    await connect(it);
    const root = await owner();
    const file = await root.post(`${home}/download`);
    expect(file.headers.get("cache-control")).toBe("no-store");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    const lines = Object.fromEntries(
      (await file.text())
        .trim()
        .split("\n")
        .map((line) => /^([A-Z_]+)="?(.*?)"?$/.exec(line)!.slice(1) as [string, string]),
    );
    expect(lines).toEqual({
      GITHUB_APP_ID: String(github.app.id),
      GITHUB_PRIVATE_KEY: github.config.privateKey.trim().replaceAll("\n", "\\n"),
      GITHUB_WEBHOOK_SECRET: svc.config.github.webhookSecret!,
      GITHUB_CLIENT_ID: github.app.clientId,
      GITHUB_CLIENT_SECRET: github.config.clientSecret,
      GITHUB_URL: github.config.url,
      GITHUB_API_URL: github.config.apiUrl,
      ALLOWED_ORGS: "acme",
    });
    expect((await root.post(`${home}/download`)).status).toBe(409);
    expect(await textOf(await root.get(home))).not.toContain("Download as .env");
    expect(await textOf(await root.get("/admin/audit"))).toContain(
      "root downloaded the App&#x27;s credentials",
    );
  });
});

describe("at a public address", () => {
  let there: Unconnected;
  /** Connected on somebody's machine, and moved to a server then. */
  beforeEach(async () => {
    it = await startUnconnected();
    await connect(it);
    await owner();
    there = await startUnconnected({ publicUrl }, it);
  });
  afterEach(() => there.stop());

  test("GitHub is told to deliver, and svc asks no more once its first delivery is here", async () => {
    const { svc } = there;
    const { github } = it;
    const root = await signedInAt(svc);
    expect(await textOf(await root.get(home))).toContain("Switch to webhooks");
    expect((await root.post(`${home}/webhooks`)).status).toBe(303);
    expect(github.app.hook).toEqual({
      url: `${publicUrl}/webhooks/github`,
      secret: svc.config.github.webhookSecret!,
    });
    expect(await textOf(await root.get(home))).toContain("GitHub was told to deliver");
    // Until then nothing that GitHub does not deliver may be lost.
    expect(svc.config.github.hears).toBe("polling");
    const issue = github.issue("acme/web");
    github.webhookTo((request) => svc.send(new Request(`${asProxied}/webhooks/github`, request)));
    expect((await github.comment(issue, "ada", "/log 15m")).answer).toContain("recorded");
    while (svc.config.github.hears === "polling") await Bun.sleep(10);
    const html = await (await root.get(home)).text();
    expect((await checksOf(new Response(html)))["hearing"]).toBe("good");
    const text = await textOf(new Response(html));
    expect(text).toContain("GitHub delivers to this svc");
    expect(text).not.toContain("Switch to webhooks");
    await it.svc.deps.connection.refresh();
    expect(it.svc.config.github.hears).toBe("webhook");
  });

  test("a delivery with another secret ends no polling", async () => {
    const { svc } = there;
    const root = await signedInAt(svc);
    await root.post(`${home}/webhooks`);
    it.github.webhookTo((request) => svc.send(new Request(`${asProxied}/webhooks/github`, request)));
    const forged = await it.github.deliver("ping", { zen: "x" }, { secret: "guessed".repeat(6) });
    expect(forged.status).toBe(401);
    await Bun.sleep(50);
    await svc.deps.connection.refresh();
    expect(svc.config.github.hears).toBe("polling");
  });

  test("what GitHub does not do is not noted either", async () => {
    const root = await signedInAt(there.svc);
    it.github.fail({ path: /hook\/config$/, respond: { status: 422, body: { message: "No." } } });
    const refused = await root.post(`${home}/webhooks`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("app_not_connected");
    expect(await textOf(await root.get(home))).not.toContain("GitHub was told to deliver");
    expect(await textOf(await root.get("/admin/audit"))).not.toContain("root switched to webhooks");
  });

  test("the manifest has the webhook, and its App hears by it from the first moment", async () => {
    const { svc } = there;
    const root = await signedInAt(svc);
    const back = await makeAtGitHub(root);
    expect(it.github.app.hook.url).toBe(`${publicUrl}/webhooks/github`);
    expect((await root.get(back.pathname + back.search)).status).toBe(303);
    expect(svc.config.github).toMatchObject({ hears: "webhook", webhookSecret: it.github.app.hook.secret });
    expect(svc.config.allowedOrgs).toEqual(["acme"]);
  });
});
