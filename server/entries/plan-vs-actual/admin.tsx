/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { pageFor } from "../../panel.ts";
import { panel } from "../../sessions/guard.ts";
import { webAddress } from "../../ui/href.ts";
import { type Issue, parseIssueNumber, parseRepository } from "../issue-name.ts";
import { issueAddress } from "../json.ts";
import { readIssue } from "./actions.ts";
import { newestTitle } from "./json.ts";
import { compare } from "./plan-vs-actual.ts";
import { IssuePage } from "./views.tsx";

const mostShown = 20;

/** The page of one issue, at the path that the API has it (spec 4.3), for every member. */
export function issuePages(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/admin" })
    .use(panel(deps))
    .get("/issues/:owner/:repo/:number", async ({ request, visitor, params }) => {
      const issue = issueFrom(params);
      const { people, listed } = await readIssue(db, issue);
      const address = webAddress(issueAddress(issue.repository, issue.number, config.github.url));
      const { frame, show } = pageFor(deps, request, visitor.user);
      const props = { frame, issue, title: newestTitle(listed), address, comparison: compare(people) };
      return show(<IssuePage {...props} listed={listed.slice(0, mostShown)} />);
    });
}

function issueFrom({ owner, repo, number: digits }: { owner: string; repo: string; number: string }): Issue {
  const repository = parseRepository(`${owner}/${repo}`);
  const number = parseIssueNumber(digits);
  if (repository !== undefined && number !== undefined) return { repository, number };
  throw new AppError(
    "notFound",
    "no_such_issue",
    "The address of an issue is like /admin/issues/acme/web/12: owner, repository and number.",
  );
}
