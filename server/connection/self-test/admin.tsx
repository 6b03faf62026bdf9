/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { canDeliver } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { issueAddress } from "../../entries/json.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { webAddress } from "../../ui/href.ts";
import { installingAddress } from "../manifest.ts";
import type { Stored } from "../stored.ts";
import { lookAtConnection } from "./actions.ts";
import type { Check, Tried } from "./checks.ts";
import { SelfTestPage } from "./views.tsx";

/** The state of the connection, for whoever may set svc up; where there is none, the way leads to making one. */
export function connectionPage(deps: Deps) {
  return new Elysia({ prefix: "/admin/set-up/github" }).use(panel(deps)).get("/", ({ request, visitor }) => {
    requireAdmin(visitor.user, deps.config, "connect svc to GitHub");
    if (deps.connection.source() === "none") return seeOther(deps, "/admin/set-up/github/new");
    return selfTest(deps, request, visitor);
  });
}

async function selfTest(deps: Deps, request: Request, visitor: Visitor): Promise<Response> {
  const { config, connection } = deps;
  const checks = await lookAtConnection(deps);
  const stored = connection.stored();
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const props = {
    frame,
    clock,
    checks,
    stored: stored && storedProps(stored, config.publicUrl),
    organisations: config.allowedOrgs,
    publicUrl: config.publicUrl,
    reply: replyOf(checks, config.github.url),
  };
  return show(<SelfTestPage {...props} />);
}

function storedProps(stored: Stored, publicUrl: string) {
  const { slug, siteUrl, htmlUrl, hears, downloadedAt } = stored;
  return {
    slug,
    canSwitch: hears === "polling" && canDeliver(publicUrl, siteUrl),
    canDownload: downloadedAt === null,
    installAt: webAddress(installingAddress(siteUrl, htmlUrl, slug)),
  };
}

function replyOf(checks: Check[], site: string) {
  const tried = checks.map((check) => (check.name === "try" ? check.tried : undefined)).find(Boolean);
  return tried && tried.replyId !== null ? webAddress(replyAddress(tried, site)) : undefined;
}

function replyAddress({ repository, issueNumber, replyId }: Tried, site: string): string {
  return `${issueAddress(repository, issueNumber, site)}#issuecomment-${replyId}`;
}
