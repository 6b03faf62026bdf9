import { Elysia } from "elysia";
import { answerHeaders } from "./answer-headers.ts";
import { assets } from "./assets.ts";
import { auditPages } from "./audit/admin.tsx";
import { clientPages } from "./clients/admin.tsx";
import { clientsApi } from "./clients/api.ts";
import { mappingPages } from "./clients/mappings/admin.tsx";
import { mappingsApi } from "./clients/mappings/api.ts";
import { newMappingPages } from "./clients/mappings/creation/admin.tsx";
import { testerPage } from "./clients/mappings/explanation/admin.tsx";
import { clientPage } from "./clients/one/admin.tsx";
import { connectionPages } from "./connection/admin.tsx";
import { existingAppPages } from "./connection/existing/admin.tsx";
import { connectedPages } from "./connection/made/admin.tsx";
import { connectionPage } from "./connection/self-test/admin.tsx";
import type { Deps } from "./deps.ts";
import { deliveryPages } from "./deliveries/admin.tsx";
import { webhook } from "./deliveries/webhook.ts";
import { docsPages } from "./docs/admin.tsx";
import { entriesApi } from "./entries/api.ts";
import { correctionPages } from "./entries/corrections/admin.tsx";
import { correctionsApi } from "./entries/corrections/api.ts";
import { createExportSlots, type ExportSlots } from "./entries/csv/slots.ts";
import { changesApi } from "./entries/changes/api.ts";
import { labelsApi } from "./entries/labels/api.ts";
import { entryPages } from "./entries/one/admin.tsx";
import { entryLists } from "./entries/lists/admin.tsx";
import { parseApi } from "./entries/parse/api.ts";
import { issuePages } from "./entries/plan-vs-actual/admin.tsx";
import { planVsActualApi } from "./entries/plan-vs-actual/api.ts";
import { AppError } from "./errors.ts";
import { answerFailure, pathOf } from "./failures.ts";
import { isAddress, isOurHost } from "./host.ts";
import { languageSwitch } from "./language/admin.ts";
import { membersApi } from "./members/api.ts";
import { openApiDocument } from "./openapi/api.ts";
import { metricsApi, requestTimes } from "./metrics/api.ts";
import { overviewPage } from "./overview/admin.tsx";
import { seeOther } from "./panel.ts";
import type { Visitor } from "./sessions/actions.ts";
import { playgroundPages } from "./playground/admin.ts";
import { probes } from "./probes/api.ts";
import { sessionPages, signOut } from "./sessions/admin.tsx";
import { setUpPages } from "./set-up/admin.tsx";
import { signInPages } from "./sign-in/admin.tsx";
import { tokenPages } from "./tokens/admin.tsx";
import { bringsToken, readAuthorization } from "./tokens/authorization.ts";

/** All routes on one root, with the one handler of errors. It listens to nothing by itself. */
export function buildApp(deps: Deps) {
  const { publicUrl } = deps.config;
  const headers = answerHeaders(publicUrl);
  const exportSlots = createExportSlots({ inAll: 4, perUser: 2 });
  const times = requestTimes(deps.metrics);
  const app = new Elysia({
    // Off, unknown fields would be dropped and a typo would widen a report (D25).
    normalize: false,
    // Off, the router and `new URL()` could disagree on the path, and a guard be passed by.
    handler: { standardHostname: false },
  });
  return app
    .use(times.plugin)
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, headers, { "x-request-id": requestId(request) });
      // A connection that is kept would be cut when svc stops, perhaps under the next request.
      if (deps.draining.aborted) set.headers["connection"] = "close";
      refuseOtherHosts(request, publicUrl);
      refuseTokensElsewhere(request);
    })
    .onError({ as: "global" }, ({ error, code, request, set, ...context }) => {
      const id = String(set.headers["x-request-id"] ?? requestId(request));
      // Where the failure came after the guard, the guard's visitor is there.
      const { user } = "visitor" in context ? (context.visitor as Visitor) : {};
      const answer = answerFailure(deps, app, { error, code, request, id, user });
      times.failedWith(request, answer.status);
      return answer;
    })
    .get("/", () => seeOther(deps, "/admin"))
    .use(probes(deps))
    .use(metricsApi(deps))
    .use(assets())
    .use(languageSwitch(deps))
    .use(signInPages(deps))
    .use(signOut(deps))
    .use(panelPages(deps, exportSlots))
    .use(webhook(deps))
    .use(restApi(deps, exportSlots))
    .use(openApiDocument(deps))
    .use(docsPages(deps));
}

/** In two parts, since the types of one chain of all routes are too deep for the compiler. */
function panelPages(deps: Deps, exportSlots: ExportSlots) {
  return new Elysia()
    .use(overviewPage(deps))
    .use(setUpPages(deps))
    .use(connectionPage(deps))
    .use(connectionPages(deps))
    .use(connectedPages(deps))
    .use(existingAppPages(deps))
    .use(playgroundPages(deps))
    .use(entryLists(deps, exportSlots))
    .use(clientPages(deps))
    .use(clientPage(deps))
    .use(mappingPages(deps))
    .use(newMappingPages(deps))
    .use(testerPage(deps))
    .use(tokenPages(deps))
    .use(sessionPages(deps))
    .use(auditPages(deps))
    .use(deliveryPages(deps))
    .use(entryPages(deps))
    .use(correctionPages(deps))
    .use(issuePages(deps));
}

/** All of /api/v1. */
function restApi(deps: Deps, exportSlots: ExportSlots) {
  return new Elysia()
    .use(entriesApi(deps, exportSlots))
    .use(correctionsApi(deps))
    .use(changesApi(deps))
    .use(planVsActualApi(deps))
    .use(labelsApi(deps))
    .use(parseApi(deps))
    .use(clientsApi(deps))
    .use(mappingsApi(deps))
    .use(membersApi(deps));
}

const probePaths = ["/healthz", "/readyz", "/metrics"];

function refuseOtherHosts(request: Request, publicUrl: string): void {
  const host = request.headers.get("host") ?? URL.parse(request.url)?.host ?? null;
  if (isOurHost(host, publicUrl) || (probePaths.includes(pathOf(request)) && isAddress(host))) return;
  // By whatever name Prometheus has of it: no page of another name knows what to put there.
  if (pathOf(request) === "/metrics" && request.headers.has("authorization")) return;
  throw new AppError(
    "misdirected",
    "wrong_host",
    `This service answers at ${publicUrl} only. If that address is wrong, whoever runs it sets PUBLIC_URL.`,
  );
}

/** D19: a token that strays onto a page is refused there, also beside a good session, and is never read. */
function refuseTokensElsewhere(request: Request): void {
  const authorization = request.headers.get("authorization");
  if (!bringsToken(authorization) || pathOf(request).startsWith("/api/v1/")) return;
  // Its own token is none of ours.
  if (pathOf(request) === "/metrics" && readAuthorization(authorization).kind !== "token") return;
  throw new AppError(
    "forbidden",
    "token_not_accepted",
    "Tokens are for /api/v1 only. Open this address in a browser and sign in.",
  );
}

/** The caller's own id where it sends a plain one, so that its logs and ours can be read together. */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[A-Za-z0-9_.-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
