/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { answerHeaders } from "../../answer-headers.ts";
import { assets, assetUrls } from "../../assets.ts";
import { AppError, statusOf, titleOf } from "../../errors.ts";
import { readForm } from "../../form-body.ts";
import { isOurHost } from "../../host.ts";
import { isOwnWrite } from "../../sessions/cross-site.ts";
import { htmlResponse } from "../../ui/html.ts";
import { issueHref, relabelled, type ShownIssue, type Site } from "./site.ts";
import { IssuePage, IssuesPage, knownLabels, RefusedPage } from "./views.tsx";

type Shown = { draft?: string; problem?: string; status?: number; waiting?: boolean };
type Place = { owner: string; name: string; number: string };

// GitHub's limit.
const longestComment = 65_536;

/**
 * The pages of the simulated GitHub, for the browser on this machine alone: what names another host (DNS rebinding) and what a page
 * of another origin sends is refused, also where it is meant for the API.
 * @param siteOf known as soon as the playground listens.
 * @returns undefined for what the API and the sign-in are to answer.
 */
export function gitHubPages(
  siteOf: () => Site | undefined,
): (request: Request) => Promise<Response | undefined> {
  let app: ReturnType<typeof pages> | undefined;
  return async (request) => {
    const site = siteOf();
    const refusal = refusalOf(request, site?.url ?? "http://127.0.0.1");
    if (refusal) return new Response(`${refusal}\n`, { status: 403 });
    const { pathname } = new URL(request.url, "http://internal");
    if (!site || /^\/(api|login)\//.test(pathname)) return undefined;
    app ??= pages(site);
    return app.handle(request);
  };
}

function refusalOf({ headers, method }: Request, origin: string): string | undefined {
  if (!isOurHost(headers.get("host"), origin)) return "This address answers to this machine's names only.";
  const [secFetchSite, from] = [headers.get("sec-fetch-site"), headers.get("origin")];
  // A program sends neither: svc itself, over the API.
  const isProgram = secFetchSite === null && from === null && isForPrograms(headers);
  if (isProgram || isOwnWrite({ method, secFetchSite, origin: from }, origin)) return undefined;
  return "Nothing was changed: the request came from another site. Open the page here and do it there.";
}

function isForPrograms(headers: Headers): boolean {
  return headers.has("authorization") || headers.get("accept")?.includes("json") === true;
}

function pages(site: Site) {
  const headers = answerHeaders(site.url);
  return new Elysia({ normalize: false, handler: { standardHostname: false } })
    .onRequest(({ set }) => void Object.assign(set.headers, headers))
    .onError({ as: "global" }, ({ error, code }) => {
      const refusal = error instanceof AppError ? error : code === "NOT_FOUND" ? nothingHere() : undefined;
      const kind = refusal?.kind ?? "internal";
      const message = refusal?.message ?? "Something went wrong in the simulated GitHub. Try once more.";
      const props = { site, assets: assetUrls, title: titleOf[kind], message };
      return htmlResponse(<RefusedPage {...props} />, { status: statusOf[kind] });
    })
    .use(assets())
    .get("/", () => htmlResponse(<IssuesPage site={site} assets={assetUrls} />))
    .get("/:owner/:name/issues/:number", ({ params, query }) =>
      show(site, issueAt(site, params), { waiting: "waiting" in query }),
    )
    .post(
      "/:owner/:name/issues/:number/comments",
      async ({ params, request }) => {
        const issue = issueAt(site, params);
        const { body } = await readForm(request, ["body"]);
        const draft = body.replaceAll("\r\n", "\n");
        if (draft.trim() === "")
          return show(site, issue, { problem: "Write something first, such as /log 2h.", status: 422 });
        if ([...draft].length > longestComment)
          return show(site, issue, { draft, problem: "That is longer than GitHub allows.", status: 422 });
        const { id, waiting } = await site.comment(issue, draft);
        const page = issueHref(issue, id);
        return seeOther(waiting ? page.replace("#", "?waiting=1#") : page);
      },
      { parse: "none" },
    )
    .post(
      "/:owner/:name/issues/:number/labels",
      async ({ params, request }) => {
        const issue = issueAt(site, params);
        const known = knownLabels(site, issue);
        const fields = known.map((_, place) => `label-${place}`);
        const form = await readForm(request, [...fields, "new"]);
        // By their text: in another window the fields may have come to stand for other labels since.
        const ticked = fields.map((field) => form[field] ?? "").filter((label) => known.includes(label));
        site.relabel(issue, relabelled(issue.labels, ticked, (form["new"] ?? "").slice(0, 50)));
        return seeOther(issueHref(issue));
      },
      { parse: "none" },
    );
}

function show(site: Site, issue: ShownIssue, { draft, problem, status = 200, waiting = false }: Shown) {
  const props = {
    site,
    issue,
    assets: assetUrls,
    // The first step is there to be taken.
    draft: draft ?? (issue.comments.length === 0 ? "/log 2h" : ""),
    waiting: waiting && issue.comments.at(-1)?.byOurApp === false,
    ...(problem !== undefined && { problem }),
  };
  return htmlResponse(<IssuePage {...props} />, { status });
}

function issueAt(site: Site, { owner, name, number }: Place): ShownIssue {
  const issue = /^[1-9]\d{0,8}$/.test(number)
    ? site.issue(`${owner}/${name}`.toLowerCase(), Number(number))
    : undefined;
  if (!issue) throw nothingHere();
  return issue;
}

function nothingHere(): AppError {
  return new AppError("notFound", "not_found", "There is nothing at this address. Look under Issues.");
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
