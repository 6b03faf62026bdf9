import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { connectGitHub, type GitHub } from "../../server/github/github.ts";
import { createLog } from "../../server/log.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { adapterTo, asked, comments, failureOf, tokens } from "./adapter.ts";

let github: FakeGitHub;
let adapter: GitHub;
let installationId: number;
let clock: number;
const now = () => new Date(clock);

async function start(options: Parameters<typeof startFakeGitHub>[0] = {}) {
  await github?.stop();
  clock = Math.floor(Date.now() / 1000) * 1000;
  github = await startFakeGitHub({ now, ...options });
  installationId = github.org("acme").installation?.id ?? 0;
  github.repo("acme/web");
  github.issue("acme/web");
  adapter = adapterTo(github, { now });
}
beforeEach(() => start());
afterAll(() => github.stop());

const post = (by = adapter) =>
  by.postComment({ installationId, repository: "acme/web", issueNumber: 1, body: "Logged 2h." });

describe("a rate limit is told from a refusal, with the seconds to wait:", () => {
  const secondary = { message: "You have exceeded a secondary rate limit. Please wait a few minutes." };
  const abuse = { message: "You have triggered an abuse detection mechanism." };
  const primary = { message: "API rate limit exceeded for installation ID 1." };
  const inFiveMinutes = () => String(Math.floor(clock / 1000) + 300);
  type Headers = Record<string, string>;
  const limits: [string, number, () => Headers, unknown, number][] = [
    ["403 with retry-after", 403, () => ({ "retry-after": "90" }), secondary, 90],
    [
      "403 with retry-after and no word of a limit",
      403,
      () => ({ "retry-after": "90" }),
      { message: "No" },
      90,
    ],
    ["429 with retry-after", 429, () => ({ "retry-after": "90" }), "", 90],
    [
      "retry-after before the reset",
      403,
      () => ({ "retry-after": "90", ...used(inFiveMinutes()) }),
      primary,
      90,
    ],
    ["retry-after as a date", 429, () => ({ "retry-after": new Date(clock + 90_000).toUTCString() }), "", 90],
    ["403 with nothing remaining", 403, () => used(inFiveMinutes()), primary, 300],
    ["429 with nothing remaining", 429, () => used(inFiveMinutes()), primary, 300],
    ["403 told by its message alone", 403, () => ({}), secondary, 60],
    ["403 of the older wording", 403, () => ({}), abuse, 60],
    ["429 and nothing else", 429, () => ({}), "", 60],
    ["a reset that is past", 403, () => used("1"), primary, 1],
    ["a reset that is no time", 403, () => used("soon"), primary, 60],
    ["a reset in milliseconds", 403, () => used(`${clock}`), primary, 60],
    [
      "a reset in a week, taken for a day",
      403,
      () => used(`${Math.floor(clock / 1000) + 604_800}`),
      primary,
      86_400,
    ],
    ["retry-after zero", 403, () => ({ "retry-after": "0" }), secondary, 1],
    ["retry-after that is no time", 429, () => ({ "retry-after": "soon" }), "", 60],
    ["posted too fast", 422, () => ({}), tooFast(), 60],
  ];

  test.each(limits)("%s", async (_, status, headers, body, seconds) => {
    github.fail({ path: comments, respond: { status, headers: headers(), body } });
    const failure = await failureOf(post());
    expect(failure).toMatchObject({ kind: "rate_limited", status });
    // Times are told to the second.
    expect(Math.abs((failure.retryAfterSeconds ?? 0) - seconds)).toBeLessThanOrEqual(1);
    expect(asked(github, "POST", comments)).toBe(1);
  });

  test("the reset is counted by GitHub's clock, not by ours", async () => {
    await post();
    clock += 600_000;
    const date = new Date(clock - 600_000).toUTCString();
    const headers = { date, ...used(String(Math.floor(clock / 1000) - 500)) };
    github.fail({ path: comments, respond: { status: 403, headers, body: primary } });
    expect((await failureOf(post())).retryAfterSeconds).toBeWithin(99, 102);
  });

  test("a missing permission is none, though the headers tell when the hour is over", async () => {
    const body = { message: "Resource not accessible by integration" };
    github.fail({ path: comments, respond: { status: 403, body } });
    const failure = await failureOf(post());
    expect(failure).toMatchObject({ kind: "refused", status: 403 });
    expect(failure.retryAfterSeconds).toBeUndefined();
  });

  test("a limit on the tokens themselves is one too, and never unclear", async () => {
    github.fail({
      path: tokens,
      respond: { status: 403, headers: { "retry-after": "45" }, body: secondary },
    });
    expect(await failureOf(post())).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 45 });
  });

  function used(reset: string) {
    return { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  }
  function tooFast() {
    const errors = [
      { resource: "IssueComment", code: "unprocessable", message: "was submitted too quickly" },
    ];
    return { message: "Validation Failed", errors };
  }
});

