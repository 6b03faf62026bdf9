import { describe, expect, test } from "bun:test";
import { CliError } from "../../cli/errors.ts";
import { hostsPath, readHosts, writeHosts } from "../../cli/hosts-file.ts";
import { readSettings } from "../../cli/settings.ts";
import { aToken, memoryFiles } from "./running.ts";

const path = "/home/ada/.config/svc/hosts.json";
const machine = { name: "adas-laptop", home: "/home/ada", platform: "linux", arch: "x64" } as const;
const acme = "https://hours.acme.example";
const globex = "https://hours.globex.example";
const acmesToken = aToken.replace("Zk3v9QpL", "AcmeAcme");
const globexToken = aToken.replace("Zk3v9QpL", "GlobexGl");
const kept = {
  preferred: globex,
  hosts: { [acme]: { token: acmesToken }, [globex]: { token: globexToken } },
};

function placeWith(text: string | undefined, permissions = 0o600, env: Record<string, string> = {}) {
  return { env, files: memoryFiles(text === undefined ? {} : { [path]: text }, permissions), machine };
}

async function refusal(asked: Promise<unknown>): Promise<CliError> {
  const error = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof CliError) return error;
  throw new Error("was not refused");
}

describe("a token that was stored", () => {
  test("is used for its own host, and the last one logged in to is asked where none is named", async () => {
    const place = placeWith(JSON.stringify(kept));
    expect(await readSettings(place, undefined)).toEqual({
      host: globex,
      token: globexToken,
      tokenFrom: path,
      isKept: true,
    });
    expect(await readSettings(place, acme)).toEqual({
      host: acme,
      token: acmesToken,
      tokenFrom: path,
      isKept: true,
    });
  });

  test("never goes to another host", async () => {
    const error = await refusal(readSettings(placeWith(JSON.stringify(kept)), "https://evil.example"));
    expect(error).toMatchObject({
      exit: "auth",
      message: `no token for https://evil.example; there is one for ${acme}, ${globex}`,
      fix: "Log in with: svc auth login --host https://evil.example",
    });
  });

  test("gives way to one of the environment, which goes to SVC_HOST alone", async () => {
    const env = { SVC_HOST: acme, SVC_TOKEN: aToken };
    const place = placeWith(JSON.stringify(kept), 0o600, env);
    expect(await readSettings(place, undefined)).toMatchObject({ host: acme, token: aToken });
    expect(await readSettings(place, globex)).toMatchObject({ host: globex, token: globexToken });
  });

  test("is not even read where the environment says all", async () => {
    const place = placeWith("not JSON", 0o644, { SVC_HOST: acme, SVC_TOKEN: aToken });
    expect(await readSettings(place, undefined)).toMatchObject({ host: acme, token: aToken });
  });
});

describe("the file of stored tokens", () => {
  test("is read back as it was written", async () => {
    const place = placeWith(undefined);
    const hosts = {
      preferred: acme,
      tokens: new Map([
        [acme, acmesToken],
        [globex, globexToken],
      ]),
    };
    await writeHosts(place, hosts);
    expect(await readHosts(place)).toEqual(hosts);
  });

  test.each([0o640, 0o604, 0o660, 0o644, 0o777, 0o601])("is refused with permissions %o", async (bits) => {
    const error = await refusal(readSettings(placeWith(JSON.stringify(kept), bits), acme));
    expect(error).toMatchObject({
      exit: "auth",
      message: `${path} holds your tokens, and others on this machine may read or change it`,
      fix: `Close it with: chmod 600 '${path}'`,
    });
  });

  test.each([
    "",
    "{",
    "[]",
    '{"hosts":3}',
    '{"hosts":{"https://a.example":{}}}',
    "null",
    '{"hosts":{"a":null}}',
  ])("is refused with %p in it, and nothing of it repeated", async (text) => {
    const found = await readHosts(placeWith(text)).catch((error: unknown) => error);
    if (found instanceof CliError) expect(found.fix).toBe("Delete it and log in again: svc auth login");
    else expect(found).toEqual({ preferred: undefined, tokens: new Map() });
  });

  const places: [env: Record<string, string>, path: string][] = [
    [{}, path],
    [{ XDG_CONFIG_HOME: "/xdg" }, "/xdg/svc/hosts.json"],
    [{ XDG_CONFIG_HOME: "relative" }, path],
    [{ XDG_CONFIG_HOME: "" }, path],
    [{ SVC_CONFIG_DIR: "/elsewhere", XDG_CONFIG_HOME: "/xdg" }, "/elsewhere/hosts.json"],
  ];
  test.each(places)("with %p lies at %s", (env, expected) => {
    expect(hostsPath({ env, machine })).toBe(expected);
  });

  test("on Windows lies in APPDATA", () => {
    const windows = { ...machine, platform: "win32" } as const;
    expect(hostsPath({ env: { APPDATA: "/AppData" }, machine: windows })).toBe("/AppData/svc/hosts.json");
  });
});
