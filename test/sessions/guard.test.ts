import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { AppError, type Problem, problemResponse } from "../../server/errors.ts";
import { panel } from "../../server/sessions/guard.ts";
import { sessions } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  ada = await svc.signedIn("ada");
  token = await svc.tokenFor("ada");
}, 30_000);
afterAll(() => svc.stop());

const own = { "sec-fetch-site": "same-origin" };
const bearer = () => ({ authorization: `Bearer ${token}` });
const cookie = () => ({ cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ") });

/** Sends a form of a megabyte, and counts how much of it was asked for. */
async function sendForm(headers: Record<string, string>) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(120));
        read += 16_384;
        if (read > 1_000_000) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const request = new Request("http://localhost:3000/admin/tokens", {
    method: "POST",
    headers: { ...type, ...headers },
    body,
  });
  const response = await svc.send(request);
  return { status: response.status, location: response.headers.get("location"), read, response };
}

describe("whoever sends it comes before what they send: nothing is read of a form", () => {
  test("without a session", async () => {
    expect(await sendForm(own)).toMatchObject({ status: 303, location: "/sign-in", read: 0 });
    expect(await sendForm({ ...own, cookie: `svc_session=${"x".repeat(43)}` })).toMatchObject({
      status: 303,
      read: 0,
    });
  });

  test("from another site", async () => {
    for (const where of ["cross-site", "same-site", "none"]) {
      expect(await sendForm({ ...cookie(), "sec-fetch-site": where })).toMatchObject({
        status: 403,
        read: 0,
      });
    }
  });

  test("with a token (spec 5.3), also beside a good session", async () => {
    expect(await sendForm({ ...own, ...bearer() })).toMatchObject({ status: 403, read: 0 });
    expect(await sendForm({ ...own, ...bearer(), ...cookie() })).toMatchObject({ status: 403, read: 0 });
  });

  test("while one with a session and from our own page is read, up to 64 KiB", async () => {
    const { status, read } = await sendForm({ ...own, ...cookie() });
    expect(status).toBe(413);
    expect(read).toBeWithin(65_536, 65_536 * 3);
  });
});

describe("which refusal comes first", () => {
  test("a token is refused before anything else is looked at", async () => {
    const { response } = await sendForm({ ...bearer(), "sec-fetch-site": "cross-site" });
    expect(((await response.json()) as Problem).code).toBe("token_not_accepted");
  });

  test("another site learns nothing of whether somebody is signed in", async () => {
    const answers = await Promise.all([
      sendForm({ "sec-fetch-site": "cross-site" }),
      sendForm({ "sec-fetch-site": "cross-site", ...cookie() }),
    ]);
    const [signedOut, signedIn] = await Promise.all(
      answers.map(async ({ response }) => {
        const { request_id: _, ...problem } = (await response.json()) as Problem;
        return problem;
      }),
    );
    expect(signedOut).toEqual(signedIn!);
    expect(signedOut).toMatchObject({
      code: "cross_site",
      detail: expect.stringContaining("http://localhost:3000"),
    });
  });
});

describe("the way back after signing in", () => {
  const locationOf = async (path: string, init: RequestInit = {}) =>
    (await svc.send(new Request(`http://localhost:3000${path}`, { headers: own, ...init }))).headers.get(
      "location",
    );

  test("is the page that was asked for, with its query", async () => {
    const next = "/admin/tokens?state=all&of=everybody";
    expect(await locationOf(next)).toBe(`/sign-in?${new URLSearchParams({ next })}`);
    expect(await locationOf(next, { method: "HEAD" })).toBe(`/sign-in?${new URLSearchParams({ next })}`);
  });

  test("is never the address of a form", async () => {
    expect(await locationOf("/admin/tokens", { method: "POST", body: "x=1" })).toBe("/sign-in");
  });
});

test("a session that is over leads to signing in, on the next page", async () => {
  const browser = await svc.signedIn("ada");
  expect((await browser.get("/admin/tokens")).status).toBe(200);
  await svc.db.$client`update sessions set last_seen_at = now() - interval '12 hours'
    where id = (select max(id) from sessions)`;
  const answer = await browser.get("/admin/tokens");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in?next=%2Fadmin%2Ftokens"]);
});

test("a database that is away is 503 and no sign-out: the session is there when it is back", async () => {
  const before = await svc.db.$count(sessions);
  await svc.db.$client`alter table sessions rename to elsewhere`;
  const answer = await ada.get("/admin/tokens");
  await svc.db.$client`alter table elsewhere rename to sessions`;
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await ada.get("/admin/tokens")).status).toBe(200);
  expect(await svc.db.$count(sessions)).toBe(before);
});

test("a handler is given who visits and the request's id, and the guard reaches no other part", async () => {
  const seen: unknown[] = [];
  const guarded = new Elysia().use(panel(svc.deps)).get("/admin/x", ({ visitor, requestId }) => {
    seen.push(visitor, requestId);
    return "seen";
  });
  const app = new Elysia()
    .onError(({ error }) => (error instanceof AppError ? problemResponse(error, "request-1") : undefined))
    .onRequest(({ set }) => void (set.headers["x-request-id"] = "request-1"))
    .use(guarded)
    .get("/healthz", () => "well");
  const ask = (path: string, headers = {}) =>
    app.handle(new Request(`http://localhost:3000${path}`, { headers }));
  expect(await (await ask("/healthz")).text()).toBe("well");
  expect((await ask("/admin/x")).status).toBe(401);
  expect(await (await ask("/admin/x", cookie())).text()).toBe("seen");
  const actor = { userId: expect.any(Number), via: "session", viaId: expect.any(Number) };
  expect(seen).toMatchObject([{ user: { login: "ada", admin: false }, via: "github", actor }, "request-1"]);
});
