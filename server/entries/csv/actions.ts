import { openSnapshot, type Snapshot } from "../../../db/snapshot.ts";
import type { Deps } from "../../deps.ts";
import type { EntryFilter } from "../entry-filter.ts";
import { chosenBy } from "../filter/store.ts";
import { sumEntries, type Totals } from "../totals/store.ts";
import { csvHeader } from "./csv.ts";
import { createLineWriter } from "./line-writer.ts";
import { declareRows, fetchRows } from "./store.ts";

const nothing: Totals = { entries: 0, minutes: 0 };
/** Milliseconds. The first row of a sorted list comes when all are sorted; a reader that takes nothing for a minute is gone. */
const limits = { statement: 30_000, idle: 65_000 };

/** What a whole list adds up to (D24), for who asks for that alone. */
export async function sumOfList({ db }: Pick<Deps, "db">, filter: EntryFilter): Promise<Totals> {
  const chosen = await chosenBy(db, filter);
  return chosen ? sumEntries(db, chosen) : nothing;
}

/**
 * The whole list as CSV, newest first (D24): read from a cursor as fast as the reader takes it, in constant memory, and with
 * the totals of the very moment the rows are of. A stream that ends is whole; where anything fails it breaks off instead.
 * Rejects where it cannot begin.
 * @param ended is called once, when the database's connection has been given back; with the error where the stream broke off.
 */
export async function streamList(
  { db, config }: Pick<Deps, "db" | "config">,
  filter: EntryFilter,
  ended: (error?: unknown) => void,
): Promise<{ totals: Totals; body: ReadableStream<Uint8Array> }> {
  let snapshot: Snapshot | undefined;
  try {
    snapshot = await openSnapshot(db, limits);
    const { tx } = snapshot;
    const chosen = await chosenBy(tx, filter);
    const totals = chosen ? await sumEntries(tx, chosen) : nothing;
    if (chosen) await declareRows(tx, chosen);
    const next = async () => (chosen ? fetchRows(tx) : []);
    return { totals, body: streamOf(snapshot, { next, totals, site: config.github.url, ended }) };
  } catch (error) {
    await snapshot?.close();
    ended();
    throw error;
  }
}

type Rows = {
  next: () => Promise<Uint8Array[]>;
  totals: Totals;
  site: string;
  ended: (error?: unknown) => void;
};

function streamOf(snapshot: Snapshot, { next, totals, site, ended }: Rows): ReadableStream<Uint8Array> {
  const linesOf = createLineWriter(site);
  const left = { ...totals };
  const sweepAfter = createSweeper();
  const ask = () => {
    const rows = next();
    rows.catch(() => {});
    return rows;
  };
  // Two portions ahead: the database reads one while the one before is on its way here, or written.
  const ahead = [ask(), ask()];
  let isGone = false;
  let failure: unknown;
  // Not an async generator: Elysia would end the answer in good order where one throws, and half a list look whole.
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(csvHeader));
      snapshot.ended.then(
        () => ended(failure),
        (error: unknown) => {
          controller.error(error);
          ended(error);
        },
      );
    },
    async pull(controller) {
      try {
        const rows = await ahead.shift()!;
        if (isGone) return;
        if (rows.length > 0) {
          ahead.push(ask());
          const { bytes, minutes } = linesOf(rows);
          left.entries -= rows.length;
          left.minutes -= minutes;
          controller.enqueue(bytes);
          sweepAfter(rows.length);
          return;
        }
        refuseDifference(left);
        await snapshot.close();
        controller.close();
      } catch (error) {
        failure = error;
        await snapshot.close();
        throw error;
      }
    },
    async cancel() {
      isGone = true;
      await snapshot.close();
    },
  });
}

/**
 * Left alone, the runtime lets 32 MB of rows that were sent and the buffers they came in lie about before it clears them
 * away: with this, a list of a million takes 50 MB less, and no longer.
 */
function createSweeper(): (rows: number) => void {
  let sent = 0;
  return (rows) => {
    sent += rows;
    if (sent < 40_000) return;
    sent = 0;
    Bun.gc(true);
  };
}

/** The totals went ahead in the headers: a list that is not theirs must not end as if it were. */
function refuseDifference(left: Totals): void {
  if (left.entries === 0 && left.minutes === 0) return;
  throw new Error(`a list differs from its totals by ${left.entries} entries and ${left.minutes} minutes`);
}
