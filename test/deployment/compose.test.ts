import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readConfig } from "../../server/config.ts";
import { settings } from "../../server/config/settings.ts";
import { aPrivateKey } from "../config/environments.ts";
import { readDockerfile } from "./dockerfile.ts";

type Service = {
  image: string;
  environment: Record<string, string>;
  secrets: string[];
  volumes: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  [other: string]: unknown;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};

const text = await Bun.file("compose.yaml").text();
const compose = Bun.YAML.parse(text) as Compose & Record<string, unknown>;
const services = Object.entries(compose.services);

// https://github.com/compose-spec/compose-spec/blob/main/spec.md: what a misspelt word stands for is silently not done by some engines.
const known = {
  top: ["name", "services", "volumes", "secrets"],
  service: [
    ...[
      "build",
      "image",
      "restart",
      "ports",
      "environment",
      "secrets",
      "volumes",
      "depends_on",
      "init",
      "read_only",
    ],
    ...["tmpfs", "cap_drop", "security_opt", "stop_grace_period", "healthcheck"],
  ],
  healthcheck: ["test", "interval", "timeout", "retries", "start_period"],
};

test("every word of it is one of the specification", () => {
  expect(Object.keys(compose).filter((word) => !known.top.includes(word))).toEqual([]);
  for (const [, service] of services) {
    expect(Object.keys(service).filter((word) => !known.service.includes(word))).toEqual([]);
    expect(
      Object.keys(service.healthcheck ?? {}).filter((word) => !known.healthcheck.includes(word)),
    ).toEqual([]);
  }
});

test("whatever is named in it is there, and nothing is there in vain", () => {
  const uses = (part: (service: Service) => string[]) =>
    [...new Set(services.flatMap(([, each]) => part(each)))].sort();
  expect(uses(({ secrets }) => secrets)).toEqual(Object.keys(compose.secrets).sort());
  expect(uses(({ volumes }) => volumes.map((each) => each.split(":")[0]!))).toEqual(
    Object.keys(compose.volumes).sort(),
  );
  for (const [, { environment, secrets }] of services) {
    const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, path]) => path).sort()).toEqual(
      secrets.map((name) => `/run/secrets/${name}`).sort(),
    );
  }
});

test("svc starts once its database is healthy, and is reachable from this machine alone", () => {
  const { svc, postgres } = compose.services as { svc: Service; postgres: Service };
  expect(svc.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(postgres.healthcheck!.test[0]).toBe("CMD");
  expect(svc.ports).toEqual(["127.0.0.1:3000:3000"]);
  expect(postgres.ports).toBeUndefined();
  expect(svc.volumes).toEqual(["data:/data"]);
});

test("no secret stands in it, but files of their own", () => {
  for (const [name, { environment }] of services)
    for (const setting of Object.keys(environment)) {
      const isSecret = /PASSWORD|SECRET|KEY|TOKEN|DATABASE_URL/.test(setting);
      expect([name, setting, isSecret]).toEqual([name, setting, setting.endsWith("_FILE")]);
    }
});

test("what docs/deployment.md has one write is all that it needs, and svc starts on it", async () => {
  const page = await Bun.file("docs/deployment.md").text();
  const values = Object.fromEntries(
    [.../^```env\n([^`]*)^```$/m.exec(page)![1]!.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
  const folder = mkdtempSync(join(tmpdir(), "svc-compose-"));
  mkdirSync(join(folder, "Downloads"));
  writeFileSync(join(folder, "Downloads/acme-hours.private-key.pem"), aPrivateKey);
  const lines = /^```sh\n([^`]*)^docker compose up/m.exec(page)![1]!;
  const typed = Bun.spawnSync(["bash", "-euc", lines], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder },
    stdin: Buffer.from("a-client-secret\n"),
  });
  expect([typed.exitCode, typed.stderr.toString()]).toEqual([0, ""]);
  for (const { file } of Object.values(compose.secrets))
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o444);

  const { environment } = compose.services["svc"]!;
  const known = Object.entries(settings).flatMap(([name, { secret }]) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(
      /^\$\{(\w+):([?-])(.*)\}$/,
      (_, variable: string, sign: string, rest: string) => values[variable] ?? (sign === "-" ? rest : ""),
    ),
  ]);
  const image = readDockerfile(await Bun.file("Dockerfile").text()).at(-1)!;
  const ofImage = image.steps.find(({ instruction }) => instruction === "ENV")!.text;
  const env = {
    ...Object.fromEntries(ofImage.split(" ").map((pair) => pair.split("="))),
    ...Object.fromEntries(filled),
  };
  const reading = readConfig(env as Record<string, string>, (path) =>
    readFileSync(join(folder, "secrets", basename(path)), "utf8"),
  );
  expect(reading.ok ? [...reading.warnings, ...reading.unlessConnected] : reading.problems).toEqual([]);
  const password = readFileSync(join(folder, "secrets/postgres_password"), "utf8").trim();
  expect(reading.ok && reading.config.databaseUrl).toBe(`postgres://svc:${password}@postgres:5432/svc`);
  rmSync(folder, { recursive: true });
});
