import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  type FakeGitHub,
  type FakeGitHubOptions,
  startFakeGitHub,
} from "../../server/github/simulated/github.ts";
import { authorizeAddress, followed, redirectUri, verifier } from "./browser.ts";

let github: FakeGitHub;
let ada: { id: number };

async function start(options?: FakeGitHubOptions) {
  await github?.stop();
  github = await startFakeGitHub(options);
  ada = github.user("ada");
  github.browser.signedIn = "ada";
}
beforeEach(() => start());
afterAll(() => github.stop());

const authorize = (differently?: Record<string, string | undefined>) =>
  followed(authorizeAddress(github, differently));

async function exchange(differently: Record<string, string | undefined>, how: RequestInit = {}) {
  const usual = {
    client_id: github.config.clientId,
    client_secret: github.config.clientSecret,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
  const given = Object.entries({ ...usual, ...differently }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return fetch(`${github.config.url}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(given),
    ...how,
  });
}

describe("the page where somebody authorizes the App", () => {
  test("sends whoever authorized it before back at once, with a code and the state", async () => {
    expect(await authorize({ state: "a/b c&d" })).toEqual({
      to: redirectUri,
      code: expect.stringMatching(/^[0-9a-f]{20}$/),
      state: "a/b c&d",
    });
  });

  test("asks where it is told to, and takes the answer as a form", async () => {
    github.browser.consent = "ask";
    const page = await fetch(authorizeAddress(github), { redirect: "manual" });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("Authorize as ada");
    const fields = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)].map(
      ([, name, value]) => [name!, value!.replaceAll("&#38;", "&")] as [string, string],
    );
    for (const [button, back] of [
      [["as", "ada"], { code: expect.any(String) }],
      [["authorize", "0"], { error: "access_denied" }],
    ] as const) {
      const answer = await fetch(`${github.config.url}/login/oauth/authorize`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams([...fields, [...button] as [string, string]]),
      });
      const location = new URL(answer.headers.get("location") ?? "");
      expect(Object.fromEntries(location.searchParams)).toMatchObject({ ...back, state: "a state" });
    }
  });

  test("lets people choose where nobody is signed in, and where a choice is asked for", async () => {
    github.user("ben");
    const both = /Authorize as ada[\s\S]*Authorize as ben/;
    const choosing = authorizeAddress(github, { prompt: "select_account" });
    expect(await (await fetch(choosing, { redirect: "manual" })).text()).toMatch(both);
    github.browser.signedIn = undefined;
    expect(await (await fetch(authorizeAddress(github), { redirect: "manual" })).text()).toMatch(both);
  });

  test("says no for whoever says no", async () => {
    github.browser.consent = "deny";
    expect(await authorize()).toMatchObject({ to: redirectUri, error: "access_denied", state: "a state" });
  });

  test("knows no other App", async () => {
    const page = await fetch(authorizeAddress(github, { client_id: "Iv1.other" }), { redirect: "manual" });
    expect(page.status).toBe(404);
  });

  test("sends nobody to an address that is not the App's: to the one that is, with an error", async () => {
    github.callbackTo(redirectUri);
    for (const other of ["https://evil.example/callback", `${redirectUri}/more`, `${redirectUri}?a=b`]) {
      expect(await authorize({ redirect_uri: other })).toMatchObject({
        to: redirectUri,
        error: "redirect_uri_mismatch",
      });
    }
    expect(await authorize({ redirect_uri: undefined })).toMatchObject({
      to: redirectUri,
      code: expect.any(String),
    });
  });

  test("takes no challenge but S256", async () => {
    const page = await fetch(authorizeAddress(github, { code_challenge_method: "plain" }), {
      redirect: "manual",
    });
    expect(page.status).toBe(400);
  });
});

describe("the exchange of a code", () => {
  test("gives a token in GitHub's form, which says whose it is", async () => {
    const { code } = await authorize();
    const response = await exchange({ code });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { access_token: string };
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ghu_[A-Za-z0-9]{36}$/),
      expires_in: 28_800,
      refresh_token: expect.stringMatching(/^ghr_[A-Za-z0-9]{76}$/),
      refresh_token_expires_in: expect.any(Number),
      scope: "",
      token_type: "bearer",
    } as never);
    const headers = { authorization: `bearer ${body.access_token}` };
    const user = await fetch(`${github.config.apiUrl}/user`, { headers });
    expect(await user.json()).toMatchObject({ id: ada.id, login: "ada", type: "User", public_repos: 0 });
  });

  test("answers as a form where JSON is not asked for", async () => {
    const { code } = await authorize();
    const response = await exchange({ code }, { headers: { accept: "*/*" } });
    expect(response.headers.get("content-type")).toContain("application/x-www-form-urlencoded");
    expect(new URLSearchParams(await response.text()).get("token_type")).toBe("bearer");
  });

  test("takes JSON as well as a form", async () => {
    const { code = "" } = await authorize();
    const { clientId, clientSecret } = github.config;
    const body = { client_id: clientId, client_secret: clientSecret, code, code_verifier: verifier };
    const response = await exchange({}, { body: JSON.stringify(body) });
    expect(await response.json()).toMatchObject({ token_type: "bearer" });
  });

  test.each([
    ["a code that it did not give", { code: "x" }, "bad_verification_code"],
    ["no code", { code: undefined }, "bad_verification_code"],
    ["another verifier", { code_verifier: "w".repeat(43) }, "bad_verification_code"],
    ["no verifier", { code_verifier: undefined }, "invalid_grant"],
    ["another way back", { redirect_uri: `${redirectUri}/` }, "redirect_uri_mismatch"],
    ["another client id", { client_id: "Iv1.other" }, "incorrect_client_credentials"],
    ["another secret", { client_secret: "x" }, "incorrect_client_credentials"],
  ])("refuses %s with status 200", async (_, differently, error) => {
    const { code } = await authorize();
    const response = await exchange({ code, ...differently });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error, error_description: expect.any(String) });
  });

  test("takes each code once, also where the first try failed", async () => {
    for (const first of [{}, { code_verifier: "w".repeat(43) }]) {
      const { code } = await authorize();
      await exchange({ code, ...first });
      expect(await (await exchange({ code })).json()).toMatchObject({ error: "bad_verification_code" });
    }
  });

  test("takes no code after ten minutes, and no token after eight hours", async () => {
    let minutes = 0;
    const start2026 = Date.parse("2026-10-05T12:00:00Z");
    await start({ now: () => new Date(start2026 + minutes * 60_000) });
    const { code: early } = await authorize();
    const { code: late } = await authorize();
    minutes = 9.9;
    const { access_token: token } = (await (await exchange({ code: early })).json()) as {
      access_token: string;
    };
    minutes = 10;
    expect(await (await exchange({ code: late })).json()).toMatchObject({ error: "bad_verification_code" });
    const whose = async () =>
      (await fetch(`${github.config.apiUrl}/user`, { headers: { authorization: `bearer ${token}` } })).status;
    minutes = 480;
    expect(await whose()).toBe(200);
    minutes = 490;
    expect(await whose()).toBe(401);
  });
});

test("whose token it is nobody says without one, nor to the App", async () => {
  for (const authorization of ["", "bearer ghu_unknown", "bearer ghs_unknown"]) {
    const response = await fetch(`${github.config.apiUrl}/user`, { headers: { authorization } });
    expect(response.status).toBe(401);
  }
});

test("on Enterprise Server the site lies at the root, and the API below it", async () => {
  await start({ basePath: "/api/v3" });
  expect(await authorize()).toMatchObject({ code: expect.any(String) });
  const below = `${github.config.apiUrl}/login/oauth/access_token`;
  expect((await fetch(below, { method: "POST" })).status).toBe(404);
});
