import { PlanVsActualJson } from "../../entries/plan-vs-actual/json.ts";
import { entryExample, planExample } from "../examples.ts";
import type { Route } from "../operation.ts";
import { path } from "../parameters.ts";

const name = { type: "string", pattern: "^[A-Za-z0-9_.-]{1,100}$", maxLength: 100 };

/** Reports on one issue (spec 4.3). */
export const issueRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/issues/{owner}/{repo}/{number}/plan-vs-actual",
    id: "comparePlanWithActual",
    svc: "svc plan-vs-actual acme/web#12",
    tag: "Issues",
    summary: "Compare plan and actual",
    description:
      "What an issue or pull request is planned at, what was logged on it, and the difference; the whole and each person's part, with the entries. Plans add up, like hours. An issue that nothing was ever recorded on has zeros.",
    parameters: [
      path("owner", "The owner of the repository, compared without case.", name, "acme"),
      path("repo", "The name of the repository, compared without case.", name, "web"),
      path(
        "number",
        "The number of the issue.",
        { type: "integer", format: "int32", minimum: 1, maximum: 2_147_483_647 },
        12,
      ),
    ],
    answer: {
      status: 200,
      description: "The comparison.",
      json: {
        schema: PlanVsActualJson,
        example: {
          repository: "acme/web",
          issue: entryExample.issue,
          planned_minutes: 480,
          actual_minutes: 120,
          difference_minutes: -360,
          people: [
            { user: entryExample.user, planned_minutes: 480, actual_minutes: 120, difference_minutes: -360 },
          ],
          entries: [entryExample, planExample],
          more_entries: false,
        },
      },
    },
  },
];
