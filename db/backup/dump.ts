import type { Database } from "../connect.ts";
import { DatabaseProblem } from "../problem.ts";
import { openSnapshot } from "../snapshot.ts";
import { copyOut, createTally } from "./copy.ts";
import type { Frame, Manifest } from "./frame.ts";
import { appliedMigrations, copiedTables, sequences } from "./tables.ts";

// Milliseconds, for one table, and for which a slow disk may keep the server waiting.
const limits = { statement: 6 * 60 * 60 * 1000, idle: 30 * 60 * 1000 };

/**
 * Everything worth keeping of a database as it is at one moment, while svc may go on writing to it.
 * @throws DatabaseProblem where there is nothing of svc in it.
 */
export async function* dump(db: Database, madeAt: Date): AsyncGenerator<Frame> {
  const snapshot = await openSnapshot(db, limits);
  // Whoever reads its rows is told of a connection that breaks by the rows.
  snapshot.ended.catch(() => {});
  try {
    const { tx } = snapshot;
    const migrations = await appliedMigrations(tx);
    if (migrations.length === 0) {
      throw new DatabaseProblem(
        "There is nothing of svc in this database. Check DATABASE_URL, or DATA_DIR, and that it was started once.",
      );
    }
    const tables = await copiedTables(tx);
    const header = {
      format: "svc backup",
      version: 1,
      madeAt: madeAt.toISOString(),
      migrations,
      tables,
    } as const;
    yield { kind: "header", header };
    const manifest: Manifest = { tables: {}, sequences: {} };
    for (const table of tables) {
      const tally = createTally();
      for await (const bytes of copyOut(tx, table)) {
        tally.add(bytes);
        yield { kind: "rows", table: table.name, bytes };
      }
      manifest.tables[table.name] = tally.result();
    }
    // They are no part of the snapshot. Read last, they are ahead of every row in it.
    manifest.sequences = await sequences(tx);
    yield { kind: "manifest", manifest };
  } finally {
    await snapshot.close();
  }
}
