import { expect, test } from "bun:test";
import fc from "fast-check";
import { faultOf } from "../../server/github/simulated/registration.ts";
import { installingAddress, lacking, makingAddress, manifestOf } from "../../server/connection/manifest.ts";
import { seal, unseal } from "../../server/connection/secrets/actions.ts";
import { readAccount } from "../../server/connection/typed.ts";

const login = fc.stringMatching(/^[A-Za-z\d](-?[A-Za-z\d]){0,19}(_[a-z\d]{1,8})?$/);
const host = fc.constantFrom(
  "http://localhost:3000",
  "http://127.0.0.1:3000",
  "https://hours.acme.nl",
  "https://svc.acme.internal",
  "https://[2001:67c::1]",
);
const site = fc.constantFrom("https://github.com", "https://github.acme.nl", "https://github.acme.internal");

test("GitHub takes every manifest, whatever the account and the address", () => {
  fc.assert(
    fc.property(host, site, fc.option(login, { nil: undefined }), (publicUrl, site, account) => {
      const manifest = manifestOf(publicUrl, { site, account });
      expect(faultOf(manifest)).toBeUndefined();
      expect(manifest.name).toMatch(/^svc-[A-Za-z0-9-]*[A-Za-z0-9]$/);
      expect(manifest.name.length).toBeLessThanOrEqual(34);
    }),
  );
});

test.each([
  ["https://hours.acme.nl", "https://github.com", true],
  ["https://hours.acme.nl", "https://github.acme.internal", true],
  ["http://localhost:3000", "https://github.com", false],
  ["http://localhost:3000", "https://github.acme.internal", false],
  ["https://localhost", "https://github.acme.internal", false],
  ["https://svc.acme.internal", "https://github.com", false],
  ["https://svc.acme.internal", "https://github.acme.internal", true],
])("at %s the App of %s has a webhook: %j", (publicUrl, site, hasOne) => {
  const { hook_attributes: hook } = manifestOf(publicUrl, { site, account: "acme" });
  expect(hook).toEqual(hasOne ? { url: `${publicUrl}/webhooks/github` } : undefined);
});

test("a typed account leads to its own settings at that site, and nowhere else", () => {
  fc.assert(
    fc.property(fc.oneof(login, fc.string()), fc.oneof(site, fc.string()), (account, typedSite) => {
      const read = readAccount({ account, site: typedSite }, "https://github.com");
      if ("problems" in read) return;
      const address = new URL(makingAddress(read.site, read.account, "state"));
      expect(address.origin).toBe(new URL(read.site).origin);
      expect(address.pathname).toMatch(/^(\/organizations\/[^/]+)?\/settings\/apps\/new$/);
      expect([...address.searchParams]).toEqual([["state", "state"]]);
    }),
  );
});

test.each([
  ["https://github.com/apps/svc-acme", "https://github.com/apps/svc-acme/installations/new"],
  ["https://github.com/github-apps/svc-acme/", "https://github.com/github-apps/svc-acme/installations/new"],
  ["https://evil.example/apps/svc-acme", "https://github.com/apps/svc-acme/installations/new"],
  ["javascript:alert(1)", "https://github.com/apps/svc-acme/installations/new"],
  ["", "https://github.com/apps/svc-acme/installations/new"],
])("with %j as its page the App is installed at GitHub's own site", (htmlUrl, address) => {
  expect(installingAddress("https://github.com", htmlUrl, "svc-acme")).toBe(address);
});

test("more permissions than are asked for are enough, fewer are named", () => {
  const all = { issues: "write", pull_requests: "write", metadata: "read", members: "read" };
  expect(lacking(all)).toEqual([]);
  expect(lacking({ ...all, members: "write", contents: "admin" })).toEqual([]);
  expect(lacking({ ...all, issues: "read" })).toEqual(["issues"]);
  expect(lacking({})).toEqual(["issues", "pull_requests", "metadata", "members"]);
  expect(lacking({ ...all, issues: "whatever" })).toEqual(["issues"]);
});

test("what was sealed opens under the same key and the same words alone", () => {
  const place = { secretKey: "1f".repeat(32), dataDir: "/nowhere" };
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (secret, boundTo, at) => {
      const secrets = { privateKey: secret, webhookSecret: "w", clientSecret: "c" };
      const sealed = seal(place, secrets, boundTo);
      expect(unseal(place, sealed, boundTo)).toEqual(secrets);
      expect(() => unseal(place, sealed, `${boundTo}.`)).toThrow("cannot be opened");
      expect(() => unseal({ ...place, secretKey: "00".repeat(32) }, sealed, boundTo)).toThrow(
        "SVC_SECRET_KEY",
      );
      const changed = Uint8Array.from(sealed);
      changed[at % changed.length]! ^= 1;
      expect(() => unseal(place, changed, boundTo)).toThrow("cannot be opened");
      expect(seal(place, secrets, boundTo)).not.toEqual(sealed);
    }),
  );
});
