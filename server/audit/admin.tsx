/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { pageFor } from "../panel.ts";
import { invalidQuery, parametersOf } from "../query.ts";
import { panel } from "../sessions/guard.ts";
import { streamEvents } from "./actions.ts";
import { readAuditQuery } from "./audit-list.ts";
import { listEvents } from "./store.ts";
import { AuditPage } from "./views.tsx";

const perPage = 50;

/** What was done here and by whom, for every member to read (D13). */
export function auditPages(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/admin/audit" }).use(panel(deps)).get("/", async ({ request, visitor }) => {
    const search = parametersOf(request);
    const read = readAuditQuery(search);
    if (search.get("format") === "csv") {
      if (!read.ok) throw invalidQuery(read.problems);
      return csvAnswer(streamEvents(deps, read.value.filter));
    }
    const { frame, clock, show } = pageFor(deps, request, visitor.user);
    const typed = Object.fromEntries(search);
    if (!read.ok) {
      const page = <AuditPage frame={frame} clock={clock} typed={typed} problems={read.problems} />;
      return show(page, { status: 422 });
    }
    const { filter, before } = read.value;
    const found = await listEvents(db, filter, {
      limit: perPage + 1,
      timeZone: config.timeZone,
      ...(before !== undefined && { before }),
    });
    const events = found.slice(0, perPage);
    const older = found.length > perPage ? events.at(-1)!.id : undefined;
    const list = { filter, events, older, isFirst: before === undefined };
    return show(<AuditPage frame={frame} clock={clock} typed={typed} list={list} />);
  });
}

function csvAnswer(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="audit-log.csv"',
      "cache-control": "no-store",
    },
  });
}
