import { expect, test } from "bun:test";
import { isSecret, type LinkConditions, linkAddress, linkIsAllowed } from "../../server/sign-in/link.ts";

const nothing = {
  appId: undefined,
  privateKey: undefined,
  webhookSecret: undefined,
  clientId: undefined,
  clientSecret: undefined,
};
const here: LinkConditions = { host: "127.0.0.1", publicUrl: "http://localhost:3000", github: nothing };

test.each([
  [{}],
  [{ host: "localhost" }],
  [{ host: "::1", publicUrl: "http://[::1]:3000" }],
  [{ publicUrl: "http://127.0.0.1:8080" }],
])("a sign-in link exists on a machine of one's own without GitHub: %j", (differently) => {
  expect(linkIsAllowed({ ...here, ...differently })).toBe(true);
});

test.each([
  ["listens to others", { host: "0.0.0.0" }],
  ["listens to others over IPv6", { host: "::" }],
  ["listens on an address of the network", { host: "192.168.1.5" }],
  ["listens on a name", { host: "svc.example.com" }],
  ["listens on what only looks like this machine", { host: "127.0.0.1.example.com" }],
  ["is reached by others through a proxy", { publicUrl: "https://svc.example.com" }],
  ["has a GitHub App", { github: { ...nothing, appId: "1" } }],
  ["has a private key", { github: { ...nothing, privateKey: "x" } }],
  ["has a webhook secret", { github: { ...nothing, webhookSecret: "x" } }],
  ["has a client id", { github: { ...nothing, clientId: "x" } }],
  ["has a client secret", { github: { ...nothing, clientSecret: "x" } }],
] as [string, Partial<LinkConditions>][])("it exists in no other set-up: where svc %s", (_, differently) => {
  expect(linkIsAllowed({ ...here, ...differently })).toBe(false);
});

test("its address holds the secret in the path, and nothing but a secret is one", () => {
  const secret = "a".repeat(43);
  expect(linkAddress("http://localhost:3000", secret)).toBe(`http://localhost:3000/sign-in/link/${secret}`);
  expect(isSecret(secret)).toBe(true);
  for (const text of ["", "a", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}/`, `${"a".repeat(43)}\n`])
    expect(isSecret(text)).toBe(false);
});
