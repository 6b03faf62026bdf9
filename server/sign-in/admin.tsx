/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { assetUrls } from "../assets.ts";
import { isLoopback } from "../config/values.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { readSession } from "../sessions/actions.ts";
import { clearCookie, cookieName, readCookie, sessionCookie, setCookie } from "../sessions/cookie.ts";
import { ownWrites } from "../sessions/guard.ts";
import { type Frame, frameOf } from "../ui/frame.ts";
import { htmlResponse } from "../ui/html.ts";
import { type Browser, finishSignIn, openLink, type Opened, startSignIn, takeSignInLink } from "./actions.ts";
import { linkIsAllowed } from "./link.ts";
import { missingForSignIn } from "./missing.ts";
import { safeNext } from "./next-path.ts";
import { type Refusal, statusOf } from "./refusal.ts";
import { ByLinkPage, LinkGonePage, LinkPage, NotSetUpPage, RefusedPage, SignInPage } from "./views.tsx";

/** Signing in (D22): with GitHub, or with a link where no GitHub is connected. Nobody is signed in here yet. */
export function signInPages(deps: Deps) {
  return new Elysia({ prefix: "/sign-in" })
    .use(ownWrites(deps))
    .get("/", ({ request }) => entrance(deps, request))
    .get("/github", ({ request }) => toGitHub(deps, request))
    .get("/github/callback", ({ request, requestId }) => fromGitHub(deps, request, requestId))
    .get("/link/:secret", async ({ request, params }) => {
      const link = await openLink(deps, params.secret);
      if (!link) refuseLinksWhereNone(deps);
      const frame = quietFrame(request);
      return link
        ? htmlResponse(<LinkPage frame={frame} login={link.person?.login} />, { headers: untold })
        : htmlResponse(<LinkGonePage frame={frame} />, { status: 410, headers: untold });
    })
    .post(
      "/link/:secret",
      async ({ request, params, requestId }) => {
        if (!(await openLink(deps, params.secret))) refuseLinksWhereNone(deps);
        await readForm(request, []);
        const browser = browserOf(deps, request, requestId);
        const end = await takeSignInLink(deps, { secret: params.secret, browser });
        if (end && "opened" in end) return signedIn(deps, "/admin", end.opened);
        if (end) return refused(deps, request, { refusal: end.refusal, next: "/admin", requestId });
        const frame = quietFrame(request);
        return htmlResponse(<LinkGonePage frame={frame} />, { status: 410, headers: untold });
      },
      { parse: "none" },
    );
}

async function entrance(deps: Deps, request: Request): Promise<Response> {
  const { config } = deps;
  const next = nextOf(deps, request);
  if (await readSession(deps, secretIn(deps, request)))
    return new Response(null, { status: 303, headers: { location: next } });
  const frame = { ...frameOf(request, assetUrls), playground: config.playground };
  const headers: Record<string, string> = frame.flash
    ? { "set-cookie": clearCookie(config.publicUrl, "svc_flash") }
    : {};
  const missing = missingForSignIn(config);
  // Once an App is connected, GitHub is the way, also while the link goes on.
  if (missing.length > 0 && linkIsAllowed(config))
    return htmlResponse(<ByLinkPage frame={frame} />, { headers });
  if (missing.length > 0)
    return htmlResponse(<NotSetUpPage frame={frame} missing={missing} />, { status: 503, headers });
  return htmlResponse(<SignInPage frame={frame} next={next} />, { headers });
}

async function toGitHub(deps: Deps, request: Request): Promise<Response> {
  const { publicUrl } = deps.config;
  const asked = addressOf(request);
  const next = nextOf(deps, request);
  if (missingForSignIn(deps.config).length > 0)
    return new Response(null, { status: 303, headers: { location: "/sign-in" } });
  if (isElsewhere(asked, publicUrl)) {
    asked.searchParams.set("moved", "1");
    const location = `${publicUrl}/sign-in/github?${asked.searchParams}`;
    return new Response(null, { status: 302, headers: { location } });
  }
  const chooseAccount = asked.searchParams.get("account") === "other";
  const { address, state } = await startSignIn(deps, { next, chooseAccount });
  const headers = {
    location: address,
    "cache-control": "no-store",
    "set-cookie": setCookie(publicUrl, "svc_sign_in", state, { maxAge: 600 }),
  };
  return new Response(null, { status: 302, headers });
}

/** On another name of this machine than GitHub will send the browser back to, where the cookie would not be. */
function isElsewhere({ hostname, searchParams }: URL, publicUrl: string): boolean {
  const ours = new URL(publicUrl).hostname;
  // Once is enough: a proxy may make every request look as if it came under another name.
  return isLoopback(ours) && isLoopback(hostname) && hostname !== ours && !searchParams.has("moved");
}

async function fromGitHub(deps: Deps, request: Request, requestId: string): Promise<Response> {
  const { publicUrl } = deps.config;
  const state = readCookie(request.headers.get("cookie"), cookieName(publicUrl, "svc_sign_in"));
  const parameters = addressOf(request).searchParams;
  const browser = browserOf(deps, request, requestId);
  const end = await finishSignIn(deps, { parameters, state, browser });
  const answer =
    "opened" in end ? signedIn(deps, end.next, end.opened) : refused(deps, request, { ...end, requestId });
  answer.headers.append("set-cookie", clearCookie(publicUrl, "svc_sign_in"));
  return answer;
}

type RefusedEnd = { refusal: Refusal; next: string; requestId: string };

function refused({ config }: Deps, request: Request, { refusal, next, requestId }: RefusedEnd): Response {
  const { allowedOrgs: orgs, github, publicUrl } = config;
  const props = { refusal, next, orgs, gitHubUrl: github.url, publicUrl, requestId };
  const frame = quietFrame(request);
  return htmlResponse(<RefusedPage frame={frame} {...props} />, {
    status: statusOf[refusal.kind],
    headers: refusal.kind === "undecided" ? { "retry-after": String(refusal.retryAfter) } : {},
  });
}

function signedIn({ config }: Deps, next: string, { secret, maxAgeSeconds }: Opened): Response {
  const cookie = setCookie(config.publicUrl, "svc_session", secret, { maxAge: maxAgeSeconds });
  const headers = { location: next, "cache-control": "no-store", "set-cookie": cookie };
  return new Response(null, { status: 303, headers });
}

function refuseLinksWhereNone({ config }: Deps): void {
  if (linkIsAllowed(config)) return;
  throw new AppError(
    "notFound",
    "not_found",
    "There is nothing at this address. Check it for typing errors.",
  );
}

/** The page's own address holds a secret, which goes into no link, no form and no referrer. */
function quietFrame(request: Request): Frame {
  return { ...frameOf(request, assetUrls), path: "/sign-in", flash: undefined };
}

const untold = { "referrer-policy": "no-referrer" };

function browserOf(deps: Deps, request: Request, requestId: string): Browser {
  const userAgent = request.headers.get("user-agent");
  return { userAgent, replaces: secretIn(deps, request), requestId };
}

/** Of the session that the browser has now, if any. */
function secretIn({ config }: Deps, { headers }: Request): string | undefined {
  return readCookie(headers.get("cookie"), sessionCookie(config.publicUrl));
}

function nextOf({ config }: Deps, request: Request): string {
  return safeNext(addressOf(request).searchParams.get("next"), config.publicUrl);
}

function addressOf({ url }: Request): URL {
  return new URL(url, "http://internal");
}
