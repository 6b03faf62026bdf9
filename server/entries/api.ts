import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { bearer } from "../tokens/guard.ts";
import { writeCursor } from "./cursor.ts";
import { type EntryListJson, entryJson } from "./json.ts";
import { filterText, parseListQuery } from "./list-query.ts";
import { type EntryKind, listEntries } from "./store.ts";

/** The lists of hours and plans (spec 4.1, 4.2). */
export function entriesApi(deps: Deps) {
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .get("/time-entries", ({ request }) => list(deps, "time", request))
    .get("/plans", ({ request }) => list(deps, "plan", request));
}

async function list({ db, config }: Deps, kind: EntryKind, request: Request): Promise<Response> {
  const url = new URL(request.url, "http://internal");
  const query = parseListQuery(url.searchParams, kind);
  if (!query.ok) {
    throw new AppError(
      "invalid",
      "invalid_query",
      query.problems.map((problem) => problem.message).join(" "),
      {
        problems: query.problems,
      },
    );
  }
  const { filter, limit, after } = query.value;
  const page = await listEntries(db, { ...filter, kind }, { limit, ...(after && { after }) });
  const last = page.hasMore ? page.rows.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last, `${kind}?${filterText(url.searchParams)}`) : null;
  const body: EntryListJson = {
    data: page.rows.map((row) => entryJson(row, config.github.url)),
    next_cursor: nextCursor,
    totals: page.totals,
  };
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (nextCursor !== null) {
    const next = new URLSearchParams(url.searchParams);
    next.set("cursor", nextCursor);
    headers.set("link", `<${config.publicUrl}${url.pathname}?${next}>; rel="next"`);
  }
  // `<` never leaves raw: were this JSON ever taken for HTML, a label could not become markup.
  return new Response(JSON.stringify(body).replaceAll("<", "\\u003c"), { headers });
}
