/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { dayIn } from "../../entries/date-range.ts";
import { AppError } from "../../errors.ts";
import { readForm } from "../../form-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { type FlashCode } from "../../ui/flash.ts";
import { createClient, deactivateClient, reactivateClient, renameClient } from "../actions.ts";
import { activityOf, loggedSince } from "../activity/store.ts";
import { NewClientPage } from "../creation/views.tsx";
import { DeactivationPage } from "../deactivation/views.tsx";
import { listMappings } from "../mappings/store.ts";
import { told } from "../problem.ts";
import { recentSince } from "../recent-days.ts";
import { type Client, findClient } from "../store.ts";
import { ClientPage } from "./views.tsx";

const mostMappings = 20;

/** A client in the panel: made, shown and changed. Every member sees it, admins do the rest (D12, D13). */
export function clientPage(deps: Deps) {
  const { db, config } = deps;
  const orgs = config.allowedOrgs;
  return new Elysia({ prefix: "/admin/clients" })
    .use(panel(deps))
    .get("/new", ({ request, visitor }) => {
      const { frame, show } = pageFor(deps, request, visitor.user);
      return show(<NewClientPage frame={frame} orgs={orgs} name="" />);
    })
    .post(
      "/",
      async ({ request, visitor, requestId }) => {
        requireAdmin(visitor.user, config, "make clients");
        const { name } = await readForm(request, ["name"]);
        try {
          const client = await createClient(deps, { name, actor: visitor.actor, requestId });
          return seeClient(deps, client, "client_created");
        } catch (error) {
          const { frame, show } = pageFor(deps, request, visitor.user);
          const { problem, status } = told(error, frame.language);
          return show(<NewClientPage frame={frame} orgs={orgs} name={name} problem={problem} />, { status });
        }
      },
      { parse: "none" },
    )
    .get("/:id", async ({ request, visitor, params }) =>
      one(deps, request, visitor, await existing(deps, params.id)),
    )
    .post(
      "/:id/name",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "rename clients");
        const { name } = await readForm(request, ["name"]);
        const client = await existing(deps, params.id);
        try {
          const renamed = await renameClient(deps, { id: client.id, name, actor: visitor.actor, requestId });
          return seeClient(deps, renamed, "client_renamed");
        } catch (error) {
          return one(deps, request, visitor, client, { error, name });
        }
      },
      { parse: "none" },
    )
    .get("/:id/deactivation", async ({ request, visitor, params }) => {
      const client = await existing(deps, params.id);
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const [activity, recent] = await Promise.all([
        activityOf(db, [client.id]),
        loggedSince(db, client.id, recentSince(dayIn(config.timeZone, clock.now))),
      ]);
      const props = { frame, orgs, client, activity: activity.get(client.id)!, recent };
      return show(<DeactivationPage {...props} />);
    })
    .post(
      "/:id/deactivation",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "deactivate clients");
        await readForm(request, []);
        const { id } = await existing(deps, params.id);
        const client = await deactivateClient(deps, { id, actor: visitor.actor, requestId });
        return seeClient(deps, client, "client_deactivated");
      },
      { parse: "none" },
    )
    .post(
      "/:id/reactivation",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "reactivate clients");
        await readForm(request, []);
        const client = await existing(deps, params.id);
        try {
          await reactivateClient(deps, { id: client.id, actor: visitor.actor, requestId });
          return seeClient(deps, client, "client_reactivated");
        } catch (error) {
          return one(deps, request, visitor, client, { error });
        }
      },
      { parse: "none" },
    );
}

/** The client's page; where a change was refused, with the reason and what was typed. */
async function one(
  deps: Deps,
  request: Request,
  visitor: Visitor,
  client: Client,
  refused?: { error: unknown; name?: string },
): Promise<Response> {
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const refusal = refused && told(refused.error, frame.language);
  const [activity, mappings] = await Promise.all([
    activityOf(deps.db, [client.id]),
    listMappings(deps.db, { clientId: client.id }, { limit: mostMappings }),
  ]);
  const props = {
    frame,
    clock,
    client,
    activity: activity.get(client.id)!,
    mappings,
    orgs: deps.config.allowedOrgs,
    ...(refusal &&
      refused.name !== undefined && { rename: { name: refused.name, problem: refusal.problem } }),
    ...(refusal && refused.name === undefined && { refusal: refusal.problem }),
  };
  return show(<ClientPage {...props} />, { status: refusal?.status ?? 200 });
}

async function existing({ db }: Deps, id: string): Promise<Client> {
  const client = /^[1-9]\d{0,8}$/.test(id) ? await findClient(db, Number(id)) : undefined;
  if (client) return client;
  throw new AppError(
    "notFound",
    "client_not_found",
    "There is no such client. Look it up in the list of clients.",
  );
}

/** On to the client, with word of what was done to it. */
function seeClient(deps: Deps, { id, name }: Client, code: FlashCode): Response {
  return seeOther(deps, `/admin/clients/${id}`, { code, about: name });
}
