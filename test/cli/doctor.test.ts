import { describe, expect, test } from "bun:test";
import { version } from "../../package.json" with { type: "json" };
import { aMe, aToken, type Answers, problem, svc } from "./running.ts";

const host = "http://localhost:3000";
const now = "Fri, 20 Nov 2026 10:00:00 GMT";
const anonymous = (date = now) => problem(401, "no_token", "Send a token.", date === "" ? {} : { date });
const openapi = (its: string) => Response.json({ openapi: "3.1.0", info: { title: "svc", version: its } });
const firstLine = `      svc         ${version} on linux x64`;
const lines = (...told: string[]) => [firstLine, ...told, ""].join("\n");
const fine = {
  server: `ok    server      ${host}`,
  connection: "ok    connection  answers after 0 ms",
  token: "ok    token       from SVC_TOKEN",
  clock: "ok    clock       agrees with the server’s",
  version: `ok    version     ${version}`,
  membership: "ok    membership  ada is let in, with the token “svc on adas-laptop” (svc_Zk3v9QpL…)",
};
const wrong = "error: not all is well\n  Begin with the first line that says FAIL\n";

test.each([true, false])("where all is well, svc doctor says so (terminal: %p)", async (tty) => {
  const ran = await svc(["doctor"], [anonymous(), openapi(version), aMe()], { tty });
  expect(ran).toMatchObject({
    code: 0,
    stdout: lines(fine.server, fine.connection, fine.token, fine.clock, fine.version, fine.membership),
    stderr: "",
    calls: ["GET /api/v1/me", "GET /openapi.json", "GET /api/v1/me"],
  });
  // Before it is known who answers, nobody is shown the token.
  expect(ran.headers.map((each) => each.get("authorization"))).toEqual([null, null, `Bearer ${aToken}`]);
});

describe("svc doctor finds", () => {
  const troubles: Record<string, [answers: Answers, code: number, told: string[]]> = {
    "a server that is not there, and asks it nothing more": [
      [Object.assign(new TypeError("x"), { code: "ENOTFOUND" })],
      6,
      [
        fine.server,
        `FAIL  connection  cannot reach ${host}: no host of that name is known`,
        "                  Is svc running there? Start it, or name another server with --host or SVC_HOST",
        fine.token,
      ],
    ],
    "something else than svc": [
      [new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } })],
      1,
      [
        fine.server,
        `FAIL  connection  ${host} answers (200), but not as svc does`,
        "                  Check the address (--host or SVC_HOST), and any proxy or sign-in page before it",
        fine.token,
      ],
    ],
    "a clock that is wrong": [
      [anonymous("Fri, 20 Nov 2026 09:30:00 GMT"), openapi(version), aMe()],
      1,
      [
        fine.server,
        fine.connection,
        fine.token,
        "FAIL  clock       this machine's clock is 1800 s ahead of the server's",
        "                  Let the clock be set by the network",
        fine.version,
        fine.membership,
      ],
    ],
    "a server of another kind of version": [
      [anonymous(""), openapi("77.0.0"), aMe()],
      1,
      [
        fine.server,
        fine.connection,
        fine.token,
        "ok    clock       the server does not tell its time",
        `FAIL  version     the server has 77.0.0, and this svc is made for ${version}`,
        "                  Install svc 77.0.0",
        fine.membership,
      ],
    ],
    "a token that no longer works": [
      [anonymous(), openapi(version), problem(401, "invalid_token", "No.")],
      4,
      [
        fine.server,
        fine.connection,
        fine.token,
        fine.clock,
        fine.version,
        `FAIL  membership  the token in SVC_TOKEN does not work for ${host}, or no longer (401 invalid_token)`,
        `                  Make another at ${host}/admin/tokens, and put it in SVC_TOKEN`,
      ],
    ],
  };
  test.each(Object.entries(troubles))("%s", async (_name, [answers, code, told]) => {
    const ran = await svc(["doctor"], answers);
    expect(ran).toMatchObject({ code, stdout: lines(...told), stderr: wrong });
  });

  test("that there is no token", async () => {
    const ran = await svc(["doctor"], [anonymous(), openapi(version)], { env: {} });
    expect(ran).toMatchObject({ code: 4, stderr: wrong });
    expect(ran.stdout).toContain(`FAIL  token       no token for ${host}\n`);
  });

  test("an address that cannot be one", async () => {
    const ran = await svc(["doctor", "--host", "http://hours.example.com"]);
    expect(ran).toMatchObject({ code: 2, stderr: wrong, requests: [] });
  });
});

describe("svc version", () => {
  const own = `svc ${version} (linux x64, Bun ${Bun.version})\n`;

  test("asks nobody", async () => {
    expect(await svc(["version"], [])).toMatchObject({ code: 0, stdout: own, stderr: "", requests: [] });
  });

  test("with --check asks the server alone, without a token", async () => {
    const same = await svc(["version", "--check"], [openapi(version)]);
    expect(same).toMatchObject({ code: 0, stdout: `${own}${host} ${version}\n`, stderr: "" });
    expect(same.headers[0]!.get("authorization")).toBeNull();
    const other = await svc(["version", "--check"], [openapi("0.9.9\x1b[2J")]);
    expect(other.stdout).toBe(`${own}${host} 0.9.9\\x1b[2J\n`);
    expect(other.stderr).toBe("They differ. The svc that belongs to the server is version 0.9.9\\x1b[2J.\n");
  });

  test.each<[string, Response]>([
    ["another document", Response.json({ info: {} })],
    ["no JSON", new Response("hello")],
    ["a refusal", new Response("{}", { status: 500 })],
  ])("with --check refuses %s", async (_name, answer) => {
    expect(await svc(["version", "--check"], [answer])).toMatchObject({ code: 1, stdout: own });
  });
});
