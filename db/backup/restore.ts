import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Address, connect, type Transaction } from "../connect.ts";
import { migrateWithin, ownFolder } from "../migrate.ts";
import { DatabaseProblem, explained } from "../problem.ts";
import { copyIn, copyOut, createTally } from "./copy.ts";
import type { CopiedTable, Frame, Header, Manifest } from "./frame.ts";
import { appliedMigrations, copiedTables, someTable } from "./tables.ts";

const deadlineMs = 6 * 60 * 60 * 1000;

/**
 * Refuses a database that holds anything: a restore never mixes what was with what is.
 * @throws DatabaseProblem
 */
export async function requireEmpty(address: Address): Promise<void> {
  const db = connect(address, { max: 1 });
  try {
    await db.transaction(refuseTables);
  } catch (error) {
    throw explained(error);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/**
 * Fills an empty database with a copy, and verifies it against the copy's manifest: all in one transaction, so that it is there whole
 * or not at all. Then the schema is brought up to this program's.
 * @param finish what is to be there from the first moment on, in the same transaction.
 * @throws DatabaseProblem with what to do; the database is as it was.
 */
export async function restore(
  address: Address,
  frames: AsyncIterable<Frame>,
  finish: (tx: Transaction) => Promise<void>,
): Promise<Manifest> {
  const db = connect(address, { max: 1, deadlineMs });
  try {
    return await db.transaction(async (tx) => {
      const manifest = await fill(tx, frames);
      await migrateWithin(tx);
      await finish(tx);
      // Else the first questions would be answered as though the tables were empty.
      await tx.execute(sql`analyze`);
      return manifest;
    });
  } catch (error) {
    throw explainedHere(error);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/** @throws DatabaseProblem where the copy's schema is not one that this program's migrations make. */
export function requireKnownSchema({ migrations }: Header): void {
  const known = new Map(
    readMigrationFiles({ migrationsFolder: ownFolder }).map((file) => [file.folderMillis, file.hash]),
  );
  if (migrations.every(({ when, hash }) => known.get(when) === hash)) return;
  throw new DatabaseProblem(
    "This backup was made by a newer svc, whose data this one does not know. Restore it with that version, or a later one.",
  );
}

async function fill(tx: Transaction, frames: AsyncIterable<Frame>): Promise<Manifest> {
  let tables: CopiedTable[] = [];
  let current: { name: string; copy: Awaited<ReturnType<typeof copyIn>> } | undefined;
  try {
    for await (const frame of frames) {
      if (frame.kind === "header") {
        tables = await begin(tx, frame.header);
      } else if (frame.kind === "rows") {
        if (current?.name !== frame.table) {
          await current?.copy.end();
          const table = tables.find(({ name }) => name === frame.table);
          if (!table) throw new DatabaseProblem(`The copy holds rows of ${frame.table}, which svc has not.`);
          current = { name: frame.table, copy: await copyIn(tx, table) };
        }
        await current.copy.write(frame.bytes);
      } else {
        await current?.copy.end();
        await complete(tx, tables, frame.manifest);
        return frame.manifest;
      }
    }
    throw new DatabaseProblem("The copy broke off before its end. Nothing was restored: make it again.");
  } catch (error) {
    current?.copy.abandon();
    throw error;
  }
}

/** Makes the tables as they were for the copy, and keeps their triggers from counting and logging what was counted and logged. */
async function begin(tx: Transaction, header: Header): Promise<CopiedTable[]> {
  requireKnownSchema(header);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await migrateWithin(tx, {
    upTo: Math.max(...header.migrations.map(({ when }) => when)),
    before: refuseTables,
  });
  const applied = await appliedMigrations(tx);
  if (applied.length !== header.migrations.length) throw new Error("another schema than the copy's");
  const tables = await copiedTables(tx);
  await setTriggers(tx, tables, "disable");
  return tables;
}

async function complete(tx: Transaction, tables: CopiedTable[], manifest: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(manifest.sequences))
    await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${last}::bigint)`);
  for (const table of tables) {
    const tally = createTally();
    for await (const bytes of copyOut(tx, table)) tally.add(bytes);
    const { rows, sha256 } = tally.result();
    const expected = manifest.tables[table.name];
    if (rows === expected?.rows && sha256 === expected.sha256) continue;
    throw new DatabaseProblem(
      `The table ${table.name} came out differently (${rows} rows, and ${expected?.rows ?? 0} were expected). Nothing was restored: make the copy again.`,
    );
  }
  await setTriggers(tx, tables, "enable");
}

/** The table's owner may do this, where session_replication_role would need a superuser. Foreign keys are none of the user's triggers. */
async function setTriggers(
  tx: Transaction,
  tables: CopiedTable[],
  state: "disable" | "enable",
): Promise<void> {
  const change = state === "disable" ? sql`disable` : sql`enable`;
  for (const { name } of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} ${change} trigger user`);
}

async function refuseTables(tx: Transaction): Promise<void> {
  const table = await someTable(tx);
  if (!table) return;
  throw new DatabaseProblem(
    `This database is not empty: it holds the table ${table}. Nothing was changed. Name an empty one: with DATABASE_URL, make it with create database … encoding 'UTF8' template template0; without, set DATA_DIR to a new folder, or move the old one away.`,
  );
}

function explainedHere(error: unknown): unknown {
  const codes = [error, (error as Error).cause].map(
    (each) => (each as { code?: string } | undefined)?.code ?? "",
  );
  if (codes.includes("53100")) {
    return new DatabaseProblem(
      "The disk of the PostgreSQL server is full. Nothing was restored: make room, and start again.",
      { cause: error },
    );
  }
  return explained(error);
}
