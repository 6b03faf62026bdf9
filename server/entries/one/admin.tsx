/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { pageFor, seeOther } from "../../panel.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { webAddress } from "../../ui/href.ts";
import { reasonsOf } from "../attribution/actions.ts";
import type { EntryKind } from "../entry-filter.ts";
import { entryJson } from "../json.ts";
import { entryPage } from "../page-address.ts";
import { findPageEntry } from "./actions.ts";
import { deliveryOf } from "./store.ts";
import { EntryPage } from "./views.tsx";

/** The page of one entry, hours or a plan, for every member (D13). */
export function entryPages(deps: Deps) {
  return new Elysia({ prefix: "/admin" })
    .use(panel(deps))
    .get("/entries/:id", (asked) => page(deps, "time", asked))
    .get("/plans/:id", (asked) => page(deps, "plan", asked));
}

type Asked = { request: Request; visitor: Visitor; params: { id: string } };

async function page(deps: Deps, kind: EntryKind, { request, visitor, params }: Asked): Promise<Response> {
  const { db, config } = deps;
  const found = await findPageEntry(db, kind, params.id);
  if ("elsewhere" in found) return seeOther(deps, entryPage(found.elsewhere, Number(params.id)));
  const { entry, versions } = found;
  const [reasons, delivery] = await Promise.all([
    reasonsOf(db, entry.attribution),
    deliveryOf(db, entry.commentId),
  ]);
  const { issue, comment_url: comment } = entryJson(entry, config.github.url);
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const places = { issue: webAddress(issue.url), comment: webAddress(comment) };
  const props = { frame, clock, entry, versions, reasons, delivery, ...places, orgs: config.allowedOrgs };
  return show(<EntryPage {...props} />);
}
