import { describe, expect, test } from "bun:test";
import { isOwnWrite } from "../../server/sessions/cross-site.ts";

const here = "https://svc.example.com";

type Sent = { secFetchSite?: string; origin?: string };
const write = ({ secFetchSite, origin }: Sent, method = "POST", publicUrl = here) =>
  isOwnWrite({ method, secFetchSite: secFetchSite ?? null, origin: origin ?? null }, publicUrl);

describe("a write of our own page (D20)", () => {
  const table: [string, Sent][] = [
    ["says so itself", { secFetchSite: "same-origin", origin: here }],
    ["says so, with an origin that the Referrer-Policy hid", { secFetchSite: "same-origin", origin: "null" }],
    ["says so, without an origin", { secFetchSite: "same-origin" }],
    ["from a browser that says only the origin", { origin: here }],
    ["that a person sends once more by hand", { secFetchSite: "none", origin: here }],
  ];
  test.each(table)("%s: %j", (_, sent) => expect(write(sent)).toBe(true));
});

describe("a write that is refused", () => {
  const table: [string, Sent][] = [
    ["of another site", { secFetchSite: "cross-site", origin: "https://evil.example" }],
    ["of another host of the same site", { secFetchSite: "same-site", origin: "https://other.example.com" }],
    ["of another port of this host", { secFetchSite: "same-site", origin: `${here}:8443` }],
    ["that says our origin, yet another site", { secFetchSite: "cross-site", origin: here }],
    ["that says our origin, yet another host of the site", { secFetchSite: "same-site", origin: here }],
    ["with both missing, as a program sends it", {}],
    ["begun by a person, from no page", { secFetchSite: "none" }],
    ["begun by a person, from a page that hides where it is", { secFetchSite: "none", origin: "null" }],
    ["begun by a person, from a page elsewhere", { secFetchSite: "none", origin: "https://evil.example" }],
    ["of a sandboxed frame or a file", { origin: "null" }],
    ["with an empty origin", { origin: "" }],
    ["over http", { origin: "http://svc.example.com" }],
    ["of a host whose name begins like ours", { origin: `${here}.evil.example` }],
    ["of a host whose name ends like ours", { origin: "https://evil-svc.example.com" }],
    ["of a host below ours", { origin: "https://a.svc.example.com" }],
    ["of a host with our name as a user", { origin: `${here}@evil.example` }],
    ["with a path after the origin", { origin: `${here}/` }],
    ["with our origin in capitals, which no browser sends", { origin: "https://SVC.example.com" }],
    ["with two origins", { origin: `${here}, https://evil.example` }],
    ["with two sites", { secFetchSite: "same-origin, cross-site", origin: here }],
    ["with a site in capitals, which no browser sends", { secFetchSite: "Same-Origin" }],
    ["with an empty site", { secFetchSite: "", origin: here }],
    ["with a site that browsers may send one day", { secFetchSite: "same-something", origin: here }],
  ];
  test.each(table)("%s: %j", (_, sent) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(write(sent, method)).toBe(false);
  });
});

test.each(["GET", "HEAD", "OPTIONS"])("%s writes nothing, so it may come from anywhere", (method) => {
  for (const secFetchSite of ["cross-site", "same-site", "none", "same-origin"]) {
    expect(write({ secFetchSite, origin: "https://evil.example" }, method)).toBe(true);
  }
});

test.each(["get", "TRACE", "CONNECT", "PROPFIND", "QUERY", "", "GET POST"])(
  "a method that is not known to read, %p, is taken for a write",
  (method) => expect(write({ secFetchSite: "cross-site" }, method)).toBe(false),
);

test.each([
  ["http://localhost:3000", "http://localhost:3000", true],
  ["http://localhost:3000", "http://localhost:3001", false],
  ["http://localhost:3000", "http://127.0.0.1:3000", false],
  ["http://localhost:3000", "https://localhost:3000", false],
  ["http://[::1]:3000", "http://[::1]:3000", true],
  ["https://svc.example.com:443", "https://svc.example.com", true],
  ["https://svc.example.com:8443", "https://svc.example.com:8443", true],
  ["https://svc.example.com:8443", "https://svc.example.com", false],
])("at %s a write from %s is our own: %p", (publicUrl, origin, isOwn) => {
  expect(write({ origin }, "POST", publicUrl)).toBe(isOwn);
});
