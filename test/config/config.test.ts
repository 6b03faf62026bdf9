import { describe, expect, test } from "bun:test";
import { readConfig, type Config } from "../../server/config.ts";
import { aPrivateKey, completeApp, noFiles, production } from "./environments.ts";

const read = (env: Record<string, string | undefined>) => readConfig(env, noFiles);

function configOf(env: Record<string, string | undefined>): Config {
  const reading = read(env);
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return reading.config;
}

/** Also those that an App connected in the panel would mend: what becomes of them is tried in test/connection. */
function problemsOf(env: Record<string, string | undefined>): string[] {
  const reading = read(env);
  return reading.ok ? reading.unlessConnected : reading.problems;
}

test("nothing set is a complete configuration for this machine alone", () => {
  const reading = read({});
  expect(reading).toEqual({
    ok: true,
    unlessConnected: [],
    warnings: [],
    config: {
      databaseUrl: undefined,
      databasePooler: "none",
      dataDir: "./data",
      dataDirIsDefault: true,
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://localhost:3000",
      timeZone: "Europe/Amsterdam",
      hoursPerDay: 8,
      apiRequestsPerMinute: 1200,
      secretKey: undefined,
      allowedOrgs: [],
      adminLogins: [],
      github: {
        apiUrl: "https://api.github.com",
        url: "https://github.com",
        appId: undefined,
        privateKey: undefined,
        webhookSecret: undefined,
        clientId: undefined,
        clientSecret: undefined,
        hears: "polling",
      },
      metrics: { token: undefined, networks: [] },
      logFormat: "auto",
      logLevel: "info",
      production: false,
    },
  });
});

test("everything needed in production is a complete configuration", () => {
  expect(configOf(production)).toMatchObject({
    host: "0.0.0.0",
    publicUrl: "https://svc.example.com",
    allowedOrgs: ["acme"],
    github: { appId: "123456", privateKey: aPrivateKey },
  });
});

test("a value that is empty or blank counts as not set", () => {
  const blank = Object.fromEntries(
    [
      "HOST",
      "PORT",
      "PUBLIC_URL",
      "DATABASE_URL",
      "DATA_DIR",
      "GITHUB_APP_ID",
      "GITHUB_PRIVATE_KEY_FILE",
    ].map((name, i) => [name, " ".repeat(i % 2)]),
  );
  expect(read(blank)).toEqual(read({}));
});

