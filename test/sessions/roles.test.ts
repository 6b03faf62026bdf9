import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
}, 30_000);
afterAll(() => svc.stop());

/** The next decision about this person, as the token of theirs brings it about where nothing is known of them any more. */
async function decideAnew(token: string): Promise<number> {
  const later = await startApp({ shared: svc });
  const { status } = await later.api("/me", token);
  await later.stop();
  return status;
}

const everybodys = async (browser: Visitor) => (await browser.get("/admin/tokens?of=everybody")).status;
/** Whether a page says of the one who is signed in that they are an admin. */
const isCalledAdmin = async (browser: Visitor) =>
  /<span class="badge">admin<\/span>/.test(await (await browser.get("/admin/tokens")).text());

describe("the role in the panel is that of the last decision (D13)", () => {
  test("an owner who is made a member has an admin's view until it, and none on the next page after it", async () => {
    svc.github.member("acme", "olga", { role: "admin" });
    const [olga, token] = [await svc.signedIn("olga"), await svc.tokenFor("olga")];
    const adas = await svc.signedIn("ada");
    const id = await idOfTokenOf("ada");
    svc.github.member("acme", "olga", { role: "member" });
    expect([await everybodys(olga), await isCalledAdmin(olga)]).toEqual([200, true]);
    expect((await olga.get(`/admin/tokens/${id}/revocation`)).status).toBe(200);

    expect(await decideAnew(token)).toBe(200);
    expect([await everybodys(olga), await isCalledAdmin(olga)]).toEqual([403, false]);
    expect((await olga.get(`/admin/tokens/${id}/revocation`)).status).toBe(404);
    // A page that was open since before is worth no more.
    expect((await olga.post(`/admin/tokens/${id}/revocation`)).status).toBe(404);
    expect(await (await adas.get("/admin/tokens")).text()).toContain(`/admin/tokens/${id}/revocation`);
  });

  test("a member who is made an owner has it on the next page after it, in the session that they have", async () => {
    svc.github.member("acme", "mo");
    const [mo, token] = [await svc.signedIn("mo"), await svc.tokenFor("mo")];
    svc.github.member("acme", "mo", { role: "admin" });
    expect([await everybodys(mo), await isCalledAdmin(mo)]).toEqual([403, false]);
    await decideAnew(token);
    expect([await everybodys(mo), await isCalledAdmin(mo)]).toEqual([200, true]);
  });

  test("whoever may not is told which role it needs, and who has it", async () => {
    const ada = await svc.signedIn("ada");
    const refused = await (await ada.get("/admin/tokens?of=everybody")).text();
    expect(refused).toContain(
      "Only admins may see everybody’s tokens: owners of acme, and those named by whoever runs svc. Ask one of them.",
    );
    // On the list itself the way there stands as well, out of order and with the reason.
    const list = await (await ada.get("/admin/tokens")).text();
    expect(list).toMatch(/<button[^>]* aria-disabled="true" aria-describedby="only-admins">Everybody’s</);
    expect(list).toMatch(/<small id="only-admins">Only admins see everybody’s tokens: owners of acme/);
  });
});

describe("spec 5.7: cookie-authenticated requests rely on the session", () => {
  test("organisation membership is checked at login only: no page asks GitHub", async () => {
    const ada = await svc.signedIn("ada");
    const before = svc.github.requests.length;
    for (const path of ["/admin/tokens", "/admin/tokens/new", "/admin/sessions"]) {
      expect((await ada.get(path)).status).toBe(200);
    }
    expect(svc.github.requests.slice(before)).toEqual([]);
  });

  test("whoever is removed keeps the session until it ends, while their tokens stop (spec 5.6)", async () => {
    svc.github.member("acme", "lea", { role: "admin" });
    const [lea, token] = [await svc.signedIn("lea"), await svc.tokenFor("lea")];
    svc.github.removeMember("acme", "lea");
    expect(await decideAnew(token)).toBe(401);
    expect((await lea.get("/admin/tokens")).status).toBe(200);
    // But an admin they are no more: a decision took that.
    expect([await everybodys(lea), await isCalledAdmin(lea)]).toEqual([403, false]);
    await svc.db.$client`update sessions set created_at = now() - interval '7 days'
      where user_id = (select id from users where login = 'lea')`;
    expect((await lea.get("/admin/tokens")).status).toBe(303);
  });

  test("with GitHub down the pages go on", async () => {
    const ada = await svc.signedIn("ada");
    svc.github.fail({ times: Infinity, respond: { status: 500 } });
    expect((await ada.get("/admin/tokens")).status).toBe(200);
    svc.github.heal();
  });
});

async function idOfTokenOf(login: string): Promise<number> {
  await svc.tokenFor(login);
  const [row] = await svc.db.$client`
    select max(t.id) as id from tokens t join users u on u.id = t.user_id where u.login = ${login}`;
  return Number(row!.id);
}
