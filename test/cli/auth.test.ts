import { describe, expect, test } from "bun:test";
import { aMe, aToken, memoryFiles, problem, svc } from "./running.ts";

const host = "https://hours.example.com";
const path = "/home/ada/.config/svc/hosts.json";
const stored = (...hosts: string[]) =>
  JSON.stringify({
    preferred: hosts[0],
    hosts: Object.fromEntries(hosts.map((each) => [each, { token: aToken }])),
  });
const address = `${host}/admin/tokens/new?label=svc+on+adas-laptop`;

describe("svc auth login", () => {
  test("opens the page, takes a paste that stays unseen, tries it and keeps it", async () => {
    const files = memoryFiles();
    const ran = await svc(["auth", "login", "--host", host], [aMe()], {
      env: {},
      files,
      typed: [`${aToken}\n`],
    });
    expect(ran).toMatchObject({
      code: 0,
      stdout: "",
      stderr: [
        "Your browser shows where to make a token:",
        `  ${address}`,
        "Paste it (it stays unseen): ",
        `Logged in to ${host} as ada, with the token “svc on adas-laptop”.`,
        `It is kept in ${path}`,
        "",
      ].join("\n"),
      calls: ["GET /api/v1/me"],
      opened: [address],
    });
    expect(ran.headers[0]!.get("authorization")).toBe(`Bearer ${aToken}`);
    expect(files.kept.get(path)).toEqual({
      text: `${JSON.stringify({ preferred: host, hosts: { [host]: { token: aToken } } }, null, 2)}\n`,
      permissions: 0o600,
    });
    const next = await svc(["whoami"], [aMe()], { env: {}, files });
    expect(next).toMatchObject({ code: 0, stdout: "ada\n", stderr: "" });
    expect(next.requests[0]!.origin).toBe(host);
  });

  test("without a browser prints the address alone", async () => {
    const around = { env: {}, typed: [aToken], browser: false };
    const ran = await svc(["auth", "login", "--host", host], [aMe()], around);
    expect(ran.stderr).toStartWith(`Make a token here:\n  ${address}\n`);
    const asked = await svc(["auth", "login", "--host", host, "--no-browser"], [aMe()], {
      env: {},
      typed: [aToken],
    });
    expect(asked).toMatchObject({ code: 0, opened: [] });
  });

  test("reads a token from standard input, and keeps those of other hosts", async () => {
    const files = memoryFiles({ [path]: stored("https://other.example") });
    const argv = ["auth", "login", "--with-token", "--host", host];
    expect(await svc(argv, [aMe()], { env: {}, files, input: `${aToken}\n` })).toMatchObject({
      code: 0,
      opened: [],
    });
    expect(JSON.parse(files.kept.get(path)!.text)).toEqual({
      preferred: host,
      hosts: { "https://other.example": { token: aToken }, [host]: { token: aToken } },
    });
  });

  test("keeps nothing that does not work", async () => {
    const files = memoryFiles();
    const around = { env: {}, files, typed: [aToken] };
    const ran = await svc(["auth", "login", "--host", host], [problem(401, "invalid_token", "No.")], around);
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain(`error: the token in your answer does not work for ${host}`);
    expect(files.kept.size).toBe(0);
  });

  test("refuses half a token before it is sent, and repeats nothing of it", async () => {
    const typed = [aToken.slice(0, 30)];
    const ran = await svc(["auth", "login", "--host", host], [aMe()], { env: {}, typed });
    expect(ran).toMatchObject({ code: 4, requests: [] });
    expect(ran.stderr).toContain("error: what you pasted does not hold a token");
    expect(ran.stderr).not.toContain(typed[0]!);
  });

  test("ends with 130 at Ctrl-C, and with 2 where nobody can paste", async () => {
    expect(await svc(["auth", "login"], [aMe()], { env: {}, typed: [undefined] })).toMatchObject({
      code: 130,
    });
    expect(await svc(["auth", "login"], [aMe()], { env: {} })).toMatchObject({
      code: 2,
      stderr:
        "error: there is no terminal to paste a token into\n  Pipe it in: svc auth login --with-token < FILE\n",
    });
  });

  test("sends no token over plain http", async () => {
    const ran = await svc(["auth", "login", "--host", "http://hours.example.com"], [aMe()], {
      typed: [aToken],
    });
    expect(ran).toMatchObject({ code: 2, requests: [], opened: [] });
    expect(ran.stderr).toContain("where your token would travel readable");
  });

  test("says where a token of the environment is used instead", async () => {
    const around = { env: { SVC_TOKEN: aToken }, typed: [aToken] };
    const ran = await svc(["auth", "login", "--host", host], [aMe()], around);
    expect(ran.stderr).toEndWith("But SVC_TOKEN is set, and is used instead of it while it is.\n");
  });

  test("tells where the file cannot be written", async () => {
    const files = {
      ...memoryFiles(),
      writePrivately: () => Promise.reject(Object.assign(new Error(), { code: "EROFS" })),
    };
    const ran = await svc(["auth", "login", "--host", host], [aMe()], { env: {}, files, typed: [aToken] });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toEndWith(
      `error: ${path} could not be written (EROFS)\n  Make the folder writable, or name another with SVC_CONFIG_DIR\n`,
    );
  });
});