describe("the token of an installation", () => {
  test("is kept", async () => {
    for (let time = 0; time < 3; time += 1) await post();
    expect(asked(github, "POST", tokens)).toBe(1);
  });

  test("is asked for once when many need it at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => post()));
    expect(asked(github, "POST", tokens)).toBe(1);
  });

  test("is renewed before it ends", async () => {
    await post();
    clock += 49 * 60_000;
    await post();
    expect(asked(github, "POST", tokens)).toBe(1);
    clock += 2 * 60_000;
    await post();
    expect(asked(github, "POST", tokens)).toBe(2);
    expect(asked(github, "POST", comments)).toBe(3);
  });

  test("is renewed once when GitHub does not know it any more, and the comment is posted once", async () => {
    await post();
    github.expireTokens();
    await post();
    expect(asked(github, "POST", tokens)).toBe(2);
    expect(github.find.repository("acme/web")?.issues[0]?.comments).toHaveLength(2);
  });

  test("is not renewed for ever", async () => {
    const body = { message: "Bad credentials" };
    github.fail({ path: comments, times: Infinity, respond: { status: 401, body } });
    expect(await failureOf(post())).toMatchObject({ kind: "unavailable", status: 401 });
    expect(asked(github, "POST", tokens)).toBe(2);
    expect(asked(github, "POST", comments)).toBe(2);
  });

  test.each([40, 520, 2000])("may have %i characters", async (tokenLength) => {
    await start({ tokenLength });
    await post();
    expect(github.requests.at(-1)?.headers["authorization"]).toHaveLength("token ".length + tokenLength);
  });

  test("that is missing from the answer is not remembered", async () => {
    github.fail({ path: tokens, times: 3, respond: { status: 201, body: {} } });
    expect((await failureOf(post())).kind).toBe("unavailable");
    await post();
  });
});

describe("the App's own credential", () => {
  test.each([-50, 50])("is good when our clock is %i s off", async (seconds) => {
    await post(adapterTo(github, { now: () => new Date(clock + seconds * 1000) }));
  });

  test.each([
    [-1200, "1200 s behind"],
    [1200, "1200 s ahead"],
  ])("is turned down when it is %i s off, and the message says so", async (seconds, told) => {
    const off = adapterTo(github, { now: () => new Date(clock + seconds * 1000) });
    const failure = await failureOf(post(off));
    expect(failure).toMatchObject({ kind: "unavailable", status: 401 });
    expect(failure.message).toContain(told);
  });

  test("may be signed with a key in any usual form", async () => {
    const { privateKey } = github.config;
    const pkcs8 = createPrivateKey(privateKey).export({ type: "pkcs8", format: "pem" }).toString();
    expect(privateKey).toContain("BEGIN RSA PRIVATE KEY");
    expect(pkcs8).toContain("BEGIN PRIVATE KEY");
    const oneLine = (pem: string) => pem.replaceAll("\n", "\\n");
    const windows = (pem: string) => pem.replaceAll("\n", "\r\n");
    const forms = [privateKey, pkcs8].flatMap((pem) => [pem, oneLine(pem), windows(pem), ` ${pem}\n\n`]);
    for (const form of forms) await post(adapterTo(github, { privateKey: form, now }));
  });

  test("may name the App by its client id", async () => {
    await post(adapterTo(github, { appId: github.app.clientId, now }));
  });

  test("with another App's key is turned down, and the message says what to check", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const failure = await failureOf(post(adapterTo(github, { privateKey: key, now })));
    expect(failure).toMatchObject({ kind: "unavailable", status: 401 });
    expect(failure.message).toContain("GITHUB_PRIVATE_KEY");
  });

  test.each(["", "secret", "-----BEGIN RSA PRIVATE KEY-----", generatedEcKey()])(
    "cannot be made of %#, and every call says so without showing it",
    async (privateKey) => {
      const failure = await failureOf(post(adapterTo(github, { privateKey })));
      expect(failure.kind).toBe("not_configured");
      expect(failure.message).toContain("GITHUB_PRIVATE_KEY");
      expect(failure.message).not.toContain("secret");
      expect(github.requests).toEqual([]);
    },
  );
});

test("without an App every call says what to set", async () => {
  const config = { ...github.config, appId: undefined, privateKey: undefined };
  const none = connectGitHub(config, { log: createLog("silent") });
  expect(none.configured).toBe(false);
  expect(adapter.configured).toBe(true);
  const calls = [
    () => post(none),
    () => none.membership("acme", { githubId: 1, login: "ada" }),
    () =>
      none.findComments({
        installationId,
        repository: "acme/web",
        issueNumber: 1,
        containing: [],
        since: now(),
      }),
    () => none.repositoryName({ installationId, repository: "acme/web", repositoryId: 7 }),
  ];
  for (const call of calls) {
    const failure = await failureOf(call());
    expect(failure).toMatchObject({ kind: "not_configured" });
    expect(failure.message).toContain("GITHUB_APP_ID");
  }
});

test("no error and no line of the log shows a token or the key", async () => {
  const lines: string[] = [];
  const log = createLog("trace", (line) => lines.push(line));
  const talkative = connectGitHub(github.config, { log, timeoutMs: 300 });
  const told: string[] = [];
  const deprecation = { deprecation: "true", sunset: "soon", link: '<http://x>; rel="deprecation"' };
  for (const respond of [
    "reset",
    "hang",
    { status: 500, headers: deprecation, body: { message: "No" } },
  ] as const) {
    github.fail({ path: comments, respond });
    const failure = await failureOf(post(talkative));
    told.push(Bun.inspect(failure), JSON.stringify(failure));
    log.warn({ err: failure }, failure.message);
  }
  expect(lines.join("\n")).toContain("deprecated");
  for (const text of [...told, ...lines]) expect(text).not.toMatch(/ghs_|eyJ|PRIVATE KEY-/);
});

function generatedEcKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
