import { csvCell } from "../entries/csv/csv.ts";
import type { ListedEvent } from "./event.ts";

/** The columns by which programs find them: they never change names or order, and new ones come last. `detail` is JSON. */
const columns = {
  id: (event) => String(event.id),
  at: (event) => event.at.toISOString(),
  actor: (event) => event.actor?.login ?? null,
  actor_id: (event) => (event.actor ? String(event.actor.id) : null),
  via: (event) => event.via,
  via_id: (event) => (event.viaId === null ? null : String(event.viaId)),
  action: (event) => event.action,
  target_type: (event) => event.target.type,
  target_id: (event) => event.target.id,
  detail: (event) => JSON.stringify(event.detail),
  request_id: (event) => event.requestId,
} satisfies Record<string, (event: ListedEvent) => string | null>;

const cells: ((event: ListedEvent) => string | null)[] = Object.values(columns);

/** By RFC 4180, without loss, like the CSV of entries. */
export const auditCsvHeader = `${Object.keys(columns).join(",")}\r\n`;

/** The line of an event. */
export function auditCsvLine(event: ListedEvent): string {
  return `${cells.map((cell) => csvCell(cell(event))).join(",")}\r\n`;
}
