import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser } from "../support/browser.ts";
import { startUnconnected, type Unconnected } from "../connection/setup.ts";
import { createPolling } from "../../server/polling/actions.ts";
import { freePort } from "../support/free-port.ts";

let it: Unconnected;
let url: string;
const browser = createBrowser();
const home = "/admin/set-up/github";
beforeAll(async () => {
  const port = freePort();
  url = `http://localhost:${port}`;
  it = await startUnconnected({ publicUrl: url });
  it.svc.app.listen({ hostname: "127.0.0.1", port, reusePort: false, development: false });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await it.svc.app.stop(true);
  await it.stop();
}, 60_000);

test("two clicks and GitHub's own pages lead from nothing to a working App, whose self-test turns well by itself", async () => {
  const { github, svc } = it;
  const visit = await browser.browse(`${url}/sign-in`);
  const { page } = visit;
  const operator = await it.operator();
  await visit.context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(url + home);
  expect(await visit.faults()).toEqual([]);
  let clicks = 0;
  const click = async (text: string) => {
    clicks += 1;
    await page.click(`main button:has-text("${text}")`);
  };

  await page.fill("#field-account", "acme");
  await click("Make the App at GitHub");
  // The manifest goes on to GitHub by itself.
  await page.waitForURL(`${github.config.url}/organizations/acme/settings/apps/new?**`);
  await page.click("text=Create GitHub App >> visible=true >> nth=-1");
  await page.waitForURL(`${github.config.url}/apps/**`);
  await page.click("button:has-text('Install')");
  await page.waitForURL(`${url}${home}/installed?**`);
  expect(await visit.faults()).toEqual([]);
  await click("Let them in");
  // By way of GitHub's sign-in, which asks nothing of whoever it knows.
  await page.waitForURL(url + home);
  expect(clicks).toBe(2);
  expect(await page.textContent(".visitor")).toContain("root");
  expect(await visit.faults()).toEqual([]);

  const polling = createPolling(svc.deps, { spacingMs: 0 });
  await polling.turn();
  const issue = github.issue("acme/web");
  github.write(issue, "ada", "/log 15m");
  await polling.turn();
  await github.whenCommented(issue, 1, 20_000);
  await page.waitForSelector("[data-check=try][data-state=good]", { timeout: 30_000 });
  const links = await page.evaluate<string[]>(
    "[...document.querySelectorAll('[data-check=try] a')].map((one) => one.href)",
  );
  expect(links).toEqual([
    `${url}/admin/entries/1`,
    `${github.config.url}/acme/web/issues/1#issuecomment-${github.comments(issue)[1]!.id}`,
  ]);
  expect(await visit.faults()).toEqual([]);
  await visit.close();
}, 120_000);

test("without JavaScript one more click leads to GitHub, and the key's text is pasted", async () => {
  const root = await it.svc.signedIn("root");
  const visit = await browser.browse(`${url}/sign-in`, { javaScript: false });
  const { page } = visit;
  await visit.context.addCookies([...root.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}${home}/new`);
  await page.click("main button:has-text('Make the App at GitHub')");
  await page.click("main button:has-text('Go on to GitHub')");
  await page.waitForURL(`${it.github.config.url}/settings/apps/new?**`);
  await page.goto(`${url}${home}/existing`);
  expect(await page.isVisible("#key-file")).toBe(false);
  await visit.close();
}, 60_000);

test("the key's text can be taken from its file, which is not sent itself", async () => {
  const root = await it.svc.signedIn("root");
  const visit = await browser.browse(`${url}/sign-in`);
  const { page } = visit;
  await visit.context.addCookies([...root.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}${home}/existing`);
  const buffer = Buffer.from(it.github.config.privateKey);
  await page.setInputFiles("#key-file", { name: "app.pem", mimeType: "text/plain", buffer });
  await page.waitForFunction("document.querySelector('#field-private_key').value !== ''");
  expect(await page.inputValue("#field-private_key")).toBe(it.github.config.privateKey);
  expect(await visit.faults()).toEqual([]);
  await visit.close();
}, 60_000);
