import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../server/log.ts";
import { serve } from "../../server/serve.ts";
import { signInThroughGitHub, textOf } from "../sign-in/through-github.ts";
import { urlOf } from "../support/svc-process.ts";
import { connect, forget, home, makeAtGitHub, startUnconnected, type Unconnected } from "./setup.ts";

let it: Unconnected;
beforeAll(async () => {
  it = await startUnconnected();
});
beforeEach(() => forget(it));
afterAll(() => it.stop());

const keyFile = () => join(it.svc.config.dataDir, "secret.key");

async function another(config: Parameters<typeof startUnconnected>[0] = {}) {
  const instance = await startUnconnected(config, it);
  return instance.svc;
}

describe("kept", () => {
  test("sealed, under a key in a file for its owner alone; the secrets stand in no table, log or page", async () => {
    const { svc, github } = it;
    const operator = await connect(it);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile(), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    const pages = await Promise.all(
      [home, `${home}/new`, `${home}/existing`, `${home}/installed`, "/admin/audit"].map(async (path) =>
        (await operator.get(path)).text(),
      ),
    );
    const tables = await svc.db.$client<{ rows: string }[]>`
      select t::text as rows from github_connection t union all select t::text from audit_log t`;
    const everything = [...pages, ...tables.map(({ rows }) => rows), ...svc.logged].join("\n");
    const { privateKey, clientSecret } = github.config;
    const webhookSecret = svc.config.github.webhookSecret!;
    for (const secret of [privateKey.split("\n")[3]!, clientSecret, webhookSecret]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
    }
    expect(await (await operator.get("/admin/audit")).text()).toContain("connected a GitHub App");
  });

  test("over a restart, and on another instance at its next look", async () => {
    const second = await another();
    await connect(it);
    expect(second.deps.connection.source()).toBe("none");
    const end = second.deps.connection.follow(20);
    while (second.deps.connection.source() === "none") await Bun.sleep(5);
    end();
    expect(second.config.allowedOrgs).toEqual(it.svc.config.allowedOrgs);
    expect(second.config.github).toEqual(it.svc.config.github);
    expect((await signInThroughGitHub(second.visitor())).status).toBe(303);
    const third = await another();
    expect(third.deps.connection.source()).toBe("stored");
    await Promise.all([second.stop(), third.stop()]);
  });

  test("under SVC_SECRET_KEY where it is set, and then no file is made", async () => {
    const secretKey = "0f".repeat(32);
    const first = await startUnconnected({ secretKey }, it);
    await connect(first);
    expect(existsSync(keyFile())).toBe(false);
    const second = await another({ secretKey });
    expect(second.deps.connection.source()).toBe("stored");
    await Promise.all([first.stop(), second.stop()]);
  });

  test("and another App takes its place, the organisations staying", async () => {
    const operator = await connect(it);
    const before = it.svc.config.github.webhookSecret;
    const back = await makeAtGitHub(operator);
    expect((await operator.get(back.pathname + back.search)).status).toBe(303);
    expect(it.svc.config.github.webhookSecret).not.toBe(before);
    expect(it.svc.config.allowedOrgs).toEqual(["acme"]);
  });
});

