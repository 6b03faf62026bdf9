import { afterAll, beforeAll, expect, test } from "bun:test";
import { Elysia, t } from "elysia";
import { AppError, problemResponse } from "../../server/errors.ts";
import { connectGitHub } from "../../server/github/github.ts";
import { createLog } from "../../server/log.ts";
import { createMembership } from "../../server/members/actions.ts";
import { bearer } from "../../server/tokens/guard.ts";
import { silentMetrics } from "../../server/metrics/actions.ts";
import { createRateLimit } from "../../server/tokens/rate-limit.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { madeUpToken, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
let github: FakeGitHub;
let ada: Awaited<ReturnType<typeof world.issue>>;
let outsider: typeof ada;
let app: { handle(request: Request): Promise<Response> };
const time = { now: 0 };

beforeAll(async () => {
  world = await startTokens();
  [ada, outsider] = await Promise.all([world.issue("ada"), world.issue("outsider")]);
  github = await startFakeGitHub();
  github.org("acme");
  github.user("ada", { id: ada.user.githubId! });
  github.user("outsider", { id: outsider.user.githubId! });
  github.member("acme", "ada", { role: "admin" });
  const membership = createMembership({
    db: world.db,
    github: connectGitHub(github.config, { log: createLog("silent") }),
    config: {
      allowedOrgs: ["acme"],
      adminLogins: [],
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      github: github.config,
    },
    clock: () => time.now,
    log: createLog("silent"),
  });
  const config = { apiRequestsPerMinute: 1200 };
  const rateLimit = createRateLimit({ perMinute: 1200, clock: () => time.now });
  const guard = bearer({ tokens: world.instance(), membership, metrics: silentMetrics, config, rateLimit });
  const report = new Elysia({ prefix: "/api/v1" })
    .use(guard)
    .get("/me", ({ user }) => user)
    .post("/clients", () => "made", { body: t.Object({ name: t.String() }) });
  const labels = new Elysia({ prefix: "/api/v1" }).use(guard).get("/labels", () => "labels");
  app = new Elysia()
    .onError(({ error }) => (error instanceof AppError ? problemResponse(error, "request-1") : undefined))
    .use(report)
    .use(labels)
    .get("/healthz", () => "well");
}, 30_000);
afterAll(async () => {
  await github.stop();
  await world.close();
});

function get(path: string, headers: Headers | Record<string, string> = {}): Promise<Response> {
  return app.handle(new Request(`http://localhost${path}`, { headers }));
}

test("a token gives the handler its user, with the standing of now", async () => {
  const response = await get("/api/v1/me", { authorization: ada.header });
  expect(await response.json()).toEqual({ ...ada.user, admin: true });
});

test("every route behind it needs a token, in every part that uses it, and no other route does", async () => {
  for (const path of ["/api/v1/me", "/api/v1/labels"]) {
    const response = await get(path);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="svc"');
  }
  expect((await get("/api/v1/labels", { authorization: ada.header })).status).toBe(200);
  expect((await get("/healthz")).status).toBe(200);
});

test("a stranger with a bad body hears of the missing token, not of the body", async () => {
  const request = new Request("http://localhost/api/v1/clients", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"nam":1}',
  });
  expect((await app.handle(request)).status).toBe(401);
});

test("a cookie opens nothing", async () => {
  const cookies = ["__Host-svc_session=x", `authorization=${ada.header}`, `token=${ada.plaintext}`];
  for (const cookie of cookies) expect((await get("/api/v1/me", { cookie })).status).toBe(401);
});

test("a token in the address opens nothing", async () => {
  expect((await get(`/api/v1/me?access_token=${ada.plaintext}`)).status).toBe(401);
});

test("two tokens at once are refused, whichever of them is right", async () => {
  const headers = new Headers({ authorization: ada.header });
  headers.append("authorization", `Bearer ${madeUpToken()}`);
  const response = await get("/api/v1/me", headers);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_request" });
});

test("an outsider's, an unknown and a revoked token get the same answer to the byte", async () => {
  const revoked = await world.issue("ada");
  await world.revoke(revoked.id, ada.user);
  const answers = await Promise.all(
    [outsider.header, `Bearer ${madeUpToken()}`, revoked.header].map(async (authorization) => {
      const response = await get("/api/v1/me", { authorization });
      return [response.status, response.headers.get("www-authenticate"), await response.text()];
    }),
  );
  expect(answers[0]!.slice(0, 2)).toEqual([401, 'Bearer realm="svc", error="invalid_token"']);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test("with GitHub down and nothing known, the answer is 503 with a time to come back", async () => {
  github.fail({ times: Infinity, respond: { status: 500 } });
  time.now = 5 * 60_000;
  const response = await get("/api/v1/me", { authorization: ada.header });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  github.heal();
  time.now += 5_000;
  expect((await get("/api/v1/me", { authorization: ada.header })).status).toBe(200);
});
