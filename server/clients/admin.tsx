/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { pageFor } from "../panel.ts";
import { parametersOf } from "../query.ts";
import { panel } from "../sessions/guard.ts";
import type { Visitor } from "../sessions/actions.ts";
import { activityOf } from "./activity/store.ts";
import { readClientPageQuery } from "./client-list.ts";
import { listClientsByName } from "./store.ts";
import { ClientsPage } from "./views.tsx";

const perPage = 50;

/** The list of clients, for every member (D13). Its state is the address. */
export function clientPages(deps: Deps) {
  return new Elysia({ prefix: "/admin/clients" })
    .use(panel(deps))
    .get("/", ({ request, visitor }) => list(deps, request, visitor));
}

async function list(deps: Deps, request: Request, visitor: Visitor): Promise<Response> {
  const { db, config } = deps;
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const common = { frame, clock, orgs: config.allowedOrgs };
  const search = parametersOf(request);
  const read = readClientPageQuery(search);
  if (!read.ok) {
    const filter = { state: "active", name: search.get("name") ?? "" } as const;
    return show(<ClientsPage {...common} filter={filter} problems={read.problems} />, { status: 422 });
  }
  const { filter, after } = read.value;
  const page = { ...filter, limit: perPage + 1, ...(after !== undefined && { after }) };
  const found = await listClientsByName(db, page);
  const clients = found.slice(0, perPage);
  const ids = clients.map(({ id }) => id);
  const activity = await activityOf(db, ids);
  const rows = clients.map((client) => ({ ...client, ...activity.get(client.id)! }));
  const more = found.length > perPage ? ids.at(-1) : undefined;
  const shown = { clients: rows, more, isFirst: after === undefined };
  return show(<ClientsPage {...common} filter={filter} list={shown} />);
}
