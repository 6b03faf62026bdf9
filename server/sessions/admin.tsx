/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { pageFor, seeOther } from "../panel.ts";
import { writeFlash } from "../ui/flash.ts";
import { endSession, readSession, revokeSession } from "./actions.ts";
import { clearCookie, readCookie, sessionCookie, setCookie } from "./cookie.ts";
import { ownWrites, panel } from "./guard.ts";
import { listOwnSessions } from "./store.ts";
import { SessionsPage } from "./views.tsx";

/** One's own sessions, each with a way to end it (D20). */
export function sessionPages(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/admin/sessions" })
    .use(panel(deps))
    .get("/", async ({ request, visitor }) => {
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const sessions = await listOwnSessions(db, visitor.user.id);
      const props = { frame, clock, sessions, current: visitor.sessionId };
      return show(<SessionsPage {...props} />);
    })
    .post(
      "/:id/revocation",
      async ({ request, visitor, requestId, params: { id } }) => {
        await readForm(request, []);
        if (!/^[1-9]\d{0,14}$/.test(id)) throw noSuchSession();
        if (Number(id) === visitor.sessionId) {
          await endSession(deps, visitor, requestId);
          return signedOut(config.publicUrl);
        }
        await revokeSession(deps, visitor, Number(id), requestId);
        return seeOther(deps, "/admin/sessions", { code: "session_revoked" });
      },
      { parse: "none" },
    );
}

/** Signing out, which works as well where the session has ended already. */
export function signOut(deps: Deps) {
  const { publicUrl } = deps.config;
  return new Elysia().use(ownWrites(deps)).post(
    "/sign-out",
    async ({ request, requestId }) => {
      await readForm(request, []);
      const secret = readCookie(request.headers.get("cookie"), sessionCookie(publicUrl));
      const visitor = await readSession(deps, secret);
      if (visitor) await endSession(deps, visitor, requestId);
      return signedOut(publicUrl);
    },
    { parse: "none" },
  );
}

function signedOut(publicUrl: string): Response {
  const headers = new Headers({ location: "/sign-in", "clear-site-data": '"cache", "storage"' });
  headers.append("set-cookie", clearCookie(publicUrl, "svc_session"));
  headers.append("set-cookie", setCookie(publicUrl, "svc_flash", writeFlash({ code: "signed_out" })));
  return new Response(null, { status: 303, headers });
}

function noSuchSession(): AppError {
  return new AppError("notFound", "session_not_found", "There is no such session. Reload the list.");
}
