import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { signInThroughGitHub } from "../sign-in/through-github.ts";
import { connect, forget, home, startUnconnected, type Unconnected } from "./setup.ts";

let it: Unconnected;
beforeAll(async () => {
  it = await startUnconnected();
});
beforeEach(() => forget(it));
afterAll(() => it.stop());

describe("the first admin", () => {
  test("is an owner who signs in, and the link's session ends with it", async () => {
    const operator = await connect(it);
    expect((await operator.get("/admin")).status).toBe(200);
    const elsewhere = it.svc.visitor();
    expect((await signInThroughGitHub(elsewhere)).status).toBe(303);
    expect((await operator.get("/admin")).status).toBe(303);
    expect((await elsewhere.get(home)).status).toBe(200);
  });

  test("is a mere member who signs in over the link's session: whoever started svc", async () => {
    const operator = await connect(it);
    it.github.browser.signedIn = "ada";
    expect((await signInThroughGitHub(operator)).status).toBe(303);
    expect((await operator.get(home)).status).toBe(200);
    const [row] = await it.svc.db.$client`select admin_granted from users where login = 'ada'`;
    expect(row?.["admin_granted"]).toBe(true);
  });

  test("is no member who comes from elsewhere, and the link goes on", async () => {
    const operator = await connect(it);
    it.github.browser.signedIn = "ada";
    const ada = it.svc.visitor();
    expect((await signInThroughGitHub(ada)).status).toBe(303);
    expect((await ada.get(home)).status).toBe(403);
    expect((await operator.get("/admin")).status).toBe(200);
  });

  test("is no stranger, also over the link's session", async () => {
    const operator = await connect(it);
    it.github.browser.signedIn = "stranger";
    expect((await signInThroughGitHub(operator)).status).toBe(403);
    expect((await operator.get("/admin")).status).toBe(200);
    expect(it.svc.config.github).toMatchObject({ awaitsAdmin: true });
  });
});
