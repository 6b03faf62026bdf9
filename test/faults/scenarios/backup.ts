import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connect.ts";
import { knownMappings } from "../harness/mappings.ts";
import { holds, NotRun, type Scenario, type Stage } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { until } from "../harness/waiting.ts";
import type { World } from "../harness/world.ts";

export const restored: Scenario = {
  number: 42,
  fault: "a backup restored, then three days of deliveries once more",
  limitSeconds: 600,
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
    stage.afterwards(() => rmSync(folder, { recursive: true, force: true }));
    const server = await withServer(stage, join(folder, "dump"));
    const embedded = await withEmbedded(stage, join(folder, "copy"));
    return `pg_dump: ${server}; copy of DATA_DIR: ${embedded}`;
  },
};

/** Nobody restores a backup within a minute of a comment. */
const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function withServer(stage: Stage, file: string): Promise<string> {
  const programs = installedServer();
  const world = await stage.world({ programs, github: { issues: 1 } });
  const svc = await world.start();
  await world.storm(30);
  await settled(world);
  const { host } = world.cluster.address;
  const where = ["-h", host, "-U", "postgres"];
  command(join(programs, "bin/pg_dump"), [...where, "-Fc", "-f", file, "svc"]);
  const before = await digest(world);
  await world.storm(10, { at: anHourAgo() });
  await settled(world);
  await world.stop(svc);
  const admin = connect({ ...world.cluster.address, user: "postgres", database: "postgres" }, { max: 1 });
  await admin.execute("drop database svc with (force)");
  await admin.execute("create database svc owner svc");
  await admin.$client.end();
  command(join(programs, "bin/pg_restore"), [...where, "-d", "svc", file]);
  return replayed(world, before);
}

async function withEmbedded(stage: Stage, copy: string): Promise<string> {
  const world = await stage.world({ embedded: true, github: { issues: 1 } });
  const svc = await world.start();
  world.mappings.push(...(await knownMappings(world.db)));
  await world.storm(30);
  await settled(world);
  const before = await digest(world);
  await world.stop(svc);
  command("cp", ["-a", `${world.cluster.folder}/.`, copy]);
  const next = await world.start();
  await world.storm(10, { at: anHourAgo() });
  await settled(world);
  await world.stop(next);
  for (const name of readdirSync(world.cluster.folder))
    rmSync(join(world.cluster.folder, name), { recursive: true, force: true });
  command("cp", ["-a", `${copy}/.`, world.cluster.folder]);
  return replayed(world, before);
}

async function replayed(world: World, before: string): Promise<string> {
  await world.start();
  holds((await digest(world)) === before, "what was restored is not what was saved");
  // What is younger than the backup it asks for by itself.
  await until(
    async () => {
      const [kept] = await world.db.execute<{ kept: number }>(
        "select count(distinct comment_id)::int as kept from entries",
      );
      return kept!.kept === world.said.length;
    },
    90_000,
    "what is younger than the backup did not come back",
    500,
  );
  for (const { guid } of world.said) await world.github.redeliver(guid);
  await settled(world);
  // A comment of ours may answer several of theirs.
  const answers = world.issues.flatMap(({ comments }) =>
    comments.filter(({ byOurApp }) => byOurApp).flatMap(({ body }) => body.match(/svc:v1:/g) ?? []),
  );
  holds(
    answers.length === world.said.length,
    `${answers.length} answers stand at GitHub for ${world.said.length} comments`,
  );
  return `the same to the last row; the 10 comments after it came back by themselves; ${world.said.length} deliveries replayed again, nothing doubled`;
}

/** Of every row of every table of ours, whatever their order. */
async function digest(world: World): Promise<string> {
  const tables = await world.db.$client<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const all = createHash("sha256");
  for (const { name } of tables) {
    const [rows] = await world.db.$client<{ text: string | null }[]>`
      select string_agg(t::text, e'\n' order by t::text) as text from ${world.db.$client(name)} as t`;
    all.update(`${name}\n${rows?.text ?? ""}\n`);
  }
  return all.digest("hex");
}

function installedServer(): string {
  const root = "/usr/lib/postgresql";
  const found = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(`${root}/${name}/bin/pg_dump`))
    : [];
  const latest = found.sort((one, other) => Number(other) - Number(one))[0];
  if (!latest) throw new NotRun("pg_dump is not installed: apt-get install postgresql-15");
  return join(root, latest);
}

function command(program: string, args: string[]): void {
  const { success, stderr } = Bun.spawnSync([program, ...args]);
  if (!success) throw new Error(`${program}: ${stderr.toString().slice(0, 300)}`);
}
