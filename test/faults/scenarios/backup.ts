import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connect.ts";
import { runCommand } from "../../support/backup.ts";
import { type SvcProcess, urlOf } from "../../support/svc-process.ts";
import { installedServer } from "../harness/installed-server.ts";
import { knownMappings } from "../harness/mappings.ts";
import { holds, type Scenario, type Stage } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { until } from "../harness/waiting.ts";
import type { World } from "../harness/world.ts";

export const restored: Scenario = {
  number: 42,
  fault: "a backup restored, then three days of deliveries once more",
  limitSeconds: 900,
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
    stage.afterwards(() => rmSync(folder, { recursive: true, force: true }));
    const told: string[] = [];
    for (const [name, way] of Object.entries({ ofServer, ofOwn, byPgDump, byCopy })) {
      told.push(`${ways[name]}: ${await way(stage, join(folder, name))}`);
    }
    return told.join("; ");
  },
};

const ways: Record<string, string> = {
  ofServer: "backup and restore of a server",
  ofOwn: "of svc's own",
  byPgDump: "pg_dump and pg_restore",
  byCopy: "a copy of DATA_DIR",
};

/** Nobody restores a backup within a minute of a comment. */
const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function ofServer(stage: Stage, file: string): Promise<string> {
  const world = await stage.world({ github: { issues: 1 } });
  const settings = { DATABASE_URL: urlOf(world.cluster.address) };
  return restoredServer(
    world,
    () => svcCommand(settings, "backup", file),
    () => svcCommand(settings, "restore", file),
  );
}

async function byPgDump(stage: Stage, file: string): Promise<string> {
  const programs = installedServer();
  const world = await stage.world({ programs, github: { issues: 1 } });
  const where = ["-h", world.cluster.address.host, "-U", "postgres"];
  return restoredServer(
    world,
    () => command(join(programs, "bin/pg_dump"), [...where, "-Fc", "-f", file, "svc"]),
    () => command(join(programs, "bin/pg_restore"), [...where, "-d", "svc", file]),
  );
}

async function restoredServer(world: World, save: () => unknown, restore: () => unknown): Promise<string> {
  const svc = await world.start();
  await world.storm(30);
  await settled(world);
  await save();
  const before = await digest(world);
  await world.storm(10, { at: anHourAgo() });
  await settled(world);
  await world.stop(svc);
  const admin = connect({ ...world.cluster.address, user: "postgres", database: "postgres" }, { max: 1 });
  await admin.execute("drop database svc with (force)");
  await admin.execute("create database svc owner svc");
  await admin.$client.end();
  await restore();
  return replayed(world, before);
}

async function ofOwn(stage: Stage, file: string): Promise<string> {
  const world = await stage.world({ embedded: true, github: { issues: 1 } });
  const settings = { DATA_DIR: world.cluster.folder };
  const svc = await world.start();
  const before = await filled(world);
  // Beside the svc that runs.
  await svcCommand(settings, "backup", file);
  return afterIt(world, svc, before, () => svcCommand(settings, "restore", file));
}

async function byCopy(stage: Stage, copy: string): Promise<string> {
  const world = await stage.world({ embedded: true, github: { issues: 1 } });
  const svc = await world.start();
  const before = await filled(world);
  await world.stop(svc);
  command("cp", ["-a", `${world.cluster.folder}/.`, copy]);
  const next = await world.start();
  return afterIt(world, next, before, () => command("cp", ["-a", `${copy}/.`, world.cluster.folder]));
}

async function filled(world: World): Promise<string> {
  world.mappings.push(...(await knownMappings(world.db)));
  await world.storm(30);
  await settled(world);
  return digest(world);
}

/** Ten more comments, then the folder is lost and comes back. */
async function afterIt(
  world: World,
  svc: SvcProcess,
  before: string,
  restore: () => unknown,
): Promise<string> {
  await world.storm(10, { at: anHourAgo() });
  await settled(world);
  await world.stop(svc);
  for (const name of readdirSync(world.cluster.folder))
    rmSync(join(world.cluster.folder, name), { recursive: true, force: true });
  await restore();
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
  return `the same to the last row, the 10 comments after it back by themselves, ${world.said.length} deliveries replayed again and nothing doubled`;
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

async function svcCommand(settings: Record<string, string>, ...args: string[]): Promise<void> {
  const { code, problems } = await runCommand(settings, ...args);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${problems.join(" ").slice(0, 300)}`);
}

function command(program: string, args: string[]): void {
  const { success, stderr } = Bun.spawnSync([program, ...args]);
  if (!success) throw new Error(`${program}: ${stderr.toString().slice(0, 300)}`);
}