describe("svc auth status", () => {
  test("tries every token that is kept, and tells what each is", async () => {
    const files = memoryFiles({ [path]: stored(host, "https://old.example") });
    const answers = [aMe({ admin: true }), problem(401, "invalid_token", "No.")];
    const ran = await svc(["auth", "status"], answers, { env: {}, files });
    expect(ran).toMatchObject({
      code: 4,
      stdout: [
        `${host} (asked where none is named)`,
        "  Works, as ada (admin)",
        "  Token svc_Zk3v9QpL… “svc on adas-laptop”, made 2026-10-05, not used before",
        `  It comes from ${path}`,
        "https://old.example",
        `  Does not work: the token in ${path} does not work for https://old.example, or no longer (401 invalid_token)`,
        "",
      ].join("\n"),
    });
  });

  test("without any token ends with 4 and says how to log in", async () => {
    expect(await svc(["auth", "status"], [], { env: { SVC_HOST: host } })).toMatchObject({
      code: 4,
      stdout: `${host}\n  Does not work: no token for ${host}\n`,
      stderr: `error: no token for ${host}\n  Log in with: svc auth login --host ${host}\n`,
    });
  });
});

test("a kept token that no longer works is replaced by logging in", async () => {
  const files = memoryFiles({ [path]: stored(host) });
  const ran = await svc(["whoami"], [problem(401, "invalid_token", "No.")], { env: {}, files });
  expect(ran.stderr).toBe(
    `error: the token in ${path} does not work for ${host}, or no longer (401 invalid_token)\n  Log in with: svc auth login --host ${host}\n  Request ID 01JDREQ\n`,
  );
});

describe("svc auth logout", () => {
  test("forgets one token, says that it still works, and asks nobody", async () => {
    const files = memoryFiles({ [path]: stored(host, "https://other.example") });
    expect(await svc(["auth", "logout"], [], { env: {}, files })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `Forgot the token for ${host}, which was kept in ${path}\nIt still works elsewhere until you revoke it: ${host}/admin/tokens\n`,
      requests: [],
    });
    expect(JSON.parse(files.kept.get(path)!.text)).toEqual({
      preferred: "https://other.example",
      hosts: { "https://other.example": { token: aToken } },
    });
  });

  test("of a host that has none is no failure", async () => {
    const files = memoryFiles({ [path]: stored("https://other.example") });
    const ran = await svc(["auth", "logout", "--host", host], [], { env: { SVC_TOKEN: aToken }, files });
    expect(ran).toMatchObject({
      code: 0,
      stderr: `No token is kept for ${host}. Tokens are kept for: https://other.example\nSVC_TOKEN is set, and is used as before.\n`,
    });
  });
});

describe("what is traced", () => {
  test.each([[["whoami", "--debug"], {}] as const, [["whoami"], { SVC_DEBUG: "api" }] as const])(
    "%p %p tells requests and answers on stderr, without the token",
    async (argv, env) => {
      const ran = await svc([...argv], [aMe()], { env: { ...env, SVC_TOKEN: aToken } });
      expect(ran).toMatchObject({ code: 0, stdout: "ada\n" });
      expect(ran.stderr).toStartWith("> GET http://localhost:3000/api/v1/me\n");
      expect(ran.stderr).toContain("> authorization: (not shown)\n");
      expect(ran.stderr).toMatch(/^< 200 after \d+ ms$/m);
      expect(ran.stderr).not.toContain(aToken.slice(4, 20));
    },
  );
});
