/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { pageFor, seeOther } from "../panel.ts";
import { panel } from "../sessions/guard.ts";
import type { Visitor } from "../sessions/actions.ts";
import { issueToken, revokeToken } from "./actions.ts";
import { FormUsedPage, NewTokenMadePage, NewTokenPage } from "./creation/views.tsx";
import { findToken, listTokens } from "./store.ts";
import { readTokenListQuery, tokenListHref } from "./token-list.ts";
import { RevocationPage, TokensPage } from "./views.tsx";
import { words } from "./words.ts";

const perPage = 50;

/** Making, listing and revoking tokens: over a session alone (spec 3.3, 5.4). */
export function tokenPages(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/admin/tokens" })
    .use(panel(deps))
    .get("/", async ({ request, visitor }) => {
      const query = readTokenListQuery(new URL(request.url, "http://internal").searchParams);
      if (query.everybody) requireAdmin(visitor.user, config, "see everybody’s tokens");
      const found = await listTokens(db, {
        state: query.state,
        limit: perPage + 1,
        ...(!query.everybody && { userId: visitor.user.id }),
        ...(query.before !== undefined && { before: query.before }),
      });
      const tokens = found.slice(0, perPage);
      const older = found.length > perPage ? tokens.at(-1)!.id : undefined;
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const props = { frame, clock, query, tokens, older, orgs: config.allowedOrgs };
      return show(<TokensPage {...props} />);
    })
    .get("/new", ({ request, visitor }) => {
      const label = new URL(request.url, "http://internal").searchParams.get("label") ?? "";
      const { frame, show } = pageFor(deps, request, visitor.user);
      return show(<NewTokenPage frame={frame} label={label} nonce={crypto.randomUUID()} />);
    })
    .post("/", ({ request, visitor, requestId }) => make(deps, request, visitor, requestId), {
      parse: "none",
    })
    .get("/:id/revocation", async ({ request, visitor, params }) => {
      const token = await ownToken(deps, visitor, params.id);
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const props = { frame, clock, token, list: listOf(token, visitor) };
      return show(<RevocationPage {...props} />);
    })
    .post(
      "/:id/revocation",
      async ({ request, visitor, requestId, params }) => {
        await readForm(request, []);
        const token = await ownToken(deps, visitor, params.id);
        await revokeToken(deps, { tokenId: token.id, by: visitor.user, actor: visitor.actor, requestId });
        return seeOther(deps, listOf(token, visitor), { code: "token_revoked", about: token.label });
      },
      { parse: "none" },
    );
}

/** The secret is in the body of this answer and nowhere else: no redirect, nothing kept by a browser or a proxy (D21). */
async function make(deps: Deps, request: Request, visitor: Visitor, requestId: string): Promise<Response> {
  const { label, nonce } = await readForm(request, ["label", "nonce"]);
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(nonce)) throw staleForm();
  const { frame, show } = pageFor(deps, request, visitor.user);
  try {
    const { user, actor } = visitor;
    const { plaintext } = await issueToken(deps, { userId: user.id, label, nonce, actor, requestId });
    const props = { frame, label: label.trim(), plaintext, host: deps.config.publicUrl };
    return show(<NewTokenMadePage {...props} />, { headers: { "referrer-policy": "no-referrer" } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "form_used") return show(<FormUsedPage frame={frame} />, { status: 409 });
    if (error.code !== "invalid_label") throw error;
    const { problems } = words[frame.language];
    const code = error.problems[0]?.code;
    const problem = code && code in problems ? problems[code as keyof typeof problems] : error.message;
    // What was typed is kept, but never a secret.
    const kept = code === "secret" ? "" : label;
    return show(<NewTokenPage frame={frame} label={kept} nonce={nonce} problem={problem} />, {
      status: 422,
    });
  }
}

/** A token that this person may see: their own, or anybody's for an admin. Others are told nothing of it. */
async function ownToken({ db }: Deps, { user }: Visitor, id: string) {
  const token = /^[1-9]\d{0,8}$/.test(id) ? await findToken(db, Number(id)) : undefined;
  if (token && (user.admin || token.owner.id === user.id)) return token;
  throw new AppError("notFound", "token_not_found", "There is no such token. Reload the list of tokens.");
}

/** The list that this person came to the token from: an admin finds somebody else's among everybody's. */
function listOf(token: { owner: { id: number } }, { user }: Visitor) {
  return tokenListHref({ state: "active", everybody: token.owner.id !== user.id, before: undefined });
}

function staleForm(): AppError {
  return new AppError("invalid", "stale_form", "This form is not whole. Open it anew and send it once more.");
}
