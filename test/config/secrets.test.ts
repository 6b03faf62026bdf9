import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readConfig } from "../../server/config.ts";
import { printableConfig } from "../../server/config/print.ts";
import { settings } from "../../server/config/settings.ts";
import { aPrivateKey, completeApp, noFiles } from "./environments.ts";

const secret = "an0thersecretofatleast32characters";

function failing(code: string): () => string {
  return () => {
    throw Object.assign(new Error("inside"), { code });
  };
}

describe("a secret in a file", () => {
  const withFile = {
    ...completeApp,
    GITHUB_WEBHOOK_SECRET: undefined,
    GITHUB_WEBHOOK_SECRET_FILE: "/run/hook",
  };

  test.each([secret, `${secret}\n`, `${secret}\r\n`])("is read without the line's end: %j", (content) => {
    const asked: string[] = [];
    const reading = readConfig(withFile, (path) => {
      asked.push(path);
      return content;
    });
    expect(reading.ok && reading.config.github.webhookSecret).toBe(secret);
    expect(asked).toEqual(["/run/hook"]);
  });

  test("may be a whole private key", () => {
    const env = { ...completeApp, GITHUB_PRIVATE_KEY: undefined, GITHUB_PRIVATE_KEY_FILE: "/run/key" };
    const reading = readConfig(env, () => aPrivateKey);
    expect(reading.ok && reading.config.github.privateKey).toBe(aPrivateKey);
  });

  const refused: [string, () => string, RegExp][] = [
    ["does not exist", failing("ENOENT"), /_FILE names \/run\/hook, which does not exist\. Check the path\./],
    ["may not be read", failing("EACCES"), /owner and mode/],
    ["is a directory", failing("EISDIR"), /is a directory/],
    ["fails otherwise", failing("EIO"), /could not be read \(inside\)/],
    ["is empty", () => " \n", /which is empty/],
    ["holds something that will not do", () => "short\n", /_FILE must have at least 32 characters/],
  ];
  test.each(refused)("is refused where it %s", (_, readFile, message) => {
    const reading = readConfig(withFile, readFile);
    expect(reading.ok ? [] : reading.problems).toEqual([expect.stringMatching(message)]);
  });

  test("is refused beside the secret itself, and no file is read", () => {
    const reading = readConfig({ ...withFile, GITHUB_WEBHOOK_SECRET: secret }, () => {
      throw new Error("was read");
    });
    expect(reading.ok ? [] : reading.problems).toEqual([
      "GITHUB_WEBHOOK_SECRET and GITHUB_WEBHOOK_SECRET_FILE are both set. Keep one of the two.",
    ]);
  });
});

describe("the print-out", () => {
  test("names each setting once, with where it comes from", () => {
    const env = {
      ...completeApp,
      PORT: "8080",
      GITHUB_WEBHOOK_SECRET: undefined,
      GITHUB_WEBHOOK_SECRET_FILE: "/x",
    };
    const lines = printed(env, () => secret)
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(lines.map(([name]) => name)).toEqual(Object.keys(settings));
    expect(lines).toContainEqual(["PORT", "8080", "set"]);
    expect(lines).toContainEqual(["PUBLIC_URL", "http://localhost:8080", "default"]);
    expect(lines).toContainEqual(["TIME_ZONE", "Europe/Amsterdam", "default"]);
    expect(lines).toContainEqual(["GITHUB_PRIVATE_KEY", "[redacted]", "set"]);
    expect(lines).toContainEqual(["GITHUB_WEBHOOK_SECRET", "[redacted]", "file"]);
    expect(lines).toContainEqual(["GITHUB_CLIENT_SECRET", "-", "unset"]);
  });

  const databases: [string, string][] = [
    ["postgres://svc:hunter2@db.example.com:5432/svc", "postgres://[redacted]@db.example.com:5432/svc"],
    ["postgres://db.example.com/svc?password=hunter2", "postgres://[redacted]@db.example.com/svc"],
    ["postgres://svc:12/hunter2@db.example.com/svc", "[redacted]"],
    ["postgres://svc:12/3?hunter2@db.example.com/svc", "[redacted]"],
    ["postgres://svc:hun@ter2@db.example.com/svc", "[redacted]"],
    ["postgres:///svc?host=/run/pg&password=hunter2", "[redacted]"],
  ];
  test.each(databases)("of %s tells only the server and the database", (DATABASE_URL, shown) => {
    expect(printed({ DATABASE_URL })).toMatch(
      new RegExp(`^DATABASE_URL +${RegExp.escape(shown)} +set$`, "m"),
    );
  });

  test("keeps to one line for each setting, whatever is in a value", () => {
    expect(printed({ DATA_DIR: "/tmp/a\nPORT  1  set" }).trim().split("\n")).toHaveLength(
      Object.keys(settings).length,
    );
  });
});

const word = fc.stringMatching(/^[A-Za-z0-9_-]{32,48}$/);
const password = fc.string({ minLength: 12 }).map(encodeURIComponent);

test("no secret's value is in the print-out, nor in a problem", () => {
  fc.assert(
    fc.property(word, word, password, fc.constantFrom("", "x", "abc def"), (hook, client, pass, appId) => {
      const body = hook.replace(/[^A-Za-z0-9]/g, "0");
      const env = {
        GITHUB_APP_ID: appId || "1",
        GITHUB_PRIVATE_KEY: aPrivateKey.replace("QUJDREVGR0hJSktMTU5P", body),
        GITHUB_WEBHOOK_SECRET: hook,
        GITHUB_CLIENT_ID: "Iv23li",
        GITHUB_CLIENT_SECRET: client,
        DATABASE_URL: `postgres://svc:${pass}@localhost/svc`,
        ALLOWED_ORGS: "acme",
      };
      const reading = readConfig(env, noFiles);
      const told = reading.ok ? printed(env) : reading.problems.join("\n");
      for (const value of [hook, client, pass, body]) expect(told).not.toContain(value);
    }),
  );
});

test("a secret that is refused is not repeated in the problem", () => {
  const broken = {
    GITHUB_PRIVATE_KEY: "hunter2 is my key",
    GITHUB_WEBHOOK_SECRET: "hunter2",
    GITHUB_CLIENT_SECRET: "hunter2 twice",
    DATABASE_URL: "mysql://svc:hunter2@localhost/svc",
    PUBLIC_URL: "ada:hunter2@svc.example.com",
  };
  const reading = readConfig(broken, noFiles);
  expect(reading.ok ? [] : reading.problems.length).toBeGreaterThanOrEqual(5);
  expect(JSON.stringify(reading)).not.toContain("hunter2");
});

function printed(
  env: Record<string, string | undefined>,
  readFile: (path: string) => string = noFiles,
): string {
  const reading = readConfig(env, readFile);
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return printableConfig(reading.config, env, readFile);
}
