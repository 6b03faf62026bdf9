/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { readForm } from "../../form-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { inEnvironment } from "../refusals.ts";
import { appFields, readApp, type TypedApp, type TypedProblem } from "../typed.ts";
import { connectExisting } from "./actions.ts";
import { ExistingAppPage } from "./views.tsx";

const what = "connect svc to GitHub";

/** Connecting an App that somebody made before. */
export function existingAppPages(deps: Deps) {
  return new Elysia({ prefix: "/admin/set-up/github" })
    .use(panel(deps))
    .get("/existing", ({ request, visitor }) => {
      requireAdmin(visitor.user, deps.config, what);
      if (deps.connection.source() === "environment") throw inEnvironment();
      return page(deps, request, visitor);
    })
    .post(
      "/existing",
      async ({ request, visitor, requestId }) => {
        requireAdmin(visitor.user, deps.config, what);
        const typed = await readForm(request, appFields);
        const read = readApp(typed, deps.config.github.url);
        if ("problems" in read) return page(deps, request, visitor, { typed, problems: read.problems });
        const result = await connectExisting(deps, { visitor, requestId }, read.app);
        if ("problems" in result) return page(deps, request, visitor, { typed, ...result });
        return seeOther(deps, "/admin/set-up/github/installed");
      },
      { parse: "none" },
    );
}

type Sent = { typed: TypedApp; problems: TypedProblem[]; reason?: string };

function page(deps: Deps, request: Request, visitor: Visitor, sent?: Sent): Response {
  const { frame, show } = pageFor(deps, request, visitor.user);
  const { site = "", app_id = "", client_id = "" } = sent?.typed ?? {};
  const props = {
    frame,
    typed: { site, app_id, client_id },
    problems: sent?.problems ?? [],
    reason: sent?.reason,
    usualSite: deps.config.github.url,
    publicUrl: deps.config.publicUrl,
  };
  return show(<ExistingAppPage {...props} />, { status: sent ? 422 : 200 });
}
