/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { policyWithFormsTo } from "../../answer-headers.ts";
import type { Deps } from "../../deps.ts";
import { readForm } from "../../form-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import { panel } from "../../sessions/guard.ts";
import { webAddress } from "../../ui/href.ts";
import { installingAddress } from "../manifest.ts";
import { confirmOrganisations, download, installationsToChoose, switchToWebhooks } from "./actions.ts";
import { InstalledPage } from "./views.tsx";

const home = "/admin/set-up/github";

const what = "connect svc to GitHub";

/** What follows once an App is connected: whose members may come in, how svc hears of comments, and the credentials for elsewhere. */
export function connectedPages(deps: Deps) {
  const { config, connection } = deps;
  return new Elysia({ prefix: home })
    .use(panel(deps))
    .get("/installed", async ({ request, visitor }) => {
      requireAdmin(visitor.user, deps.config, what);
      const choices = await installationsToChoose(deps);
      const { siteUrl, htmlUrl, slug } = connection.stored()!;
      const { frame, show } = pageFor(deps, request, visitor.user);
      const props = {
        frame,
        choices,
        installAt: webAddress(installingAddress(siteUrl, htmlUrl, slug)),
        given: isChosenHere(deps) ? [] : config.allowedOrgs,
        byLink: visitor.via === "link",
      };
      // The form leads on to signing in at GitHub, and browsers hold that against this as well.
      const headers = { "content-security-policy": policyWithFormsTo(new URL(siteUrl).origin) };
      return show(<InstalledPage {...props} />, { headers });
    })
    .post(
      "/installed",
      async ({ request, visitor, requestId }) => {
        requireAdmin(visitor.user, deps.config, what);
        const there = await installationsToChoose(deps);
        const sent = await readForm(
          request,
          there.map(({ id }) => `account-${id}` as const),
        );
        const chosen = there.map(({ id }) => id).filter((id) => sent[`account-${id}`] !== "");
        await confirmOrganisations(deps, { visitor, requestId }, chosen);
        return seeOther(deps, visitor.via === "link" ? `/sign-in/github?next=${home}` : home);
      },
      { parse: "none" },
    )
    .post(
      "/webhooks",
      async ({ request, visitor, requestId }) => {
        await readForm(request, []);
        requireAdmin(visitor.user, deps.config, what);
        await switchToWebhooks(deps, { visitor, requestId });
        return seeOther(deps, home);
      },
      { parse: "none" },
    )
    .post(
      "/download",
      async ({ request, visitor, requestId }) => {
        await readForm(request, []);
        requireAdmin(visitor.user, deps.config, what);
        const text = await download(deps, { visitor, requestId });
        const headers = {
          "content-type": "text/plain; charset=utf-8",
          "content-disposition": 'attachment; filename="svc-github.env"',
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
        };
        return new Response(text, { headers });
      },
      { parse: "none" },
    );
}

/** Whether the organisations are those of the stored App, and not of ALLOWED_ORGS. */
function isChosenHere({ config, connection }: Deps): boolean {
  return config.allowedOrgs === connection.stored()?.organisations || config.allowedOrgs.length === 0;
}
