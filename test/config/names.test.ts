import { describe, expect, test } from "bun:test";
import { readConfig } from "../../server/config.ts";
import { envExample } from "../../server/config/print.ts";
import { settings } from "../../server/config/settings.ts";
import { noFiles, production } from "./environments.ts";

function warningsFor(...names: string[]): string[] {
  const reading = readConfig(Object.fromEntries(names.map((name) => [name, "1"])), noFiles);
  return reading.ok ? reading.warnings : reading.problems;
}

describe("a name that was meant for svc", () => {
  const slips: [string, string][] = [
    ["ALLOWED_ORG", "ALLOWED_ORGS"],
    ["ALLOW_ORGS", "ALLOWED_ORGS"],
    ["ALOWED_ORGS", "ALLOWED_ORGS"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["GITHUB_APPID", "GITHUB_APP_ID"],
    ["GITHUB_PRIVATE_KEY_PATH", "GITHUB_PRIVATE_KEY_FILE"],
    ["GITHUB_WEBHOOK_SECRETS", "GITHUB_WEBHOOK_SECRET"],
    ["GITHUB_CLIENTSECRET", "GITHUB_CLIENT_SECRET"],
    ["TIMEZONE", "TIME_ZONE"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["allowed_orgs", "ALLOWED_ORGS"],
    ["SVC_PORT", "PORT"],
    ["SVC_DATABASE_URL", "DATABASE_URL"],
    ["SVC_TOKN", "SVC_TOKEN"],
  ];
  test.each(slips)("%s is answered with %s", (written, meant) => {
    expect(warningsFor(written)).toEqual([
      `${written} is not a setting of svc and is ignored. Did you mean ${meant}?`,
    ]);
  });

  test("of which nothing is near is pointed to the list", () => {
    expect(warningsFor("SVC_WEBHOOK_QUEUE")).toEqual([expect.stringContaining("See .env.example")]);
  });

  test("is told that only secrets are read from files", () => {
    expect(warningsFor("ALLOWED_ORGS_FILE")).toEqual([expect.stringContaining("Set ALLOWED_ORGS itself")]);
  });
});

test("a slip is told beside the problem that comes of it", () => {
  const reading = readConfig({ ...production, ALLOWED_ORGS: undefined, ALLOWED_ORG: "acme" }, noFiles);
  expect(reading.ok ? reading.unlessConnected : reading.problems).toEqual([
    expect.stringMatching(/^ALLOWED_ORGS is missing/),
    expect.stringContaining("Did you mean ALLOWED_ORGS?"),
  ]);
});

test("names of other programs pass without a word", () => {
  const foreign =
    "HOME HOSTNAME POST PORTS TZ PATH USER LOGNAME LANG SHELL PWD TERM EDITOR NODE_OPTIONS CI DATABASE PUBLIC_KEY " +
    "GITHUB_TOKEN GITHUB_ENV GITHUB_REF GITHUB_JOB GITHUB_SHA GITHUB_PAT GITHUB_USER GITHUB_ACTOR_ID GITHUB_SERVER_URL " +
    "SVC_HOST SVC_TOKEN SVC_TOKEN_FILE SVC_CONFIG_DIR SVC_DEBUG";
  expect(warningsFor(...foreign.split(" "))).toEqual([]);
});

test("what Kubernetes sets beside a service called svc passes without a word", () => {
  const names = ["SVC_SERVICE_HOST", "SVC_SERVICE_PORT", "SVC_PORT", "SVC_PORT_3000_TCP_ADDR"];
  expect(warningsFor(...names)).toEqual([]);
});

describe(".env.example", () => {
  test("is in step with the settings", async () => {
    // Write it anew with: bun -e 'await Bun.write(".env.example", (await import("./server/config/print.ts")).envExample())'
    expect(await Bun.file(".env.example").text()).toBe(envExample());
  });

  test("copied as it is changes nothing, and every line of it is a setting", () => {
    const assignments = [...envExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)];
    const names = assignments.map(([, name = ""]) => name.replace(/_FILE$/, ""));
    expect([...new Set(names)]).toEqual(Object.keys(settings));
    expect(envExample()).not.toMatch(/^[^#\n]/m);
  });
});

test("every default and every example is a value that its setting accepts", () => {
  for (const [name, setting] of Object.entries(settings)) {
    const texts = [
      "default" in setting ? setting.default : undefined,
      "example" in setting ? setting.example : undefined,
    ];
    for (const text of texts)
      if (text !== undefined)
        expect([name, setting.parse(text)]).toEqual([name, { value: expect.anything() }]);
  }
});
