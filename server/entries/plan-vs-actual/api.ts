import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { json } from "../../json-answer.ts";
import { invalidPath, refuseParameters } from "../../query.ts";
import { bearer } from "../../tokens/guard.ts";
import { type Issue, parseIssueNumber, parseRepository } from "../issue-name.ts";
import { readIssue } from "./actions.ts";
import { planVsActualJson } from "./json.ts";
import { compare } from "./plan-vs-actual.ts";

/** Plan against actual of one issue (spec 4.3, D8a). One never seen has zeros: nothing was planned or logged on it. */
export function planVsActualApi(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .get("/issues/:owner/:repo/:number/plan-vs-actual", async ({ request, params }) => {
      refuseParameters(request);
      const issue = issueFrom(params);
      const { people, listed, more } = await readIssue(db, issue);
      return json(planVsActualJson(issue, { comparison: compare(people), listed, more }, config.github.url));
    });
}

function issueFrom({ owner, repo, number }: { owner: string; repo: string; number: string }): Issue {
  const repository = parseRepository(`${owner}/${repo}`);
  if (repository === undefined) {
    throw invalidPath(
      "repo",
      "The path names no repository: write it like /api/v1/issues/acme/web/12/plan-vs-actual.",
    );
  }
  const parsed = parseIssueNumber(number);
  if (parsed === undefined) {
    throw invalidPath("number", "The number of an issue is a whole number from 1, e.g. 12.");
  }
  return { repository, number: parsed };
}
