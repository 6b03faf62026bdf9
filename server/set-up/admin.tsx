/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { policyWithFormsTo } from "../answer-headers.ts";
import type { Deps } from "../deps.ts";
import { readForm } from "../form-body.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { pageFor, seeOther } from "../panel.ts";
import { panel } from "../sessions/guard.ts";
import { dismissSetUp, readSetUp } from "./actions.ts";
import { SetUpPage } from "./views.tsx";

// Browsers hold what a form leads on to against this as well, and the playground opens on a port of its own.
const leadsOn = { "content-security-policy": policyWithFormsTo("http://127.0.0.1:*") };

/** The checklist of the set-up, for admins. In a playground there is nothing to set up: it leads back to the svc that it belongs to. */
export function setUpPages(deps: Deps) {
  return new Elysia({ prefix: "/admin/set-up" })
    .use(panel(deps))
    .get("/", async ({ request, visitor }) => {
      const { config, github, playground } = deps;
      if (config.playground) return seeOther(deps, config.playground.home);
      requireAdmin(visitor.user, config, "set svc up");
      const { frame, show } = pageFor(deps, request, visitor.user);
      const { steps, dismissed } = await readSetUp(deps);
      const props = {
        frame,
        steps,
        dismissed,
        playground: {
          standing: playground?.standing() ?? ({ state: "none" } as const),
          refusal: playground ? playground.refusal() : "public",
        },
        connected: github.configured,
        publicUrl: config.publicUrl,
        ownDatabase: config.databaseUrl === undefined,
      } as const;
      return show(<SetUpPage {...props} />, { headers: props.playground.refusal ? {} : leadsOn });
    })
    .post(
      "/dismissal",
      async ({ request, visitor, requestId }) => {
        await readForm(request, []);
        requireAdmin(visitor.user, deps.config, "set svc up");
        await dismissSetUp(deps, visitor, requestId);
        return seeOther(deps, "/admin", { code: "set_up_dismissed" });
      },
      { parse: "none" },
    );
}
