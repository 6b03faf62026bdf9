import { afterEach, describe, expect, test } from "bun:test";
import type { Config } from "../../server/config.ts";
import { missingForSignIn } from "../../server/sign-in/missing.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { linksOf, textOf } from "./through-github.ts";

const nothing: Config["github"] = {
  url: "https://github.com",
  apiUrl: "https://api.github.com",
  appId: undefined,
  privateKey: undefined,
  webhookSecret: undefined,
  clientId: undefined,
  clientSecret: undefined,
  hears: "polling",
};
const app = { appId: "1", privateKey: "k", webhookSecret: "s".repeat(32) };
const client = { clientId: "Iv1.c", clientSecret: "s" };

test.each([
  [{ ...app, ...client }, ["acme"], []],
  [app, ["acme"], ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"]],
  [{ ...app, ...client }, [], ["ALLOWED_ORGS"]],
  [client, [], ["ALLOWED_ORGS", "GITHUB_APP_ID", "GITHUB_PRIVATE_KEY", "GITHUB_WEBHOOK_SECRET"]],
])("with %j and the organisations %j, to sign in there are missing: %j", (given, allowedOrgs, missing) => {
  expect(missingForSignIn({ github: { ...nothing, ...given }, allowedOrgs })).toEqual(missing);
});

describe("where GitHub is not set up for signing in", () => {
  let svc: TestApp;
  afterEach(() => svc.stop());

  test("the page names the settings that are missing, and leads nowhere", async () => {
    svc = await startApp({ config: { github: { ...nothing, ...app } } });
    const page = await svc.visitor().get("/sign-in");
    expect(page.status).toBe(503);
    expect(await linksOf(page.clone() as Response)).toEqual([]);
    const text = await textOf(page);
    expect(text).toContain("GITHUB_CLIENT_ID GITHUB_CLIENT_SECRET");
    expect(text).not.toContain("GITHUB_APP_ID");
    const onward = await svc.visitor().get("/sign-in/github?next=/admin/tokens");
    expect([onward.status, onward.headers.get("location")]).toEqual([303, "/sign-in"]);
  }, 30_000);

  test("on one's own machine it tells of the link, and a browser that comes from GitHub all the same is not signed in", async () => {
    svc = await startApp({ config: { github: nothing } });
    const page = await svc.visitor().get("/sign-in");
    expect(page.status).toBe(200);
    expect(await textOf(page)).toContain("the link that it printed when it started");
    const back = await svc.visitor().get("/sign-in/github/callback?code=x&state=y");
    expect(back.status).toBe(400);
  }, 30_000);
});
