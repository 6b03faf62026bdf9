/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { dayIn } from "../../entries/date-range.ts";
import { AppError } from "../../errors.ts";
import { readForm } from "../../form-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import { parametersOf } from "../../query.ts";
import { panel } from "../../sessions/guard.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { recentSince } from "../recent-days.ts";
import { findClient } from "../store.ts";
import { removeMapping } from "./actions.ts";
import { DeletionPage } from "./deletion/views.tsx";
import { readLabelPageQuery } from "./labels/label-list.ts";
import { listMappingsByLabel, mappingsOfLabels } from "./labels/store.ts";
import { leadOf } from "./preview/findings.ts";
import { countMatches } from "./preview/store.ts";
import { findMapping, listMappings, type MappingOfClient } from "./store.ts";
import { MappingsPage } from "./views.tsx";

const perPage = 40;

/** The list of mappings, and the way to be rid of one (D12, D13). */
export function mappingPages(deps: Deps) {
  const { config } = deps;
  return new Elysia({ prefix: "/admin/mappings" })
    .use(panel(deps))
    .get("/", ({ request, visitor }) => list(deps, request, visitor))
    .get("/:id/deletion", async ({ request, visitor, params }) => {
      const mapping = await existing(deps, params.id);
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const props = { frame, orgs: config.allowedOrgs, mapping };
      return show(<DeletionPage {...props} {...await effectsOf(deps, mapping, clock.now)} />);
    })
    .post(
      "/:id/deletion",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "delete label mappings");
        await readForm(request, []);
        const { id, labelPattern } = await existing(deps, params.id);
        await removeMapping(deps, { id, actor: visitor.actor, requestId });
        return seeOther(deps, "/admin/mappings", { code: "mapping_deleted", about: labelPattern });
      },
      { parse: "none" },
    );
}

async function list(deps: Deps, request: Request, visitor: Visitor): Promise<Response> {
  const { db, config } = deps;
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const search = parametersOf(request);
  const typed = Object.fromEntries(search);
  const common = { frame, clock, typed, orgs: config.allowedOrgs };
  const read = readLabelPageQuery(search);
  if (!read.ok) return show(<MappingsPage {...common} problems={read.problems} />, { status: 422 });
  const { filter, after } = read.value;
  const [found, client] = await Promise.all([
    listMappingsByLabel(db, filter, { limit: perPage + 1, ...(after && { after }) }),
    filter.clientId === undefined ? undefined : findClient(db, filter.clientId),
  ]);
  const mappings = found.slice(0, perPage);
  const last = found.length > perPage ? mappings.at(-1) : undefined;
  const shown = {
    filter,
    clientName: client?.name,
    mappings,
    ofLabels: await mappingsOfLabels(db, [...new Set(mappings.map(({ labelPattern }) => labelPattern))]),
    more: last && { label: last.labelPattern, id: last.id },
    isFirst: after === undefined,
  };
  return show(<MappingsPage {...common} list={shown} />);
}

/** What deleting a mapping changes: how much it is in use, and where its label leads without it. */
async function effectsOf({ db, config }: Deps, mapping: MappingOfClient, now: Date) {
  const { labelPattern, repository } = mapping;
  const others = (await listMappings(db, { labelPattern })).filter(({ id }) => id !== mapping.id);
  const otherwiseMapped = others.flatMap((other) => other.repository ?? []);
  const since = recentSince(dayIn(config.timeZone, now));
  const { time } = await countMatches(db, { labelPattern, repository, otherwiseMapped, since });
  return { recent: time, afterwards: leadOf(mapping, others).client?.name };
}

async function existing({ db }: Deps, id: string): Promise<MappingOfClient> {
  const mapping = /^[1-9]\d{0,8}$/.test(id) ? await findMapping(db, Number(id)) : undefined;
  if (mapping) return mapping;
  throw new AppError(
    "notFound",
    "mapping_not_found",
    "There is no such mapping; it may have been deleted. Look it up in the list of mappings.",
  );
}
