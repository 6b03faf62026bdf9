import { readArchive, refuseExisting, verifyArchive, writeArchive } from "../../db/backup/archive.ts";
import { dump } from "../../db/backup/dump.ts";
import type { Frame, Manifest } from "../../db/backup/frame.ts";
import { openAlone, openToFill, openToRead } from "../../db/backup/place.ts";
import { requireEmpty, requireKnownSchema, restore } from "../../db/backup/restore.ts";
import type { Address, Transaction } from "../../db/connect.ts";
import { DatabaseProblem, explained } from "../../db/problem.ts";
import type { Config } from "../config.ts";
import { withoutPassword } from "../config/print.ts";
import { databaseUrl } from "../config/values.ts";
import { type Jobs, startJobs } from "../jobs.ts";
import type { Log } from "../log.ts";
import { forgetJobs, pendingWork, supposeAttempted } from "./store.ts";

type Needs = { config: Config; log: Log; say(line: string): void };
type Kept =
  | { kind: "backup"; file: string; force: boolean }
  | { kind: "restore"; file: string }
  | { kind: "move-to"; url: string };

/**
 * Carries out a command on the database.
 * @throws DatabaseProblem with what to do; then nothing was changed.
 */
export async function carryOut(needs: Needs, command: Kept): Promise<void> {
  try {
    if (command.kind === "backup") await backup(needs, command);
    else if (command.kind === "restore") await restoreFrom(needs, command.file);
    else await moveTo(needs, command.url);
  } catch (error) {
    throw explained(error);
  }
}

async function backup(
  { config, log, say }: Needs,
  { file, force }: { file: string; force: boolean },
): Promise<void> {
  // Before a database is started for it.
  if (!force) refuseExisting(file);
  const { db, close } = await openToRead(optionsOf(config, log));
  try {
    const manifest = await writeArchive(file, dump(db, new Date()), { force });
    say(`Written to ${file}: ${summary(manifest)}.`);
    say("Sessions are not in it. Hashes of tokens and people's names are: keep it as safe as the database.");
  } finally {
    await close();
  }
}

async function restoreFrom({ config, log, say }: Needs, file: string): Promise<void> {
  const { header } = await verifyArchive(file);
  requireKnownSchema(header);
  const { address, close } = await openToFill(optionsOf(config, log));
  try {
    const manifest = await fill(address, log, readArchive(file), supposeAttempted);
    say(`Restored and verified, as of ${header.madeAt}: ${summary(manifest)}.`);
    say("Start svc now: it asks GitHub for what came later. Everybody signs in again; tokens go on working.");
  } finally {
    await close();
  }
}

async function moveTo({ config, log, say }: Needs, text: string): Promise<void> {
  if (config.databaseUrl !== undefined) {
    throw new DatabaseProblem(
      "DATABASE_URL is set, so the data are on a server already. To take them to another one, use backup, and restore with DATABASE_URL set to that one.",
    );
  }
  if ("problem" in databaseUrl(text)) {
    throw new DatabaseProblem(
      "move-to needs an address like postgres://user:password@host:5432/database, without spaces.",
    );
  }
  const target: Address = { url: text };
  await requireEmpty(target);
  const source = await openAlone(optionsOf(config, log));
  try {
    const manifest = await fill(target, log, dump(source.db, new Date()));
    say(`Copied and verified: ${summary(manifest)}.`);
    say(`Set DATABASE_URL to the address you gave (${withoutPassword(text)}), and start svc.`);
    say(`The data in ${source.dataDir} are as they were. Delete them once you need them no more.`);
  } finally {
    await source.close();
  }
}

/** The jobs are made again from what is pending: those of the queue itself belong to the server that they were on. */
async function fill(
  address: Address,
  log: Log,
  frames: AsyncIterable<Frame>,
  before: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Manifest> {
  await requireEmpty(address);
  const jobs = await startJobs(address, log);
  try {
    return await restore(address, frames, async (tx) => {
      await before(tx);
      await forgetJobs(tx);
      await enqueuePending(tx, jobs);
    });
  } finally {
    await jobs.stop(1);
  }
}

async function enqueuePending(tx: Transaction, jobs: Jobs): Promise<void> {
  const { deliveryIds, toPost } = await pendingWork(tx);
  for (const deliveryId of deliveryIds)
    await jobs.enqueue(tx, { queue: "process-delivery", data: { deliveryId } });
  for (const { id, repository } of toPost) {
    const group = repository.split("/")[0]!.toLowerCase();
    await jobs.enqueue(tx, { queue: "post-confirmation", data: { confirmationId: id }, group });
  }
}

function optionsOf({ databaseUrl, databasePooler, dataDir, dataDirIsDefault }: Config, log: Log) {
  return {
    databaseUrl,
    databasePooler,
    dataDir,
    dataDirIsDefault,
    log: { info: (message: string) => log.info(message), error: (message: string) => log.error(message) },
  };
}

function summary({ tables }: Manifest): string {
  const rows = (name: string) => tables[name]?.rows ?? 0;
  const all = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${rows("entries")} entries, ${rows("deliveries")} deliveries, ${all} rows in all`;
}
