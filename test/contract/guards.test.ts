import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tokens } from "../../db/schema/people.ts";
import type { Problem } from "../../server/errors.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

/** What answers without anybody signed in, and why. Everything else must be guarded. */
const open = new Map([
  ["GET /", "leads to the panel"],
  ["GET /healthz", "probe"],
  ["GET /readyz", "probe"],
  ["GET /metrics", "has a token or a network of its own, and is not there for others"],
  ["POST /webhooks/github", "has GitHub's signature instead"],
  ["GET /assets/:hash/:name", "style and scripts"],
  ["GET /openapi.json", "the API's reference for programs"],
  ["GET /docs", "the API's reference for people"],
  ["GET /docs/errors", "what each code of an error means"],
  ["GET /sign-in", "where one signs in"],
  ["GET /sign-in/github", "the way to GitHub"],
  ["GET /sign-in/github/callback", "the way back"],
  ["GET /sign-in/link/:secret", "has its own secret"],
  ["POST /sign-in/link/:secret", "has its own secret"],
  ["POST /sign-out", "ends what there is"],
  ["POST /language", "chooses a language"],
]);

let svc: TestApp;
let ada: Visitor;
let token: string;
let routes: { method: string; path: string; name: string; address: string }[];
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  token = await svc.tokenFor("root");
  ada = await svc.signedIn("root");
  routes = svc.app.routes.map(({ method, path: written }) => {
    const path = written === "/" ? written : written.replace(/\/$/, "");
    const address = `http://localhost:3000${path.replaceAll(/:[a-z]+/gi, "1")}`;
    return { method, path, name: `${method} ${path}`, address };
  });
});
afterAll(() => svc.stop());

