import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";
import { connectGitHub, GitHubError } from "../../server/github/github.ts";
import {
  type FakeGitHub,
  type FakeGitHubOptions,
  startFakeGitHub,
} from "../../server/github/simulated/github.ts";
import { adapterTo, asked, failureOf } from "./adapter.ts";
import { challenge, followed, redirectUri, verifier } from "./browser.ts";

let github: FakeGitHub;
let ada: { id: number };

async function start(options?: FakeGitHubOptions) {
  await github?.stop();
  github = await startFakeGitHub(options);
  ada = github.user("ada");
  github.browser.signedIn = "ada";
  github.callbackTo(redirectUri);
}
beforeEach(() => start());
afterAll(() => github.stop());

const exchangePath = "/login/oauth/access_token";

/** Signs ada in up to the code with which GitHub sends her back. */
async function code(): Promise<string> {
  const address = adapterTo(github).signIn.addressFor({ state: "s", challenge, redirectUri });
  return (await followed(address))["code"]!;
}

type Settings = Parameters<typeof adapterTo>[1];
const identify = async (given: { verifier?: string; code?: string } = {}, settings?: Settings) =>
  adapterTo(github, settings).signIn.identify({
    code: given.code ?? (await code()),
    verifier: given.verifier ?? verifier,
    redirectUri,
  });

