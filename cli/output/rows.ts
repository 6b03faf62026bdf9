import type { World } from "../world.ts";
import { paintFor } from "./colour.ts";
import { jsonArray } from "./json.ts";
import { show } from "./show.ts";
import { type Column, table } from "./table.ts";
import { tsv } from "./tsv.ts";

/** A column of a short list, with what stands in it for a person and, where that differs, for a program. */
export type RowColumn<Row> = Column & { person: (row: Row) => string; program?: (row: Row) => string };

/** Prints a short list: a table on a terminal, in a pager where it is longer, tab-separated lines in a pipe, or JSON where that is asked for. */
export async function printRows<Row>(
  world: World,
  rows: Row[],
  columns: RowColumn<Row>[],
  { json = false }: { json?: boolean | undefined },
): Promise<void> {
  const { stdout } = world;
  if (json) return stdout.write(jsonArray(rows));
  if (rows.length === 0) return;
  if (!stdout.isTTY) {
    return stdout.write(tsv(rows.map((row) => columns.map((c) => (c.program ?? c.person)(row)))));
  }
  const cells = rows.map((row) => columns.map(({ person }) => person(row)));
  await show(world, table(columns, cells, stdout.columns ?? 80, paintFor(world, true)), true);
}
