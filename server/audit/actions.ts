import type { Deps } from "../deps.ts";
import type { AuditFilter } from "./audit-list.ts";
import { auditCsvHeader, auditCsvLine } from "./csv.ts";
import { listEvents } from "./store.ts";

const rowsAtOnce = 1000;

/**
 * All events of a filter as CSV, the newest first, page by page as fast as the reader takes them. The log is only ever added
 * to at its other end, so the pages fit each other without a transaction. Where anything fails the stream breaks off.
 */
export function streamEvents(
  { db, config }: Pick<Deps, "db" | "config">,
  filter: AuditFilter,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: number | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(auditCsvHeader));
    },
    async pull(controller) {
      const page = { limit: rowsAtOnce, timeZone: config.timeZone, ...(before !== undefined && { before }) };
      const events = await listEvents(db, filter, page);
      if (events.length > 0) controller.enqueue(encoder.encode(events.map(auditCsvLine).join("")));
      before = events.at(-1)?.id;
      if (events.length < rowsAtOnce) controller.close();
    },
  });
}
