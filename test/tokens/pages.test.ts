import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { desc, eq } from "drizzle-orm";
import { auditLog, tokens } from "../../db/schema/people.ts";
import type { Problem } from "../../server/errors.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
let eve: Visitor;
let root: Visitor;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "eve");
  svc.github.member("acme", "root", { role: "admin" });
  [ada, eve, root] = [await svc.signedIn("ada"), await svc.signedIn("eve"), await svc.signedIn("root")];
}, 30_000);
afterAll(() => svc.stop());

/** Sends the form of the page, and reads the token off the answer as a person does. */
async function create(by: Visitor, label = "laptop") {
  const form = await (await by.get("/admin/tokens/new")).text();
  const nonce = /name="nonce" value="([^"]+)"/.exec(form)![1]!;
  const answer = await by.post("/admin/tokens", { label, nonce });
  const page = await answer.clone().text();
  const token = /svc_[\w-]{43}/.exec(page)?.[0] ?? "";
  const [row] = await svc.db.select().from(tokens).orderBy(desc(tokens.id)).limit(1);
  return { answer, page, token, id: row!.id, nonce };
}
const revoke = (by: Visitor, id: number) => by.post(`/admin/tokens/${id}/revocation`);
const rowOf = async (id: number) => (await svc.db.select().from(tokens).where(eq(tokens.id, id)))[0];
const works = async (token: string) => (await svc.api("/time-entries", token)).status === 200;

describe("spec 3.3: create token in the admin panel, browser session only", () => {
  test("user is logged in via session: without one nothing is made", async () => {
    const before = await svc.db.$count(tokens);
    const stranger = svc.visitor();
    const answer = await stranger.post("/admin/tokens", { label: "x", nonce: crypto.randomUUID() });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(await svc.db.$count(tokens)).toBe(before);
  });

  test("next state active", async () => {
    const { id, token } = await create(ada);
    expect((await rowOf(id))!.revokedAt).toBeNull();
    expect(await works(token)).toBe(true);
  });

  test("the plaintext is returned once, rendered in the response page body", async () => {
    const { answer, page, token, id } = await create(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toStartWith("text/html");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page).toContain(token);
    for (const path of ["/admin/tokens", "/admin/tokens?state=all", `/admin/tokens/${id}/revocation`]) {
      const later = await (await ada.get(path)).text();
      expect([path, later.includes(token.slice(12))]).toEqual([path, false]);
    }
  });

  test("the form sent again shows no secret, and makes no second token", async () => {
    const { token, nonce } = await create(ada);
    const before = await svc.db.$count(tokens);
    const again = await ada.post("/admin/tokens", { label: "laptop", nonce });
    const page = await again.text();
    expect(again.status).toBe(409);
    expect([page.includes(token), /svc_[\w-]{43}/.test(page)]).toEqual([false, false]);
    expect(await svc.db.$count(tokens)).toBe(before);
  });

  test("there is no redirect and the secret is never put in a URL", async () => {
    const { answer, page, token } = await create(ada);
    expect(answer.status).toBe(200);
    for (const [name, value] of answer.headers)
      expect([name, value.includes(token.slice(4))]).toEqual([name, false]);
    for (const [attribute] of page.matchAll(/<[^>]*>/g)) expect(attribute).not.toContain(token.slice(4));
  });

  test("a token has no expiry by default", async () => {
    const { id, token } = await create(ada);
    const longAgo = new Date("2000-01-01T00:00:00Z");
    await svc.db.update(tokens).set({ createdAt: longAgo, lastUsedAt: longAgo }).where(eq(tokens.id, id));
    expect(await works(token)).toBe(true);
  });

  test("a label that will not do, and a form that is not ours, make none", async () => {
    const before = await svc.db.$count(tokens);
    const forms: [Record<string, string>, number][] = [
      [{ label: "", nonce: crypto.randomUUID() }, 422],
      [{ label: "x".repeat(101), nonce: crypto.randomUUID() }, 422],
      [{ label: "a\u0000b", nonce: crypto.randomUUID() }, 422],
      [{ label: "x" }, 422],
      [{ label: "x", nonce: "1" }, 422],
      [{ label: "x", nonce: "' or 1=1" }, 422],
      [{ label: "x", nonce: crypto.randomUUID(), user_id: "1" }, 422],
      [{ label: "x", nonce: crypto.randomUUID(), admin: "true" }, 422],
    ];
    for (const [fields, status] of forms) {
      const answer = await ada.post("/admin/tokens", fields);
      expect([fields, answer.status]).toEqual([fields, status]);
    }
    expect(await svc.db.$count(tokens)).toBe(before);
  });
});

