/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { pageFor } from "../../panel.ts";
import { invalidQuery, parametersOf, type QueryReading } from "../../query.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { csvAnswer } from "../csv/download/actions.ts";
import type { ExportSlots } from "../csv/slots.ts";
import { writeCursor } from "../cursor.ts";
import { dayIn } from "../date-range.ts";
import type { EntryKind } from "../entry-filter.ts";
import { listName } from "../list-query.ts";
import { listEntries } from "./actions.ts";
import { clientText, readClientText } from "./client/actions.ts";
import { nameOfClient } from "./client/store.ts";
import { fieldsOf, type ListPage, readListPage } from "./list-page.ts";
import { neverSeen } from "./none/actions.ts";
import { ambiguousAmong } from "./rows/store.ts";
import { suggest } from "./suggestions/actions.ts";
import { EntriesPage } from "./views.tsx";

const perPage = 50;

type Asked = { request: Request; visitor: Visitor; requestId: string };

/**
 * The lists of hours and plans, for every member to read (spec 4.1, 4.2, 4.7).
 * @param slots shared with whatever else sends lists.
 */
export function entryLists(deps: Deps, slots: ExportSlots) {
  return new Elysia()
    .use(panel(deps))
    .get("/admin/entries", (asked) => list(deps, slots, "time", asked))
    .get("/admin/plans", (asked) => list(deps, slots, "plan", asked));
}

async function list(
  deps: Deps,
  slots: ExportSlots,
  kind: EntryKind,
  { request, visitor, requestId }: Asked,
): Promise<Response> {
  const { db, config } = deps;
  const search = parametersOf(request);
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const fields = fieldsOf(search);
  const read = await readPage(deps, fields, kind, clock.now);
  if (fields.get("format") === "csv") {
    if (!read.ok) throw invalidQuery(read.problems);
    return csvAnswer(deps, slots, read.value.filter, { request, requestId, user: visitor.user });
  }
  const suggestions = await suggest(db, kind);
  const labels = fields.getAll("label");
  const today = dayIn(config.timeZone, clock.now);
  const props = { frame, kind, labels, suggestions, today, host: config.publicUrl };
  if (!read.ok) {
    const typed = typedIn(search);
    return show(<EntriesPage {...props} typed={typed} problems={read.problems} />, { status: 422 });
  }
  const clientId = read.value.filter.clientId;
  const clientName = typeof clientId === "number" ? await nameOfClient(db, clientId) : undefined;
  const client =
    typeof clientId === "number" && clientName !== undefined
      ? await clientText(db, clientId, clientName)
      : (read.value.query.get("client_id") ?? "");
  const found = { ...(await load(deps, kind, read.value)), clientName };
  const typed = { ...typedIn(fields), client };
  return show(<EntriesPage {...props} typed={typed} problems={[]} list={found} />);
}

/** The fields but the labels, of which there may be several. */
function typedIn(fields: URLSearchParams): Record<string, string> {
  const typed = Object.fromEntries([...fields].filter(([name]) => name !== "label"));
  return { ...typed, client: typed["client"] ?? typed["client_id"] ?? "" };
}

/** A client is typed by its name, and stands in addresses by its number. */
async function readPage(
  { db }: Deps,
  fields: URLSearchParams,
  kind: EntryKind,
  now: Date,
): Promise<QueryReading<ListPage>> {
  const named = fields.getAll("client");
  const client = named.length === 1 ? await readClientText(db, named[0]!) : undefined;
  const resolved = new URLSearchParams([...fields].filter(([name]) => name !== "client" || !client));
  if (client?.ok) resolved.append("client_id", client.value);
  const read = readListPage(resolved, kind, now);
  if (client === undefined || client.ok) return read;
  return { ok: false, problems: [...client.problems, ...(read.ok ? [] : read.problems)] };
}

async function load({ db }: Deps, kind: EntryKind, { filter, query, after, newerThan }: ListPage) {
  const place = newerThan ? { newerThan } : after && { after };
  const { rows, hasMore, totals } = await listEntries(db, filter, { limit: perPage, ...place });
  const ambiguous = await ambiguousAmong(
    db,
    rows.map(({ id }) => id),
  );
  const name = listName(query, kind);
  const [first, last] = [rows[0], rows.at(-1)];
  const isFirst = newerThan ? !hasMore : !after;
  const isLast = newerThan ? false : !hasMore;
  return {
    query,
    totals,
    rows: rows.map((row) => ({ ...row, ambiguous: ambiguous.has(row.id) })),
    newer: first && !isFirst ? writeCursor(first, name) : undefined,
    older: last && !isLast ? writeCursor(last, name) : undefined,
    isFirst: !newerThan && !after,
    neverSeen: rows.length === 0 ? await neverSeen(db, filter) : { labels: [], prefix: undefined },
  };
}