describe("each value as it is read", () => {
  const accepted: [Record<string, string>, (config: Config) => unknown, unknown][] = [
    [{ HOST: "::1" }, (c) => c.host, "::1"],
    [{ HOST: "[::1]" }, (c) => c.host, "::1"],
    [{ HOST: " localhost " }, (c) => c.host, "localhost"],
    [{ PORT: "8080" }, (c) => [c.port, c.publicUrl], [8080, "http://localhost:8080"]],
    [{ PUBLIC_URL: "https://svc.example.com/" }, (c) => c.publicUrl, "https://svc.example.com"],
    [{ PUBLIC_URL: "HTTPS://SVC.example.com:443" }, (c) => c.publicUrl, "https://svc.example.com"],
    [{ PUBLIC_URL: "http://127.0.0.1:8080" }, (c) => c.publicUrl, "http://127.0.0.1:8080"],
    [{ PUBLIC_URL: "http://[::1]:8080" }, (c) => c.publicUrl, "http://[::1]:8080"],
    [{ DATA_DIR: "./data" }, (c) => [c.dataDir, c.dataDirIsDefault], ["./data", false]],
    [
      { DATABASE_URL: "postgresql:///svc?host=/run/pg" },
      (c) => c.databaseUrl,
      "postgresql:///svc?host=/run/pg",
    ],
    [{ DATABASE_POOLER: " Transaction" }, (c) => c.databasePooler, "transaction"],
    [{}, (c) => c.databasePooler, "none"],
    [{ TIME_ZONE: "america/new_york" }, (c) => c.timeZone, "America/New_York"],
    [{ TIME_ZONE: "UTC" }, (c) => c.timeZone, "UTC"],
    [{ HOURS_PER_DAY: "7.6" }, (c) => c.hoursPerDay, 7.6],
    [{ HOURS_PER_DAY: "24" }, (c) => c.hoursPerDay, 24],
    [{ API_REQUESTS_PER_MINUTE: "1000000" }, (c) => c.apiRequestsPerMinute, 1_000_000],
    [{ ALLOWED_ORGS: " Acme, acme-Labs ,,ACME" }, (c) => c.allowedOrgs, ["acme", "acme-labs"]],
    [{ ADMIN_LOGINS: "Ada,grace_acme" }, (c) => c.adminLogins, ["ada", "grace_acme"]],
    [{ SVC_SECRET_KEY: `${"Aa".repeat(32)} ` }, (c) => c.secretKey, "a".repeat(64)],
    [{ LOG_LEVEL: "DEBUG" }, (c) => c.logLevel, "debug"],
    [
      { ...completeApp, GITHUB_PRIVATE_KEY: aPrivateKey.trim().replaceAll("\n", "\\n") },
      (c) => c.github.privateKey,
      aPrivateKey,
    ],
    [
      { ...completeApp, GITHUB_PRIVATE_KEY: aPrivateKey.replaceAll("\n", "\r\n").replaceAll("RSA ", "") },
      (c) => c.github.privateKey,
      aPrivateKey.replaceAll("RSA ", ""),
    ],
    [
      { ...completeApp, GITHUB_WEBHOOK_SECRET: `${"s,".repeat(16)} ` },
      (c) => c.github.webhookSecret,
      `${"s,".repeat(16)} `,
    ],
  ];
  test.each(accepted)("%j", (env, of, value) => expect(of(configOf(env))).toEqual(value));
});

