import { Elysia } from "elysia";
import { bestOffer } from "../accept.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { json } from "../json-answer.ts";
import { invalidQuery, parametersOf, readPathId, refuseParameters } from "../query.ts";
import { bearer } from "../tokens/guard.ts";
import { listAddress } from "./address.ts";
import { csvAnswer } from "./csv/download/actions.ts";
import type { ExportSlots } from "./csv/slots.ts";
import { writeCursor } from "./cursor.ts";
import type { EntryKind } from "./entry-filter.ts";
import { type EntryListJson, entryJson } from "./json.ts";
import { listName, parseFormat, parseListQuery, parseWholeListQuery } from "./list-query.ts";
import { listEntries } from "./lists/actions.ts";
import { readEntry } from "./history/actions.ts";

type Asked = { request: Request; user: { id: number }; requestId: string };

/**
 * The lists of hours and plans (spec 4.1, 4.2, D23), page by page in JSON or whole in CSV (D24).
 * @param slots shared with whatever else sends lists.
 */
export function entriesApi(deps: Deps, slots: ExportSlots) {
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .get("/time-entries", (asked) => list(deps, slots, "time", asked))
    .get("/plans", (asked) => list(deps, slots, "plan", asked))
    .get("/time-entries/:id", (asked) => detail(deps, "time", asked))
    .get("/plans/:id", (asked) => detail(deps, "plan", asked));
}

async function detail(
  deps: Deps,
  kind: EntryKind,
  { request, params }: { request: Request; params: { id: string } },
): Promise<Response> {
  refuseParameters(request);
  return json(await readEntry(deps, kind, readPathId(params.id, "an entry", Number.MAX_SAFE_INTEGER)));
}

async function list(deps: Deps, slots: ExportSlots, kind: EntryKind, asked: Asked): Promise<Response> {
  const parameters = parametersOf(asked.request);
  return formatFor(asked.request, parameters) === "csv"
    ? wholeList(deps, slots, kind, asked, parameters)
    : page(deps, kind, parameters);
}

const types = { "application/json": "json", "text/csv": "csv" } as const;

function formatFor(request: Request, parameters: URLSearchParams): "json" | "csv" {
  const asked = parseFormat(parameters);
  // What is wrong with it is told along with what else is wrong.
  if (!asked.ok || asked.value) return asked.ok && asked.value === "csv" ? "csv" : "json";
  const offer = bestOffer(request.headers.get("accept"), ["application/json", "text/csv"]);
  if (offer) return types[offer];
  const message = "This list is there as application/json and as text/csv. Ask for one of them in Accept.";
  throw new AppError("invalid", "not_acceptable", message, {
    problems: [{ in: "header", name: "Accept", code: "not_acceptable", message }],
  });
}

async function page({ db, config }: Deps, kind: EntryKind, parameters: URLSearchParams): Promise<Response> {
  const query = parseListQuery(parameters, kind, new Date());
  if (!query.ok) throw invalidQuery(query.problems);
  const { filter, limit, after } = query.value;
  const { rows, hasMore, totals } = await listEntries(db, filter, { limit, ...(after && { after }) });
  const last = hasMore ? rows.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last, listName(parameters, kind)) : null;
  const body: EntryListJson = {
    data: rows.map((row) => entryJson(row, config.github.url)),
    next_cursor: nextCursor,
    totals,
  };
  const link = nextCursor === null ? {} : { link: nextLink(config.publicUrl, kind, parameters, nextCursor) };
  return json(body, { headers: { vary: "Accept", ...link } });
}

function nextLink(publicUrl: string, kind: EntryKind, parameters: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(parameters);
  next.set("cursor", cursor);
  return `<${publicUrl}${listAddress(kind)}?${next}>; rel="next"`;
}

async function wholeList(
  deps: Deps,
  slots: ExportSlots,
  kind: EntryKind,
  asked: Asked,
  parameters: URLSearchParams,
): Promise<Response> {
  const query = parseWholeListQuery(parameters, kind, new Date());
  if (!query.ok) throw invalidQuery(query.problems);
  return csvAnswer(deps, slots, query.value, asked);
}