describe("the address to sign in at", () => {
  test("is GitHub's, with the client id, the state, the challenge and the exact way back", () => {
    const address = new URL(adapterTo(github).signIn.addressFor({ state: "a+b/c", challenge, redirectUri }));
    expect(address.origin + address.pathname).toBe(`${github.config.url}/login/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: github.config.clientId,
      redirect_uri: redirectUri,
      state: "a+b/c",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
  });

  test("has GitHub ask for the account where another one is wanted", () => {
    const { signIn } = adapterTo(github);
    const address = signIn.addressFor({ state: "s", challenge, redirectUri, chooseAccount: true });
    expect(new URL(address).searchParams.get("prompt")).toBe("select_account");
  });

  test.each(["https://github.com", "https://github.example.com", "https://acme.ghe.com"])(
    "lies on %s where that is the site",
    (url) => {
      const { signIn } = connectGitHub({ ...github.config, url }, { log: createLog("silent") });
      expect(signIn.addressFor({ state: "s", challenge, redirectUri })).toStartWith(
        `${url}/login/oauth/authorize?`,
      );
    },
  );
});

describe("whoever comes back", () => {
  test("is known by numeric id and login", async () => {
    expect(await identify()).toEqual({ githubId: ada.id, login: "ada" });
  });

  test("is known under Enterprise Server's addresses, where the site and the API lie apart", async () => {
    await start({ basePath: "/api/v3" });
    expect(await identify()).toEqual({ githubId: ada.id, login: "ada" });
    expect(github.requests.map(({ path, onSite }) => [path, onSite])).toEqual([
      ["/login/oauth/authorize", true],
      [exchangePath, true],
      ["/user", false],
    ]);
  });

  test("costs two questions: a POST for a token, asked for in JSON, and one with it", async () => {
    const given = await code();
    await identify({ code: given });
    const [exchange, user] = github.requests.slice(-2);
    expect(exchange).toMatchObject({
      method: "POST",
      path: exchangePath,
      query: {},
      headers: { accept: "application/json" },
      body: {
        client_id: github.config.clientId,
        client_secret: github.config.clientSecret,
        code: given,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      },
    });
    expect(exchange?.headers).not.toHaveProperty("authorization");
    expect(user).toMatchObject({ method: "GET", path: "/user", query: {} });
    expect(user?.headers["authorization"]).toMatch(/^bearer ghu_/);
  });

  test("needs no App id and no key, only the client id and its secret", async () => {
    const without = { appId: undefined, privateKey: undefined };
    expect(await identify({}, without)).toEqual({ githubId: ada.id, login: "ada" });
  });
});

test.each([
  [{ clientId: undefined }, false],
  [{ clientSecret: undefined }, false],
  [{}, true],
  [{ appId: undefined }, true],
])("with %j signing in is configured: %j", async (settings, configured) => {
  const adapter = adapterTo(github, settings);
  expect(adapter.signIn.configured).toBe(configured);
  if (configured) return;
  const failure = await failureOf(adapter.signIn.identify({ code: "c", verifier, redirectUri }));
  expect(failure).toMatchObject({
    kind: "not_configured",
    message: expect.stringContaining("GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET"),
  });
  expect(github.requests).toEqual([]);
});

describe("what GitHub refuses with status 200 has GitHub's name:", () => {
  test("a code that it never gave", async () => {
    expect(await failureOf(identify({ code: "made up" }))).toMatchObject({
      kind: "refused",
      status: 200,
      code: "bad_verification_code",
    });
  });

  test("a code that was used", async () => {
    const once = await code();
    await identify({ code: once });
    expect(await failureOf(identify({ code: once }))).toMatchObject({ code: "bad_verification_code" });
  });

  test("a code of another browser, whose verifier is another", async () => {
    const failure = await failureOf(identify({ verifier: "w".repeat(43) }));
    expect(failure).toMatchObject({ kind: "refused", code: "bad_verification_code" });
  });

  test("a client secret that is not the App's", async () => {
    const failure = await failureOf(identify({}, { clientSecret: "wrong" }));
    expect(failure).toMatchObject({
      kind: "refused",
      code: "incorrect_client_credentials",
      message: expect.stringContaining("GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET"),
    });
  });

  test("another way back than the browser was sent", async () => {
    const given = await code();
    const { signIn } = adapterTo(github);
    const failure = await failureOf(
      signIn.identify({ code: given, verifier, redirectUri: "http://localhost:3000/elsewhere" }),
    );
    expect(failure).toMatchObject({ kind: "refused", code: "redirect_uri_mismatch" });
  });

  test("somebody who has not confirmed their e-mail address", async () => {
    github.find.account("ada")!.emailUnverified = true;
    expect(await failureOf(identify())).toMatchObject({ code: "unverified_user_email" });
  });

  test.each([
    [{ error: "application_suspended" }, "application_suspended"],
    [{ error: "x".repeat(100) }, "unknown_error"],
    [{ error: "<script>" }, "unknown_error"],
    [{ error: 5 }, "unknown_error"],
    [{ error: "bad_verification_code", access_token: "ghu_x" }, "bad_verification_code"],
  ])("%j", async (body, name) => {
    const given = await code();
    github.fail({ path: exchangePath, respond: { status: 200, body } });
    expect(await failureOf(identify({ code: given }))).toMatchObject({ kind: "refused", code: name });
  });

  test("a client id that it does not know, with 404", async () => {
    github.fail({ path: exchangePath, respond: { status: 404, body: { error: "Not Found" } } });
    expect(await failureOf(identify({ code: "c" }))).toMatchObject({
      kind: "refused",
      code: "incorrect_client_credentials",
    });
  });
});

test("a bot's account is no person", async () => {
  github.user("robot", { type: "Bot" });
  github.browser.signedIn = "robot";
  expect(await failureOf(identify())).toMatchObject({ kind: "refused", code: "not_a_person" });
});

describe("no answer is no person:", () => {
  const outages = [
    { status: 500 },
    { status: 503, headers: { "retry-after": "30" } },
    { status: 302, headers: { location: "/elsewhere" } },
    { status: 200, body: "access_token=ghu_x&token_type=bearer" },
    { status: 200, body: {} },
    { status: 200, body: [] },
    { status: 200, body: { access_token: 5 } },
    { status: 200, body: { access_token: "ghu_x\r\nx: y" } },
    { status: 200, body: { access_token: "" } },
    { status: 200, body: { id: 5, login: "a/b", type: "User" } },
    { status: 200, body: { id: "5", login: "ada", type: "User" } },
    { status: 200, body: "<html>" },
    "reset",
    "cut_answer",
    "hang",
  ] as const;
  const cases = ["/login/oauth/access_token", "/user"].flatMap((path) =>
    outages.map((respond) => [path, respond] as const),
  );

  test.each(cases)("%s answers %j", async (path, respond) => {
    const given = await code();
    github.fail({ path, respond, times: Infinity });
    const failure = await failureOf(identify({ code: given }, { timeoutMs: 150 }));
    expect(failure.kind).toBe("unavailable");
    expect(asked(github, "GET", /^\/elsewhere$/)).toBe(0);
  });

  test("a rate limit says how long to wait", async () => {
    const given = await code();
    github.fail({ path: exchangePath, respond: { status: 429, headers: { "retry-after": "30" } } });
    const failure = await failureOf(identify({ code: given }));
    expect(failure).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 30 });
  });

  test("a token that is taken back at once", async () => {
    const given = await code();
    github.fail({ path: "/user", respond: { status: 401, body: { message: "Bad credentials" } } });
    expect((await failureOf(identify({ code: given }))).kind).toBe("unavailable");
  });

  test("an answer that never ends is cut off", async () => {
    const given = await code();
    github.fail({ path: "/user", respond: { status: 200, body: { login: "x".repeat(100_000) } } });
    expect((await failureOf(identify({ code: given }))).message).toContain("larger than 65536 bytes");
  });

  test("nobody there names the setting to look at", async () => {
    const { signIn } = adapterTo(github, { url: "http://127.0.0.1:1" });
    const failure = await failureOf(signIn.identify({ code: "c", verifier, redirectUri }));
    expect(failure.message).toEndWith("nobody answers at GITHUB_URL.");
  });
});

test("no error and no log line holds the secret, the code, the verifier or the person's token", async () => {
  const logged: string[] = [];
  const log = createLog("trace", (line) => logged.push(line));
  const given = "the-code-of-this-sign-in";
  const respond = [
    { status: 200, body: { error: "bad_verification_code" } },
    { status: 500, body: { message: "x" } },
    { status: 200, body: { access_token: "ghu_thetokenoftheperson" } },
    { status: 404, body: {} },
    "reset",
    "hang",
  ] as const;
  for (const one of respond) {
    github.fail({ path: exchangePath, respond: one as { status: number } });
    const { signIn } = connectGitHub(github.config, { log, timeoutMs: 150 });
    const failure = await failureOf(signIn.identify({ code: given, verifier, redirectUri }));
    log.error({ err: failure }, "as it would be logged");
    log.error({ text: Bun.inspect(failure, { depth: 20 }) });
  }
  expect(logged.length).toBeGreaterThanOrEqual(2 * respond.length);
  const all = logged.join("\n");
  for (const secret of [given, verifier, github.config.clientSecret, "ghu_thetokenoftheperson"])
    expect(all).not.toContain(secret);
});

test("a failure is a GitHubError like all others", async () => {
  expect(await failureOf(identify({ code: "made up" }))).toBeInstanceOf(GitHubError);
});