describe("spec 3.3: revoke, browser session only", () => {
  let made: Awaited<ReturnType<typeof create>>;
  beforeEach(async () => {
    made = await create(ada);
    expect(await works(made.token)).toBe(true);
  });

  test("the owner revokes it from the panel", async () => {
    const answer = await revoke(ada, made.id);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/tokens"]);
    expect((await rowOf(made.id))!.revokedAt).toBeInstanceOf(Date);
  });

  test("or an admin revokes any user's token (spec 5.8)", async () => {
    expect((await revoke(root, made.id)).status).toBe(303);
    expect(await works(made.token)).toBe(false);
  });

  test("who thinks better of it goes back to the list they came from", async () => {
    const question = async (by: Visitor) => (await by.get(`/admin/tokens/${made.id}/revocation`)).text();
    const backTo = async (by: Visitor) => /class="button" href="([^"]*)"/.exec(await question(by))?.[1];
    expect(await backTo(ada)).toBe("/admin/tokens");
    expect(await backTo(root)).toBe("/admin/tokens?of=everybody");
    await revoke(root, made.id);
    expect(await backTo(root)).toBe("/admin/tokens?of=everybody");
  });

  test("another member does not, and is not told that it is there", async () => {
    const asProgram = { accept: "application/json" };
    const answers = [made.id, 999_999].map((id) => eve.post(`/admin/tokens/${id}/revocation`, {}, asProgram));
    const [others, none] = await Promise.all(
      answers.map(async (answer) => ({ ...((await (await answer).json()) as Problem), request_id: "" })),
    );
    expect(others).toEqual(none!);
    expect(others).toMatchObject({ status: 404, code: "token_not_found" });
    const confirmation = await eve.get(`/admin/tokens/${made.id}/revocation`);
    expect([confirmation.status, (await confirmation.text()).includes("laptop")]).toEqual([404, false]);
    expect(await works(made.token)).toBe(true);
  });

  test("whoever is no longer an admin does not", async () => {
    svc.github.member("acme", "former", { role: "admin" });
    const former = await svc.signedIn("former");
    await svc.db.$client`update users set admin = false where login = 'former'`;
    expect((await revoke(former, made.id)).status).toBe(404);
    expect(await works(made.token)).toBe(true);
  });

  test("nobody does without a session, from another site, or by asking for a page", async () => {
    expect((await revoke(svc.visitor(), made.id)).status).toBe(303);
    const path = `/admin/tokens/${made.id}/revocation`;
    expect((await ada.post(path, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ada.get(path)).status).toBe(200);
    expect(await works(made.token)).toBe(true);
  });

  test("takes effect on the next request: the token then fails authentication (spec 5.5)", async () => {
    await revoke(ada, made.id);
    const refused = await svc.api("/time-entries", made.token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "invalid_token" });
  });

  test("the row is kept, with who and when, and stays in the list", async () => {
    const before = await rowOf(made.id);
    await revoke(root, made.id);
    const rootId = (await svc.db.$client`select id from users where login = 'root'`)[0]!.id;
    expect(await rowOf(made.id)).toMatchObject({
      ...before,
      lastUsedAt: expect.anything(),
      revokedAt: expect.any(Date),
      revokedById: Number(rootId),
    });
    const list = await (await ada.get("/admin/tokens?state=revoked")).text();
    expect(list).toContain(made.token.slice(4, 12));
    expect(list).toContain("root");
  });

  test("a second time changes nothing, also by somebody else", async () => {
    await revoke(ada, made.id);
    const before = await rowOf(made.id);
    const events = await svc.db.$count(auditLog);
    expect((await revoke(root, made.id)).status).toBe(303);
    expect(await rowOf(made.id)).toEqual(before!);
    expect(await svc.db.$count(auditLog)).toBe(events);
  });

  test("is refused for what is no id of a token", async () => {
    for (const id of ["0", "-1", "1e0", "0x1", "9".repeat(30), "%00", "x", `${made.id}%20`]) {
      const answer = await ada.post(`/admin/tokens/${id}/revocation`);
      expect([id, answer.status]).toEqual([id, answer.status === 400 ? 400 : 404]);
    }
    expect(await works(made.token)).toBe(true);
  });
});