describe("each value that is refused, with what to do", () => {
  const refused: [string, string, RegExp][] = [
    ["HOST", "127.0.0.1:3000", /address alone.*PORT/],
    ["HOST", "http://localhost", /address alone/],
    ["HOST", "*", /0\.0\.0\.0/],
    ["PORT", "0", /from 1 to 65535/],
    ["PORT", "65536", /from 1 to 65535/],
    ["PORT", "3e3", /whole number/],
    ["PORT", "-1", /whole number/],
    ["PUBLIC_URL", "svc.example.com", /whole address/],
    ["PUBLIC_URL", "ftp://svc.example.com", /whole address/],
    ["PUBLIC_URL", "http://svc.example.com", /Write https:\/\/svc\.example\.com/],
    ["PUBLIC_URL", "http://localhost.example.com", /https/],
    ["PUBLIC_URL", "http://127.0.0.1.example.com", /https/],
    ["PUBLIC_URL", "https://svc.example.com/svc", /Write https:\/\/svc\.example\.com$/],
    ["PUBLIC_URL", "https://svc.example.com?x=1", /end after the host/],
    ["PUBLIC_URL", "https://ada:hunter2@svc.example.com", /user name or password/],
    ["SVC_SECRET_KEY", "secret", /64 hexadecimal digits.*openssl/],
    ["DATABASE_URL", "mysql://localhost/svc", /postgres:\/\//],
    ["DATABASE_URL", "localhost:5432", /postgres:\/\//],
    ["DATABASE_POOLER", "session", /For pool_mode = session it is none/],
    ["DATA_DIR", "file:///var/lib/svc", /directory's path/],
    ["TIME_ZONE", "Amsterdam", /Did you mean Europe\/Amsterdam\?/],
    ["TIME_ZONE", "new york", /Did you mean America\/New_York\?/],
    ["TIME_ZONE", "Europe/Amsterdm", /Did you mean Europe\/Amsterdam\?/],
    ["TIME_ZONE", "+01:00", /name, like Europe\/Amsterdam/],
    ["HOURS_PER_DAY", "0", /above 0 and up to 24/],
    ["HOURS_PER_DAY", "24.01", /above 0 and up to 24/],
    ["HOURS_PER_DAY", "7,5", /like 8 or 7\.5/],
    ["HOURS_PER_DAY", "Infinity", /above 0/],
    ["API_REQUESTS_PER_MINUTE", "0", /from 1 to 1000000/],
    ["API_REQUESTS_PER_MINUTE", "1000001", /from 1 to 1000000/],
    ["API_REQUESTS_PER_MINUTE", "1e3", /whole number/],
    ["API_REQUESTS_PER_MINUTE", "unlimited", /whole number/],
    ["ALLOWED_ORGS", "https://github.com/acme", /Leave out addresses/],
    ["ALLOWED_ORGS", "acme @labs", /separated by commas/],
    ["ALLOWED_ORGS", "acme,-labs", /"-labs" is not one/],
    ["ADMIN_LOGINS", "@ada", /"@ada" is not one/],
    ["ADMIN_LOGINS", `a${"a-".repeat(40)}`, /is not one/],
    ["GITHUB_APP_ID", "Iv23liABC", /GITHUB_CLIENT_ID/],
    ["GITHUB_CLIENT_ID", "two words", /one word/],
    ["GITHUB_CLIENT_SECRET", "two words", /one word/],
    ["GITHUB_WEBHOOK_SECRET", "s".repeat(31), /at least 32 characters.*openssl/],
    ["GITHUB_PRIVATE_KEY", "/etc/svc/key.pem", /Set GITHUB_PRIVATE_KEY_FILE/],
    ["GITHUB_PRIVATE_KEY", "-----BEGIN PUBLIC KEY-----\nQUJD\n-----END PUBLIC KEY-----", /PRIVATE KEY/],
    ["GITHUB_PRIVATE_KEY", "-----BEGIN RSA PRIVATE KEY-----\nQUJD", /to -----END/],
    ["GITHUB_PRIVATE_KEY", "-----BEGIN RSA PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----", /whole text/],
    ["GITHUB_URL", "https://github.example.com/org", /end after the host/],
    ["GITHUB_URL", "http://github.example.com", /https/],
    ["GITHUB_API_URL", "https://github.example.com/api/v3?x", /nothing after its path/],
    ["LOG_LEVEL", "verbose", /one of fatal, error/],
  ];
  test.each(refused)("%s=%j", (name, text, message) => {
    const about = problemsOf({ [name]: text }).filter((problem) => problem.startsWith(`${name} `));
    expect(about).toHaveLength(1);
    expect(about[0]).toMatch(message);
  });
});

test("all problems are told at once", () => {
  const problems = problemsOf({
    PORT: "x",
    TIME_ZONE: "y",
    LOG_LEVEL: "z",
    PUBLIC_URL: "w",
    HOURS_PER_DAY: "v",
  });
  expect(namesIn(problems)).toEqual(["HOURS_PER_DAY", "LOG_LEVEL", "PORT", "PUBLIC_URL", "TIME_ZONE"]);
});

describe("where GitHub is", () => {
  const accepted: [Record<string, string>, string, string][] = [
    [{ GITHUB_URL: "https://ghes.acme.test" }, "https://ghes.acme.test", "https://ghes.acme.test/api/v3"],
    [{ GITHUB_URL: "https://acme.ghe.com/" }, "https://acme.ghe.com", "https://api.acme.ghe.com"],
    [{ GITHUB_API_URL: "https://api.github.com/" }, "https://github.com", "https://api.github.com"],
    [
      { GITHUB_URL: "http://127.0.0.1:9000", GITHUB_API_URL: "http://127.0.0.1:9000" },
      "http://127.0.0.1:9000",
      "http://127.0.0.1:9000",
    ],
    [
      { GITHUB_URL: "https://ghes.acme.test", GITHUB_API_URL: "https://ghes.acme.test/api/v3/" },
      "https://ghes.acme.test",
      "https://ghes.acme.test/api/v3",
    ],
  ];
  test.each(accepted)("%j", (env, url, apiUrl) =>
    expect(configOf(env).github).toMatchObject({ url, apiUrl }),
  );

  test("an API that does not belong to the site is refused", () => {
    expect(problemsOf({ GITHUB_API_URL: "https://ghes.acme.test/api/v3" })).toEqual([
      expect.stringContaining("Set GITHUB_URL"),
    ]);
    expect(
      problemsOf({ GITHUB_URL: "https://ghes.acme.test", GITHUB_API_URL: "https://api.github.com" }),
    ).toEqual([expect.stringContaining("leave it out for https://ghes.acme.test/api/v3")]);
  });
});

describe("the GitHub App's settings", () => {
  const names = ["GITHUB_APP_ID", "GITHUB_PRIVATE_KEY", "GITHUB_WEBHOOK_SECRET"] as const;

  test.each(names)("without %s the others are refused, and it is named", (missing) => {
    const problems = problemsOf({ ...completeApp, [missing]: undefined });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${missing} is missing beside`))]);
  });

  test.each(names)("%s alone names the other two", (only) => {
    const others = names.filter((name) => name !== only);
    expect(problemsOf({ [only]: completeApp[only] })).toEqual([
      `${others.join(" and ")} are missing beside ${only}. Set all of them, or none.`,
    ]);
  });

  test("a client ID needs its secret, and the other way round", () => {
    expect(problemsOf({ GITHUB_CLIENT_ID: "Iv23li" })).toEqual([
      expect.stringContaining("GITHUB_CLIENT_SECRET is missing"),
    ]);
    expect(problemsOf({ GITHUB_CLIENT_SECRET: "x" })).toEqual([
      expect.stringContaining("GITHUB_CLIENT_ID is missing"),
    ]);
  });

  test("one that was given and refused is not called missing as well", () => {
    expect(problemsOf({ ...completeApp, GITHUB_APP_ID: "abc" })).toHaveLength(1);
  });
});

describe("production", () => {
  const needed = Object.keys(production).filter((name) => name !== "HOST");

  test.each(needed)("refuses to start without %s, whatever the reason it counts as production", (name) => {
    for (const reason of [{ HOST: "0.0.0.0" }, { HOST: "127.0.0.1", NODE_ENV: "production" }]) {
      const problems = problemsOf({ ...production, ...reason, [name]: undefined });
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} is missing`))]);
    }
  });

  test("names all that is missing at once, each with what to do", () => {
    const problems = problemsOf({ HOST: "::" });
    expect(namesIn(problems)).toEqual([...needed].sort());
  });

  test("does not take a list of no organisations for a list", () => {
    expect(problemsOf({ ...production, ALLOWED_ORGS: " , " })).toEqual([
      expect.stringContaining("ALLOWED_ORGS is missing"),
    ]);
  });

  test.each(["127.0.0.1", "localhost", "::1", "127.8.8.8"])("listening on %s is not production", (HOST) =>
    expect(problemsOf({ HOST })).toEqual([]),
  );

  test("a public address over http is accepted on this machine only", () => {
    expect(problemsOf({ ...production, PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
    expect(problemsOf({ ...production, PUBLIC_URL: "http://10.0.0.7" })).toHaveLength(1);
  });
});

test("an App without organisations or sign-in starts with a warning for each", () => {
  const reading = read(completeApp);
  expect(reading.ok && reading.warnings).toEqual([
    expect.stringMatching(/^ALLOWED_ORGS is empty/),
    expect.stringMatching(/^GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/),
  ]);
});

function namesIn(problems: string[]): string[] {
  return problems.map((problem) => problem.split(" ")[0] ?? "").toSorted();
}
