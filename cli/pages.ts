import type { Api } from "./api.ts";
import { CliError } from "./errors.ts";
import { known } from "./unknown-form.ts";

/**
 * Reads a list of rows that have no totals to its end, page by page (clients, mappings, labels).
 * @param isRow what is needed of a row; the rest is passed on as it came.
 */
export async function readPages<Row>(
  api: Pick<Api, "get" | "host">,
  path: string,
  filter: URLSearchParams,
  isRow: (row: Partial<Row>) => boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  const pages = pagesOf(api.host, async (cursor) => {
    const query = new URLSearchParams(filter);
    query.set("limit", "1000");
    if (cursor !== undefined) query.set("cursor", cursor);
    return known<Page<Row>>(
      await api.get(path, query),
      api.host,
      ({ data }) => Array.isArray(data) && data.every((row) => isRow((row ?? {}) as Partial<Row>)),
    );
  });
  for await (const { data } of pages) rows.push(...data);
  return rows;
}

export type Page<Row> = { data: Row[]; next_cursor?: unknown };

/**
 * Follows `next_cursor` to the last page. @param ask gives the page at a cursor, or the first.
 * @throws CliError `incomplete` where the pages go round in a circle.
 */
export async function* pagesOf<Row>(
  host: string,
  ask: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    yield page;
    cursor = typeof page.next_cursor === "string" ? page.next_cursor : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      const fix = "Nothing was printed. Run the command again";
      throw new CliError("incomplete", `${host} gives the same page twice`, fix);
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
