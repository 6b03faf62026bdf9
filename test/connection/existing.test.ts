import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { textOf } from "../sign-in/through-github.ts";
import { home, startUnconnected, type Unconnected } from "./setup.ts";

let it: Unconnected;
beforeAll(async () => {
  it = await startUnconnected();
  it.github.install("acme");
});
afterAll(() => it.stop());
beforeEach(async () => {
  it.github.heal();
  await it.svc.db.$client`delete from github_connection`;
  await it.svc.deps.connection.refresh();
});

const right = () => {
  const { appId, clientId, clientSecret, privateKey, webhookSecret } = it.github.config;
  return {
    site: "",
    app_id: appId,
    client_id: clientId,
    client_secret: clientSecret,
    // As a browser sends what was pasted.
    private_key: privateKey.replaceAll("\n", "\r\n"),
    webhook_secret: webhookSecret,
  };
};

test("an App that is there already is asked for at GitHub, then stored and used", async () => {
  const operator = await it.operator();
  expect(await textOf(await operator.get(`${home}/existing`))).toContain(
    "http://localhost:3000/sign-in/github/callback",
  );
  const sent = await operator.post(`${home}/existing`, right());
  expect(sent.headers.get("location")).toBe(`${home}/installed`);
  expect(it.svc.config.github).toMatchObject({
    appId: it.github.config.appId,
    privateKey: it.github.config.privateKey,
    // GitHub cannot reach this machine, whatever its webhook is set to.
    hears: "polling",
  });
  expect(await textOf(await operator.get(`${home}/installed`))).toContain("acme");
});

test("without a webhook secret svc makes one", async () => {
  const operator = await it.operator();
  await operator.post(`${home}/existing`, { ...right(), webhook_secret: "" });
  expect(it.svc.config.github.webhookSecret).toMatch(/^[0-9a-f]{64}$/);
});

const anotherKey = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
}).privateKey;

test.each([
  ["app_id", { app_id: "Iv1.abc" }],
  ["app_id", { app_id: "" }],
  ["client_id", { client_id: "Iv1.other" }],
  ["client_id", { client_id: "" }],
  ["client_secret", { client_secret: "wrong" }],
  ["client_secret", { client_secret: "two words" }],
  ["webhook_secret", { webhook_secret: "short" }],
  ["private_key", { private_key: "/etc/key.pem" }],
  ["private_key", { private_key: anotherKey }],
  ["private_key", { app_id: "999" }],
  ["private_key", { private_key: "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----" }],
  ["site", { site: "github.example.com" }],
])("what is wrong with %s is said beside it, and nothing is stored: %j", async (field, wrong) => {
  const operator = await it.operator();
  const page = await operator.post(`${home}/existing`, { ...right(), ...wrong });
  expect(page.status).toBe(422);
  const html = await page.text();
  expect(html).toContain(`id="problem-${field}"`);
  expect(it.svc.deps.connection.source()).toBe("none");
  // What was typed is kept, but never a secret.
  for (const secret of [it.github.config.clientSecret, it.github.config.webhookSecret, "BEGIN RSA"])
    expect(html).not.toContain(secret);
  expect(it.svc.logged.join("\n")).not.toContain(it.github.config.clientSecret);
});

test("a GitHub that does not answer is told, and nothing is stored", async () => {
  it.github.fail({ path: /^\/app$/, respond: { status: 502 }, times: 9 });
  const page = await (await it.operator()).post(`${home}/existing`, right());
  expect(page.status).toBe(422);
  expect(await textOf(page)).toContain("GitHub could not say which App this is (502)");
  expect(it.svc.deps.connection.source()).toBe("none");
});
