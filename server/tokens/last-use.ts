import type { Log } from "../log.ts";
import { recentMap } from "../recent-map.ts";

const atOnce = 4;
// A second more than the minute of the database: its row was written a little after our note.
const pause = 61_000;

/**
 * Notes last uses beside the requests: few at a time, and a failure is the log's business only (D17).
 * @param write notes one use, unless another instance did so within the minute.
 * @param clock monotonic milliseconds.
 */
export function createUseNotes({
  write,
  clock,
  log,
}: {
  write: (tokenId: number) => Promise<void>;
  clock: () => number;
  log: Log;
}): { note(tokenId: number): void; settled(): Promise<void> } {
  const noted = recentMap<number, number>(10_000);
  const underWay = new Set<Promise<void>>();

  function note(tokenId: number): void {
    const before = noted.get(tokenId);
    if (before !== undefined && clock() - before < pause) return;
    if (underWay.size >= atOnce) return;
    noted.set(tokenId, clock());
    const writing = write(tokenId)
      .catch((error: unknown) => {
        const { cause } = error as { cause?: { code?: string } };
        log.warn({ tokenId, code: cause?.code }, "the last use of a token could not be noted");
      })
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  }

  return { note, settled: async () => void (await Promise.all(underWay)) };
}
