import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tokens, users } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

/** The sentences of the specification's section 5, and of 3.3, each as one test through the front door. */

let svc: TestApp;
let [ada, root]: Visitor[] = [];
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  svc.github.member("acme", "leaver");
  [ada, root] = [await svc.signedIn("ada"), await svc.signedIn("root")];
});
afterAll(() => svc.stop());

async function create(who: Visitor, label = "a script") {
  const response = await who.post("/admin/tokens", { label, nonce: crypto.randomUUID() });
  const page = await response.text();
  const token = /svc_[\w-]{43}/.exec(page)?.[0];
  if (!token) throw new Error(`No token was made: ${response.status}`);
  const [row] = await svc.db
    .select()
    .from(tokens)
    .where(eq(tokens.prefix, token.slice(4, 12)));
  return { response, page, token, row: row! };
}

const revoke = (who: Visitor, id: number) => who.post(`/admin/tokens/${id}/revocation`);

async function write(token: string, path: string, body: unknown): Promise<Response> {
  return svc.send(
    new Request(`http://localhost:3000/api/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

describe("5 Authentication", () => {
  test("5.1 requests to /api/v1/* authenticate with the header Authorization: Bearer svc_<payload>", async () => {
    const { token } = await create(ada!);
    expect((await svc.api("/me", token)).status).toBe(200);
    for (const authorization of [
      token,
      `Basic ${btoa(`ada:${token}`)}`,
      `Token ${token}`,
      `Bearer ${token.slice(4)}`,
    ]) {
      const request = new Request("http://localhost:3000/api/v1/me", { headers: { authorization } });
      expect((await svc.send(request)).status).toBe(401);
    }
    for (const address of [`/me?access_token=${token}`, `/me?token=${token}`]) {
      expect((await svc.send(new Request(`http://localhost:3000/api/v1${address}`))).status).toBe(401);
    }
  });

  test("5.2 a token acts as its issuing user", async () => {
    const { token } = await create(ada!);
    expect(await (await svc.api("/me", token)).json()).toMatchObject({ login: "ada", admin: false });
  });

  test("5.2 and grants the same read and write access that the user has in the admin panel", async () => {
    const [ofAda, ofRoot] = [await create(ada!), await create(root!)];
    expect((await svc.api("/clients", ofAda.token)).status).toBe(200);
    expect((await write(ofAda.token, "/clients", { name: "Globex" })).status).toBe(403);
    expect((await write(ofRoot.token, "/clients", { name: "Globex" })).status).toBe(201);
  });

  test("5.3 tokens are valid only on /api/v1/*", async () => {
    const { token } = await create(root!);
    for (const path of ["/", "/admin", "/admin/tokens", "/sign-in", "/healthz", "/docs", "/openapi.json"]) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await svc.send(new Request(`http://localhost:3000${path}`, { headers }));
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  test("5.3 routes under /admin/... require a session cookie and reject tokens", async () => {
    const { token } = await create(root!);
    expect((await svc.visitor().get("/admin/tokens")).status).toBe(303);
    expect((await root!.get("/admin/tokens")).status).toBe(200);
    expect((await root!.get("/admin/tokens", { authorization: `Bearer ${token}` })).status).toBe(403);
  });

  test("5.4 tokens cannot create or revoke tokens", async () => {
    const { token, row } = await create(root!);
    const before = await svc.db.$count(tokens);
    const headers = { authorization: `Bearer ${token}` };
    expect(
      (await root!.post("/admin/tokens", { label: "x", nonce: crypto.randomUUID() }, headers)).status,
    ).toBe(403);
    expect((await root!.post(`/admin/tokens/${row.id}/revocation`, {}, headers)).status).toBe(403);
    expect(await svc.db.$count(tokens)).toBe(before);
    expect((await svc.api("/me", token)).status).toBe(200);
  });

  test("5.4 token management is available only through a browser session", async () => {
    const { row } = await create(ada!);
    for (const path of ["/admin/tokens", `/admin/tokens/${row.id}/revocation`]) {
      const response = await svc.visitor().post(path, { label: "x", nonce: crypto.randomUUID() });
      expect(response.headers.get("location")).toBe("/sign-in");
    }
  });

  test("5.5 a revoked token fails authentication on the next request", async () => {
    const { token, row } = await create(ada!);
    expect((await svc.api("/me", token)).status).toBe(200);
    await revoke(ada!, row.id);
    expect((await svc.api("/me", token)).status).toBe(401);
  });

  test("5.6 on every token-authenticated request the owner's membership is checked, and decided once in five minutes", async () => {
    const { token } = await create(await svc.signedIn("leaver"));
    const asked = () => svc.github.requests.filter(({ path }) => path.endsWith("/memberships/leaver")).length;
    const before = asked();
    for (let i = 0; i < 20; i++) expect((await svc.api("/me", token)).status).toBe(200);
    expect(asked() - before).toBeLessThanOrEqual(1);
    // What happens when the five minutes are over is tested with a clock of its own in test/members/membership-window.test.ts.
  });

  test("5.6 somebody who is removed from every allowed organisation is not let in by an instance that has not decided yet", async () => {
    const { token } = await create(await svc.signedIn("leaver"));
    svc.github.removeMember("acme", "leaver");
    const other = await startApp({ shared: svc });
    expect((await other.api("/me", token)).status).toBe(401);
    await other.stop();
    svc.github.member("acme", "leaver");
  });

  test("5.7 cookie-authenticated requests rely on the session: membership is checked at login only", async () => {
    const leaver = await svc.signedIn("leaver");
    svc.github.removeMember("acme", "leaver");
    const asked = svc.github.requests.length;
    expect((await leaver.get("/admin/tokens")).status).toBe(200);
    expect(svc.github.requests.length).toBe(asked);
    svc.github.member("acme", "leaver");
  });

  test("5.8 there are no service accounts: a token without an owner cannot be", async () => {
    const { row } = await create(ada!);
    const unowned = await svc.db
      .update(tokens)
      .set({ userId: 999_999 })
      .where(eq(tokens.id, row.id))
      .catch(() => "refused");
    expect(unowned).toBe("refused");
  });

  test("5.8 there are no admin-only tokens: an admin's is made as anybody's, and loses the role with its owner", async () => {
    const { token } = await create(root!);
    expect(await (await svc.api("/me", token)).json()).toMatchObject({ admin: true });
    svc.github.member("acme", "root", { role: "member" });
    const other = await startApp({ shared: svc });
    expect(await (await other.api("/me", token)).json()).toMatchObject({ admin: false });
    await other.stop();
    svc.github.member("acme", "root", { role: "admin" });
    await svc.db.update(users).set({ admin: true }).where(eq(users.login, "root"));
  });

  test("5.8 an admin can revoke any user's tokens", async () => {
    const { token, row } = await create(ada!);
    await revoke(root!, row.id);
    expect((await svc.api("/me", token)).status).toBe(401);
  });

  test("5.9 verification compares against the stored hash: another hash ends the token", async () => {
    const { token, row } = await create(ada!);
    expect((await svc.api("/me", token)).status).toBe(200);
    const hash = await Bun.password.hash("another", { algorithm: "bcrypt", cost: 12 });
    await svc.db.update(tokens).set({ hash }).where(eq(tokens.id, row.id));
    expect((await svc.api("/me", token)).status).toBe(401);
  });

  test("5.9 only the 8-character prefix and the bcrypt hash are stored", async () => {
    const { token, row } = await create(ada!);
    expect(row.prefix).toBe(token.slice(4, 12));
    expect(row.hash).toMatch(/^\$2b\$12\$.{53}$/);
    expect(await Bun.password.verify(token.slice(12), row.hash)).toBe(true);
    expect(JSON.stringify(row)).not.toContain(token.slice(12));
  });
});