describe("spec 5.4: tokens cannot create or revoke tokens", () => {
  test("token management is available only through a browser session", async () => {
    // An admin's token, which has every right that there is on the API.
    const { token, id } = await create(root);
    const before = await svc.db.$count(tokens);
    const headers = { authorization: `Bearer ${token}` };
    for (const visitor of [svc.visitor(), root]) {
      const created = await visitor.post(
        "/admin/tokens",
        { label: "x", nonce: crypto.randomUUID() },
        headers,
      );
      const revoked = await visitor.post(`/admin/tokens/${id}/revocation`, {}, headers);
      expect([created.status, revoked.status]).toEqual([403, 403]);
      expect((await visitor.get("/admin/tokens", headers)).status).toBe(403);
    }
    expect(await svc.db.$count(tokens)).toBe(before);
    expect(await works(token)).toBe(true);
  });

  test("also with the token where else a token could stand", async () => {
    const { token } = await create(root);
    const before = await svc.db.$count(tokens);
    const fields = () => ({ label: "x", nonce: crypto.randomUUID() });
    const attempts = [
      await svc.visitor().post(`/admin/tokens?access_token=${token}`, fields()),
      await svc.visitor().post("/admin/tokens", fields(), { cookie: `svc_session=${token}` }),
      await svc.visitor().post("/admin/tokens", fields(), { "x-api-key": token }),
    ];
    for (const answer of attempts) expect(answer.headers.get("location")).toBe("/sign-in");
    expect(await svc.db.$count(tokens)).toBe(before);
  });
});

describe("spec 5.8", () => {
  test("there are no service accounts: a token is the signed-in person's own, whatever the form says", async () => {
    const { id } = await create(root);
    const rootId = (await svc.db.$client`select id from users where login = 'root'`)[0]!.id;
    expect((await rowOf(id))!.userId).toBe(Number(rootId));
    for (const field of ["user_id", "userId", "owner", "login"]) {
      const answer = await root.post("/admin/tokens", {
        label: "x",
        nonce: crypto.randomUUID(),
        [field]: "1",
      });
      expect([field, answer.status]).toEqual([field, 422]);
    }
  });

  test("there are no admin-only tokens: every member makes theirs, with the same form", async () => {
    for (const by of [ada, eve, root]) {
      const { answer, token } = await create(by);
      expect([answer.status, await works(token)]).toEqual([200, true]);
    }
  });

  test("an admin sees any user's tokens, a member their own alone", async () => {
    const { token } = await create(ada, "ada's own");
    const prefix = token.slice(4, 12);
    expect(await (await root.get("/admin/tokens?of=everybody")).text()).toContain(prefix);
    expect(await (await ada.get("/admin/tokens")).text()).toContain(prefix);
    expect(await (await eve.get("/admin/tokens")).text()).not.toContain(prefix);
    const refused = await eve.get("/admin/tokens?of=everybody");
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain(prefix);
  });
});

test("the audit log names the session over which it was done, and the request", async () => {
  const { id } = await create(ada);
  await ada.post(`/admin/tokens/${id}/revocation`, {}, { "x-request-id": "request-of-ada" });
  const events = await svc.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(id)))
    .orderBy(auditLog.id);
  const [session] = await svc.db.$client`
    select s.id from sessions s join users u on u.id = s.user_id where u.login = 'ada' order by s.id limit 1`;
  const over = { via: "session", viaId: Number(session!.id) };
  expect(events.filter(({ targetType }) => targetType === "token")).toMatchObject([
    { action: "token.created", ...over },
    { action: "token.revoked", ...over, requestId: "request-of-ada" },
  ]);
});

test("a token that was pasted as a label is neither kept nor shown", async () => {
  const { token } = await create(ada, "the first");
  const refused = await ada.post("/admin/tokens", { label: ` ${token}`, nonce: crypto.randomUUID() });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain("That is a token");
  expect(page).not.toContain(token.slice(12));
});
