import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { signInThroughGitHub, textOf } from "../sign-in/through-github.ts";
import {
  connect,
  forget,
  formIn,
  home,
  installAtGitHub,
  makeAtGitHub,
  startUnconnected,
  type Unconnected,
} from "./setup.ts";

let it: Unconnected;
beforeAll(async () => {
  it = await startUnconnected();
});
beforeEach(() => forget(it));
afterAll(() => it.stop());

describe("from nothing to an App", () => {
  test("the App is made at GitHub, used at once, and hours are recorded", async () => {
    const { svc, github } = it;
    const operator = await it.operator();
    expect((await operator.get(home)).headers.get("location")).toBe(`${home}/new`);
    expect(await textOf(await operator.get(`${home}/new`))).toContain("Make the App at GitHub");
    const back = await makeAtGitHub(operator);
    expect(back.origin + back.pathname).toBe(`http://localhost:3000${home}/created`);

    const created = await operator.get(back.pathname + back.search);
    expect(created.status).toBe(303);
    const installAt = created.headers.get("location")!;
    expect(installAt).toBe(`${github.config.url}/apps/${github.app.slug}/installations/new`);
    expect(svc.deps.github.configured).toBe(true);
    expect(svc.config.github).toMatchObject({
      appId: String(github.app.id),
      privateKey: github.config.privateKey,
      clientId: github.app.clientId,
      clientSecret: github.config.clientSecret,
    });

    const installed = await installAtGitHub(installAt);
    expect(installed.origin + installed.pathname).toBe(`http://localhost:3000${home}/installed`);
    const page = await operator.get(installed.pathname + installed.search);
    const { fields } = formIn(await page.text(), /installed$/);
    const confirmed = await operator.post(`${home}/installed`, fields);
    expect(confirmed.headers.get("location")).toBe(`/sign-in/github?next=${home}`);
    expect(svc.config.allowedOrgs).toEqual(["acme"]);

    const signedIn = await signInThroughGitHub(operator, `?next=${home}`);
    expect(signedIn.headers.get("location")).toBe(home);
    expect(await textOf(await operator.get(home))).toContain(
      `GitHub knows svc as the App “${github.app.slug}”`,
    );
  });

  test("the manifest is made of PUBLIC_URL, whatever Host says, and asks for no more than it says", async () => {
    const operator = await it.operator();
    const lying = await operator.post(
      `${home}/new`,
      { account: "acme", site: "" },
      { host: "evil.example", "x-forwarded-host": "evil.example" },
    );
    expect(lying.status).toBe(421);
    const page = await operator.post(
      `${home}/new`,
      { account: "acme", site: "" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    );
    const { action, fields } = formIn(await page.text(), /apps\/new/);
    expect(action).toStartWith(`${it.github.config.url}/organizations/acme/settings/apps/new?state=`);
    expect(JSON.parse(fields["manifest"]!)).toEqual({
      name: "svc-acme",
      url: "http://localhost:3000",
      description: expect.any(String),
      redirect_url: `http://localhost:3000${home}/created`,
      callback_urls: ["http://localhost:3000/sign-in/github/callback"],
      setup_url: `http://localhost:3000${home}/installed`,
      setup_on_update: true,
      public: false,
      request_oauth_on_install: false,
      default_permissions: { issues: "write", pull_requests: "write", metadata: "read", members: "read" },
      default_events: ["issue_comment"],
    });
  });

  test("only the page on the way to GitHub may send a form there, and to no other site", async () => {
    const operator = await it.operator();
    const csp = (page: Response) =>
      /form-action [^;]*/.exec(page.headers.get("content-security-policy") ?? "")?.[0];
    expect(csp(await operator.get(`${home}/new`))).toBe("form-action 'self'");
    const leaving = await operator.post(`${home}/new`, { account: "acme", site: "" });
    expect(csp(leaving)).toBe(`form-action 'self' ${it.github.config.url}`);
    const enterprise = await operator.post(`${home}/new`, {
      account: "",
      site: "https://github.example.com",
    });
    expect(csp(enterprise)).toBe("form-action 'self' https://github.example.com");
    expect(await enterprise.text()).toContain('action="https://github.example.com/settings/apps/new?state=');
  });

  test.each([
    ["acme,globex", ""],
    ["https://github.com/acme", ""],
    ["../settings", ""],
    ["acme", "github.example.com"],
    ["acme", "http://github.example.com"],
    ["acme", "https://ada:secret@github.example.com"],
    ["acme", "https://github.example.com/enterprise"],
  ])("%j at %j is refused beside its field, and kept", async (account, site) => {
    const operator = await it.operator();
    const page = await operator.post(`${home}/new`, { account, site });
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain('class="problem"');
    expect(html).not.toContain("settings/apps/new");
  });

  test("somebody's own account is connected alike, and belongs to nobody else", async () => {
    const { svc, github } = it;
    github.repo("root/notes", { private: true });
    const operator = await connect(it, "");
    expect(svc.config.allowedOrgs).toEqual(["root"]);
    expect((await signInThroughGitHub(operator)).status).toBe(303);
    expect(await textOf(await operator.get("/admin"))).toContain("admin");

    github.browser.signedIn = "ada";
    expect((await signInThroughGitHub(svc.visitor())).status).toBe(403);
    const issue = github.issue("root/notes");
    const other = await github.deliver(
      "issue_comment",
      github.payloads.issueComment("created", github.write(issue, "ada", "/log 2h")),
      { secret: svc.config.github.webhookSecret! },
    );
    expect(other.answer).toContain("not_member");
    const own = await github.deliver(
      "issue_comment",
      github.payloads.issueComment("created", github.write(issue, "root", "/log 2h")),
      { secret: svc.config.github.webhookSecret! },
    );
    expect(own.answer).toContain("recorded");
  });
});

describe("the way back from GitHub", () => {
  const refused = async (browser: Awaited<ReturnType<Unconnected["operator"]>>, back: URL) => {
    const page = await browser.get(back.pathname + back.search);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("stale_manifest");
    expect(it.svc.deps.connection.source()).toBe("none");
  };

  test("is for the session alone in which it began", async () => {
    const back = await makeAtGitHub(await it.operator());
    await refused(await it.operator(), back);
  });

  test("is taken once", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    expect((await operator.get(back.pathname + back.search)).status).toBe(303);
    const again = await operator.get(back.pathname + back.search);
    expect(again.status).toBe(400);
  });

  test("is over after an hour", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    await it.svc.db.$client`update manifest_states set created_at = now() - interval '61 minutes'`;
    await refused(operator, back);
  });

  test.each(["", "?code=x", "?state=x&code=x", `?state=${"A".repeat(43)}&code=x`])(
    "with %j is not one",
    async (query) => {
      await refused(await it.operator(), new URL(`http://localhost:3000${home}/created${query}`));
    },
  );

  test("with the state twice, or another code beside it, is not one", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    back.searchParams.append("state", "x");
    await refused(operator, back);
  });

  test("with a code that GitHub does not know connects nothing, and says so", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    back.searchParams.set("code", "0".repeat(40));
    const page = await operator.get(back.pathname + back.search);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("app_not_connected");
    expect(it.svc.deps.connection.source()).toBe("none");
  });

  test.each(["reset", "cut_answer", { status: 500 }, { status: 201, body: { id: 1 } }] as const)(
    "connects nothing where GitHub answers with %j",
    async (respond) => {
      const operator = await it.operator();
      const back = await makeAtGitHub(operator);
      it.github.fail({ path: /conversions$/, respond });
      const page = await operator.get(back.pathname + back.search);
      expect(page.status).toBe(503);
      expect(it.svc.deps.connection.source()).toBe("none");
      // The code stands in no word of it, and in no log.
      const code = back.searchParams.get("code")!;
      expect(await page.text()).not.toContain(code);
      expect(it.svc.logged.join("\n")).not.toContain(code);
    },
  );
});