describe("3.3 API token", () => {
  test("(none) → active: created in the admin panel by a user who is logged in via session", async () => {
    const { row } = await create(ada!, "laptop");
    expect(row).toMatchObject({ label: "laptop", revokedAt: null });
  });

  test("the plaintext is returned once, rendered in the response page body", async () => {
    const { response, page, token } = await create(ada!);
    expect(response.status).toBe(200);
    expect(page).toContain(token);
    for (const path of ["/admin/tokens", "/admin/tokens?state=all", "/admin/tokens/new", "/admin/sessions"]) {
      expect(await (await ada!.get(path)).text()).not.toContain(token.slice(12));
    }
  });

  test("there is no redirect and the secret is never put in a URL", async () => {
    const { response, page, token } = await create(ada!);
    expect(response.headers.get("location")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
    for (const [, address] of page.matchAll(/(?:href|action|src)="([^"]*)"/g))
      expect(address).not.toContain(token.slice(4));
  });

  test("active → revoked: the owner revokes it from the panel", async () => {
    const { row } = await create(ada!);
    expect((await revoke(ada!, row.id)).status).toBe(303);
    const [after] = await svc.db.select().from(tokens).where(eq(tokens.id, row.id));
    expect(after!.revokedAt).toBeInstanceOf(Date);
  });

  test("the row is kept", async () => {
    const { row } = await create(ada!);
    await revoke(ada!, row.id);
    const [after] = await svc.db.select().from(tokens).where(eq(tokens.id, row.id));
    expect(after).toMatchObject({ id: row.id, hash: row.hash, prefix: row.prefix, label: row.label });
  });

  test("a token has no expiry by default: one made years ago works", async () => {
    const { token, row } = await create(ada!);
    await svc.db
      .update(tokens)
      .set({ createdAt: new Date("2016-01-01") })
      .where(eq(tokens.id, row.id));
    expect((await svc.api("/me", token)).status).toBe(200);
  });
});