const isApi = ({ path }: { path: string }) => path.startsWith("/api/");
const isGuardedPage = (route: { path: string; name: string }) => !isApi(route) && !open.has(route.name);
const bearer = () => ({ authorization: `Bearer ${token}` });
const cookie = () => ({ cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ") });

async function ask(route: { method: string; address: string }, headers: Record<string, string> = {}) {
  const body = route.method === "GET" || route.method === "HEAD" ? {} : { body: "x".repeat(70_000) };
  return svc.send(new Request(route.address, { method: route.method, headers, ...body }));
}

test("the list of what is open names no route that is not there", () => {
  const there = new Set(routes.map(({ name }) => name));
  expect([...open.keys()].filter((name) => !there.has(name))).toEqual([]);
  expect(routes.filter(isApi).length).toBeGreaterThan(1);
  expect(routes.filter(isGuardedPage).length).toBeGreaterThan(5);
});

describe("spec 5.1: every route of the API wants a token", () => {
  test("none, an unknown one and a mangled one are 401, before the body is read", async () => {
    const unknown = `svc_${"x".repeat(43)}`;
    for (const route of routes.filter(isApi)) {
      for (const headers of [{}, { authorization: `Bearer ${unknown}` }, { authorization: "Bearer svc_" }]) {
        const response = await ask(route, headers as Record<string, string>);
        expect([route.name, response.status]).toEqual([route.name, 401]);
        expect(response.headers.get("www-authenticate")).toStartWith('Bearer realm="svc"');
        expect(response.headers.get("content-type")).toBe("application/problem+json");
      }
    }
  });

  test("a session's cookie is not read there, with or without a token", async () => {
    for (const route of routes.filter(isApi)) {
      const response = await ask(route, { ...cookie(), "sec-fetch-site": "same-origin" });
      expect([route.name, response.status]).toEqual([route.name, 401]);
    }
    // The token alone decides, whoever's session stands beside it.
    const hours = { address: "http://localhost:3000/api/v1/time-entries", method: "GET" };
    const stranger = { authorization: `Bearer svc_${"x".repeat(43)}` };
    expect((await ask(hours, { ...cookie(), ...stranger })).status).toBe(401);
    expect((await ask(hours, { cookie: "svc_session=x", ...bearer() })).status).toBe(200);
  });
});

describe("spec 5.3: a token is good for the API alone", () => {
  test("anywhere else it is refused with 403, also beside a good session", async () => {
    for (const route of routes.filter((route) => !isApi(route))) {
      for (const headers of [bearer(), { ...bearer(), ...cookie(), "sec-fetch-site": "same-origin" }]) {
        const response = await ask(route, headers);
        expect([route.name, response.status]).toEqual([route.name, 403]);
        expect(((await response.json()) as Problem).code).toBe("token_not_accepted");
      }
    }
  });

  test("an unknown or revoked token is refused there in the same words: it is not even looked up", async () => {
    const response = await svc.send(
      new Request("http://localhost:3000/admin/tokens", {
        headers: { authorization: `Bearer svc_${"x".repeat(43)}` },
      }),
    );
    expect(response.status).toBe(403);
    expect(((await response.json()) as Problem).code).toBe("token_not_accepted");
  });
});

describe("every page wants a session", () => {
  test("without one the answer is the way to sign in, and back to a page that was asked for", async () => {
    for (const route of routes.filter(isGuardedPage)) {
      const response = await ask(route, { "sec-fetch-site": "same-origin" });
      expect([route.name, response.status]).toEqual([route.name, 303]);
      const location = response.headers.get("location")!;
      const next = new URLSearchParams({ next: new URL(route.address).pathname });
      expect([route.name, location]).toEqual([
        route.name,
        route.method === "GET" ? `/sign-in?${next}` : "/sign-in",
      ]);
    }
  });

  test("a made-up session, an empty one and two at once are none", async () => {
    const name = [...ada.cookies.keys()][0]!;
    const good = ada.cookies.get(name)!;
    for (const value of [`${name}=${"x".repeat(43)}`, `${name}=`, `${name}=${good}; ${name}=${good}`]) {
      for (const route of routes.filter(isGuardedPage)) {
        const response = await ask(route, { cookie: value, "sec-fetch-site": "same-origin" });
        expect([route.name, value.length, response.status]).toEqual([route.name, value.length, 303]);
      }
    }
  });

  test("a write that another site sends is refused, whatever session the browser adds", async () => {
    const writes = routes.filter(
      (route) => !isApi(route) && route.method !== "GET" && !route.path.startsWith("/webhooks/"),
    );
    expect(writes.length).toBeGreaterThan(3);
    const strange: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site", origin: "https://hours.example" },
      { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ];
    for (const route of writes) {
      for (const headers of strange) {
        const response = await ask(route, { ...cookie(), ...headers });
        expect([route.name, headers, response.status]).toEqual([route.name, headers, 403]);
      }
    }
  });
});

test("spec 5.4: no method or path under /api/v1 makes or revokes a token", async () => {
  const before = await svc.db.select().from(tokens).orderBy(tokens.id);
  const known = new Set(routes.filter(isApi).map(({ name }) => name));
  expect([...known].filter((name) => /token|session|sign/i.test(name))).toEqual([]);
  const id = before[0]!.id;
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    for (const path of [
      "/tokens",
      `/tokens/${id}`,
      `/tokens/${id}/revocation`,
      "/me/tokens",
      "/admin/tokens",
    ]) {
      const response = await svc.send(
        new Request(`http://localhost:3000/api/v1${path}`, {
          method,
          headers: { ...bearer(), "content-type": "application/x-www-form-urlencoded" },
          ...(method !== "GET" && { body: "label=x" }),
        }),
      );
      expect([method, path, response.status]).toEqual([method, path, 404]);
    }
  }
  for (const route of routes.filter(isApi)) await (await ask(route, bearer())).body?.cancel();
  const after = await svc.db.select().from(tokens).orderBy(tokens.id);
  expect(after).toEqual(before.map((row) => ({ ...row, lastUsedAt: expect.anything() })));
});
