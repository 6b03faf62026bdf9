/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../../deps.ts";
import { pageFor } from "../../../panel.ts";
import { parametersOf } from "../../../query.ts";
import { panel } from "../../../sessions/guard.ts";
import { mappingsFor } from "../store.ts";
import { explain } from "./explain.ts";
import { parseTriedIssue, readTypedIssue } from "./tried-issue.ts";
import { TesterPage } from "./views.tsx";

/** The tester of mappings, for every member (D13). Its state is the address. */
export function testerPage(deps: Deps) {
  return new Elysia({ prefix: "/admin/mappings" })
    .use(panel(deps))
    .get("/tester", async ({ request, visitor }) => {
      const { frame, show } = pageFor(deps, request, visitor.user);
      const typed = readTypedIssue(parametersOf(request));
      const read = parseTriedIssue(typed);
      if (!read.ok) {
        // Nothing is wrong yet with what is still to be filled in.
        const isBegun = typed.repository !== "" && typed.labels !== "";
        const problems = isBegun ? read.problems : [];
        return show(<TesterPage frame={frame} typed={typed} problems={problems} explanation={undefined} />);
      }
      const { repository, labels } = read.issue;
      const explanation = explain(labels, repository, await mappingsFor(deps.db, labels, repository));
      return show(<TesterPage frame={frame} typed={typed} problems={[]} explanation={explanation} />);
    });
}