describe("not used, with the reason, where", () => {
  async function reasonFor(config: Parameters<typeof startUnconnected>[0] = {}): Promise<string> {
    const svc = await another(config);
    expect(svc.deps.connection.source()).toBe("none");
    expect(svc.deps.github.configured).toBe(false);
    const problem = svc.deps.connection.problem()!;
    expect(svc.logged.join("\n")).toContain(JSON.stringify(problem).slice(1, -1));
    await svc.stop();
    return problem;
  }

  test("the key is another one", async () => {
    await connect(it);
    expect(await reasonFor({ secretKey: "00".repeat(32) })).toContain("SVC_SECRET_KEY");
  });

  test("the key's file is gone", async () => {
    await connect(it);
    rmSync(keyFile());
    expect(await reasonFor()).toContain(`${keyFile()} is not there`);
  });

  test("the key's file can be read by others, or leads elsewhere, or holds something else", async () => {
    await connect(it);
    chmodSync(keyFile(), 0o640);
    expect(await reasonFor()).toContain(`chmod 600 ${keyFile()}`);
    chmodSync(keyFile(), 0o600);
    writeFileSync(keyFile(), "short\n");
    expect(await reasonFor()).toContain("64 hexadecimal digits");
    rmSync(keyFile());
    symlinkSync("/etc/hostname", keyFile());
    expect(await reasonFor()).toContain("cannot be read");
  });

  test.each([
    "api_url = 'https://evil.example/api/v3'",
    "site_url = 'https://evil.example'",
    "organisations = array['evil']",
    "app_id = 7",
    "hears = 'webhook'",
    "sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)",
    "sealed = substring(sealed from 1 for 20)",
  ])("somebody changed %s behind its back", async (change) => {
    await connect(it);
    await it.svc.db.$client.unsafe(`update github_connection set ${change}, revision = gen_random_uuid()`);
    expect(await reasonFor()).toContain("changed since");
  });

  test("and the page says so, where another one can be connected", async () => {
    await connect(it);
    const svc = await startUnconnected({ secretKey: "00".repeat(32) }, it);
    const operator = await svc.operator();
    expect(await textOf(await operator.get(`${home}/new`))).toContain("What is stored cannot be used");
    const back = await makeAtGitHub(operator);
    expect((await operator.get(back.pathname + back.search)).status).toBe(303);
    expect(svc.svc.deps.connection.source()).toBe("stored");
    await svc.stop();
  });

  test("the environment names an App: that one is used, whole, and the pages say so", async () => {
    await connect(it);
    const given = { ...it.github.config, clientId: "Iv1.other", hears: "webhook" as const };
    const svc = await another({ github: given, allowedOrgs: ["acme"] });
    expect(svc.deps.connection.source()).toBe("environment");
    expect(svc.config.github).toEqual(given);
    const root = await svc.signedIn("root");
    expect(await textOf(await root.get(home))).toContain("The App comes from the environment");
    for (const path of ["/new", "/existing"]) expect((await root.get(home + path)).status).toBe(409);
    for (const path of ["/webhooks", "/download"]) expect((await root.post(home + path)).status).toBe(409);
    expect((await root.post(`${home}/new`, { account: "acme", site: "" })).status).toBe(409);
    await svc.stop();
  });
});

describe("in production", () => {
  const missing = ["ALLOWED_ORGS is missing: why.", "GITHUB_APP_ID is missing: why."];
  const failureOf = (secretKey?: string) =>
    start(secretKey).then(
      () => "it started",
      (error: unknown) => String(error),
    );
  const start = (secretKey?: string) => {
    const { config } = it.svc;
    const databaseUrl = urlOf(it.database.address);
    const { url, apiUrl } = it.github.config;
    const nothing = {
      url,
      apiUrl,
      appId: undefined,
      privateKey: undefined,
      webhookSecret: undefined,
      clientId: undefined,
      clientSecret: undefined,
      hears: "polling" as const,
    };
    const its = { ...config, databaseUrl, secretKey, github: nothing, allowedOrgs: [], port: 0 };
    return serve(its, createLog("silent"), missing);
  };

  test("svc starts with what is stored, where the environment lacks it", async () => {
    await connect(it);
    const serving = await start();
    expect(serving.deps.config.allowedOrgs).toEqual(["acme"]);
    expect(serving.deps.github.configured).toBe(true);
    await serving.stop();
  });

  test("it refuses to start where nothing is stored, in the words of the settings", async () => {
    expect(await failureOf()).toContain(
      `svc cannot start with these settings:\n  - ${missing[0]}\n  - ${missing[1]}`,
    );
  });

  test("it refuses to start where what is stored cannot be opened, or nobody was let in, and says why", async () => {
    const operator = await it.operator();
    const back = await makeAtGitHub(operator);
    await operator.get(back.pathname + back.search);
    expect(await failureOf()).toContain(missing[0]!);
    await connect(it);
    expect(await failureOf("00".repeat(32))).toContain(
      "Set SVC_SECRET_KEY to the key of the svc that stored them",
    );
  });
});
