import { describe, expect, test } from "bun:test";
import { CliError } from "../../cli/errors.ts";
import { readSettings } from "../../cli/settings.ts";
import { aToken, memoryFiles } from "./running.ts";

type Env = Record<string, string | undefined>;
const machine = { name: "adas-laptop", home: "/home/ada", platform: "linux", arch: "x64" } as const;
const files = memoryFiles({
  "/run/token": `${aToken}\n`,
  "/run/half": "svc_half\n",
  "/run/empty": "",
});

const read = (env: Env, host?: string) => readSettings({ env, files, machine }, host);

async function refusalOf(env: Env, host?: string): Promise<CliError> {
  const error = await read(env, host).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof CliError) return error;
  throw new Error("was not refused");
}

describe("the host", () => {
  const addresses: [text: string, host: string][] = [
    ["https://hours.example.com", "https://hours.example.com"],
    ["https://hours.example.com/", "https://hours.example.com"],
    ["HTTPS://Hours.Example.COM:443", "https://hours.example.com"],
    ["https://hours.example.com:8443", "https://hours.example.com:8443"],
    ["hours.example.com", "https://hours.example.com"],
    ["hours.example.com:8443", "https://hours.example.com:8443"],
    ["  https://hours.example.com  ", "https://hours.example.com"],
    ["localhost:3000", "http://localhost:3000"],
    ["localhost", "http://localhost"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["http://svc.localhost:3000", "http://svc.localhost:3000"],
    ["https://localhost:3000", "https://localhost:3000"],
  ];
  test.each(addresses)("%p is %p", async (text, host) => {
    expect((await read({ SVC_HOST: text, SVC_TOKEN: aToken })).host).toBe(host);
    expect((await read({ SVC_TOKEN: aToken }, text)).host).toBe(host);
  });

  test("is this machine's where none is named", async () => {
    expect((await read({ SVC_TOKEN: aToken })).host).toBe("http://localhost:3000");
    expect((await read({ SVC_TOKEN: aToken, SVC_HOST: "  " })).host).toBe("http://localhost:3000");
  });

  test("of the flag beats the environment's", async () => {
    const env = { SVC_HOST: "https://a.example.com", SVC_TOKEN: aToken };
    expect(await refusalOf(env, "https://b.example.com")).toMatchObject({
      exit: "auth",
      message: "no token for https://b.example.com; the one in the environment is for SVC_HOST",
    });
  });

  const refused: [text: string, message: string][] = [
    ["http://hours.example.com", "travel readable"],
    ["http://10.0.0.5:3000", "travel readable"],
    ["http://localhost.example.com", "travel readable"],
    ["http://127.0.0.1.example.com", "travel readable"],
    ["http://0.0.0.0:3000", "travel readable"],
    ["https://hours.example.com/admin/tokens", "has more in it"],
    ["https://hours.example.com/?x=1", "has more in it"],
    ["https://hours.example.com/#top", "has more in it"],
    ["https://ada:secret@hours.example.com", "has more in it"],
    ["ftp://hours.example.com", "not the address of a server"],
    ["javascript:alert(1)", "not the address of a server"],
    ["https://", "not the address of a server"],
    ["https://hours example.com", "not the address of a server"],
    ["https://host:99999", "not the address of a server"],
  ];
  test.each(refused)("%p is refused: %s", async (text, message) => {
    for (const [error, from] of [
      [await refusalOf({ SVC_HOST: text, SVC_TOKEN: aToken }), "SVC_HOST"],
      [await refusalOf({ SVC_TOKEN: aToken }, text), "--host"],
    ] as const) {
      expect(error.exit).toBe("usage");
      expect(error.message).toStartWith(from);
      expect(error.message).toContain(message);
      expect(error.fix).toContain("https://");
      expect(`${error.message}${error.fix}`).not.toContain("secret");
    }
  });

  test("that is empty on the command line is refused, not replaced", async () => {
    expect((await refusalOf({ SVC_TOKEN: aToken }, "")).exit).toBe("usage");
  });
});

describe("the token", () => {
  test("comes from the environment, then from a file", async () => {
    expect(await read({ SVC_TOKEN: aToken })).toEqual({
      host: "http://localhost:3000",
      token: aToken,
      tokenFrom: "SVC_TOKEN",
      isKept: false,
    });
    expect(await read({ SVC_TOKEN_FILE: "/run/token" })).toMatchObject({
      token: aToken,
      tokenFrom: "/run/token",
    });
    expect(await read({ SVC_TOKEN: aToken, SVC_TOKEN_FILE: "/run/half" })).toMatchObject({ token: aToken });
    expect(await read({ SVC_TOKEN: " ", SVC_TOKEN_FILE: "/run/token" })).toMatchObject({ token: aToken });
  });

  test("that is missing is asked for, with the page that makes one", async () => {
    const error = await refusalOf({ SVC_HOST: "hours.example.com" });
    expect(error).toMatchObject({
      exit: "auth",
      message: "no token for https://hours.example.com",
      fix: "Log in with: svc auth login --host https://hours.example.com",
    });
  });

  test("in a file that is not there names the file", async () => {
    expect(await refusalOf({ SVC_TOKEN_FILE: "/run/none" })).toMatchObject({
      exit: "auth",
      message: "the token file /run/none cannot be read (ENOENT)",
    });
  });

  const spoiled: [env: Env, message: string][] = [
    [
      { SVC_TOKEN: "svc_abc" },
      "SVC_TOKEN does not hold a token: one begins with svc_ and has 47 characters, and this one 7",
    ],
    [{ SVC_TOKEN: "ghp_abc" }, "SVC_TOKEN does not hold a token: one begins with svc_ and has 47 characters"],
    [
      { SVC_TOKEN: `${aToken}x` },
      "SVC_TOKEN does not hold a token: one begins with svc_ and has 47 characters, and this one 48",
    ],
    [
      { SVC_TOKEN: `"${aToken}"` },
      "SVC_TOKEN does not hold a token: one begins with svc_ and has 47 characters",
    ],
    [
      { SVC_TOKEN: aToken.replace("Q", "\n") },
      "SVC_TOKEN does not hold a token: one begins with svc_ and has 47 characters",
    ],
    [
      { SVC_TOKEN_FILE: "/run/half" },
      "/run/half does not hold a token: one begins with svc_ and has 47 characters, and this one 8",
    ],
    [
      { SVC_TOKEN_FILE: "/run/empty" },
      "/run/empty does not hold a token: one begins with svc_ and has 47 characters",
    ],
  ];
  test.each(spoiled)("that cannot be one is never sent: %p", async (env, message) => {
    const error = await refusalOf(env);
    expect(error).toMatchObject({ exit: "auth", message });
    expect(error.fix).toBe("Copy the whole of it, or make another at http://localhost:3000/admin/tokens");
  });
});
