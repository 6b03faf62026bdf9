/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { policyWithFormsTo } from "../answer-headers.ts";
import { canDeliver } from "../config.ts";
import type { Deps } from "../deps.ts";
import { AppError, statusOf, titleOf } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { pageFor, seeOther } from "../panel.ts";
import type { Visitor } from "../sessions/actions.ts";
import { panel } from "../sessions/guard.ts";
import { ErrorPage } from "../ui/error-page.tsx";
import { beginApp, type By, finishApp } from "./actions.ts";
import { inEnvironment } from "./refusals.ts";
import { accountFields, readAccount, type TypedAccount, type TypedProblem } from "./typed.ts";
import { ConnectPage, LeavingPage } from "./views.tsx";

const what = "connect svc to GitHub";

/** Connecting a GitHub App by a manifest, in one click at GitHub and two here. For admins. */
export function connectionPages(deps: Deps) {
  return new Elysia({ prefix: "/admin/set-up/github" })
    .use(panel(deps))
    .get("/new", ({ request, visitor }) => {
      requireAdmin(visitor.user, deps.config, what);
      if (deps.connection.source() === "environment") throw inEnvironment();
      return connectPage(deps, request, visitor);
    })
    .post(
      "/new",
      async ({ request, visitor, requestId }) => {
        requireAdmin(visitor.user, deps.config, what);
        return leave(deps, request, { visitor, requestId });
      },
      { parse: "none" },
    )
    .get("/created", async ({ request, visitor, requestId }) => {
      requireAdmin(visitor.user, deps.config, what);
      const parameters = new URL(request.url, "http://internal").searchParams;
      const [code, state] = [only(parameters, "code"), only(parameters, "state")];
      try {
        const { installAt } = await finishApp(deps, { visitor, requestId }, { code, state });
        return seeOther(deps, installAt);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return notConnected(deps, request, { visitor, requestId }, error);
      }
    });
}

/** As any refusal is told, but the page's own address, with the code in it, stands nowhere on it. */
function notConnected(
  deps: Deps,
  request: Request,
  { visitor, requestId }: By,
  { kind, code, message }: AppError,
): Response {
  deps.log.warn({ request_id: requestId, code, problem: message }, "no App was connected");
  const { frame, show } = pageFor(deps, request, visitor.user);
  const props = { status: statusOf[kind], title: titleOf[kind], message, code, requestId };
  const page = <ErrorPage frame={{ ...frame, path: "/admin/set-up/github" }} {...props} />;
  return show(page, { status: statusOf[kind], headers: { "referrer-policy": "no-referrer" } });
}

type Sent = { typed: TypedAccount; problems: TypedProblem[] };

function connectPage(deps: Deps, request: Request, visitor: Visitor, sent?: Sent): Response {
  const { config, connection } = deps;
  const { frame, show } = pageFor(deps, request, visitor.user);
  const props = {
    frame,
    typed: sent?.typed ?? { account: "", site: "" },
    problems: sent?.problems ?? [],
    usualSite: config.github.url,
    publicUrl: config.publicUrl,
    hears: canDeliver(config.publicUrl, config.github.url) ? "webhook" : "polling",
    unusable: connection.problem(),
    replaces: connection.source() === "stored",
  } as const;
  return show(<ConnectPage {...props} />, { status: sent ? 422 : 200 });
}

/** The one page whose form may lead to GitHub, and to that GitHub alone. */
async function leave(deps: Deps, request: Request, by: By): Promise<Response> {
  const typed = await readForm(request, accountFields);
  const read = readAccount(typed, deps.config.github.url);
  if ("problems" in read) return connectPage(deps, request, by.visitor, { typed, problems: read.problems });
  const { address, manifest } = await beginApp(deps, by, read);
  const { frame, show } = pageFor(deps, request, by.visitor.user);
  const headers = { "content-security-policy": policyWithFormsTo(new URL(address).origin) };
  return show(<LeavingPage frame={frame} address={address} manifest={manifest} />, { headers });
}

/** The one value of a parameter; none where it is given twice. */
function only(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