describe("who may", () => {
  test("nobody but an admin: another member is refused on every page", async () => {
    await connect(it);
    const ada = await it.svc.signedIn("ada");
    for (const path of ["", "/new", "/existing", "/installed", "/created?code=x&state=y"])
      expect([path, (await ada.get(home + path)).status]).toEqual([path, 403]);
    for (const path of ["/new", "/existing", "/installed", "/webhooks", "/download"])
      expect([path, (await ada.post(home + path)).status]).toEqual([path, 403]);
  });

  test("no other site's form", async () => {
    const operator = await it.operator();
    const strange = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    for (const path of ["/new", "/existing", "/installed", "/webhooks", "/download"])
      expect([path, (await operator.post(home + path, {}, strange)).status]).toEqual([path, 403]);
  });
});

describe("whose members may come in", () => {
  test("only those of accounts where GitHub says that the App is installed", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    await operator.get(back.pathname + back.search);
    // Whatever the browser claims to bring from GitHub.
    const claimed = await operator.get(`${home}/installed?installation_id=1&setup_action=install`);
    expect(await textOf(claimed)).toContain("The App is not installed anywhere yet");
    expect((await operator.post(`${home}/installed`, { "account-1": "on" })).status).toBe(422);

    it.github.org("globex");
    it.github.install("acme");
    expect((await operator.post(`${home}/installed`, {})).status).toBe(409);
    const page = await operator.get(`${home}/installed`);
    // Two, so that neither is chosen by itself.
    expect(await page.text()).not.toContain("checked");
    const { id } = it.github.find.account("acme")!.installation!;
    expect((await operator.post(`${home}/installed`, { [`account-${id}`]: "on" })).status).toBe(303);
    expect(it.svc.config.allowedOrgs).toEqual(["acme"]);
  });

  test("what ALLOWED_ORGS names, where it names any", async () => {
    const other = await startUnconnected({ allowedOrgs: ["globex"] }, it);
    const operator = await other.operator();
    const back = await makeAtGitHub(operator);
    await operator.get(back.pathname + back.search);
    it.github.install("acme");
    const page = await operator.get(`${home}/installed`);
    expect(await textOf(page)).toContain("ALLOWED_ORGS in the environment names who may use svc: globex");
    expect(other.svc.config.allowedOrgs).toEqual(["globex"]);
    await other.stop();
  });
});
