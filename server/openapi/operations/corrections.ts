import { NewCorrectionJson } from "../../entries/corrections/json.ts";
import { EntryDetailJson } from "../../entries/history/json.ts";
import { correctedEntryExample, correctedPlanExample } from "../examples.ts";
import type { Route } from "../operation.ts";
import { idOf } from "../parameters.ts";

/** Corrections of hours and plans (D8). */
export const correctionRoutes: Route[] = [
  correction({
    path: "/api/v1/time-entries/{id}/corrections",
    id: "correctTimeEntry",
    svc: `svc api time-entries/1041/corrections -X POST -f labels='["client:globex","wbso:dev"]' -f minutes=90 -f reason='Another client.'`,
    summary: "Correct an hours entry",
    parameter: idOf("the entry", 1041, 16),
    example: correctedEntryExample,
    body: {
      labels: ["client:globex", "wbso:dev"],
      minutes: 90,
      reason: "The issue had the label of another client.",
    },
  }),
  correction({
    path: "/api/v1/plans/{id}/corrections",
    id: "correctPlan",
    svc: "svc api plans/1040/corrections -X POST -f minutes=240 -f reason='Planned twice as much as was meant.'",
    summary: "Correct a plan",
    parameter: idOf("the plan", 1040, 16),
    example: correctedPlanExample,
    body: { minutes: 240, reason: "Planned twice as much as was meant." },
  }),
];

type Correction = {
  path: string;
  id: string;
  svc: string;
  summary: string;
  parameter: ReturnType<typeof idOf>;
  example: typeof correctedEntryExample;
  body: Record<string, unknown>;
};

function correction({ path, id, svc, summary, parameter, example, body }: Correction): Route {
  return {
    method: "post",
    path,
    id,
    svc,
    tag: "Entries",
    summary,
    description: [
      "For admins. Makes a new entry that takes the place of the old one; nothing is ever overwritten. What the body leaves out stays as it was. Author, issue and comment stay in any case.",
      "Labels decide the client anew, as if the entry were made now; where they lead to the client that the entry has already, it stays, even if it was deactivated since. An entry is corrected once, and then its correction is: of two who correct one entry at once, the second is answered with 409 and the address of what stands.",
    ].join("\n\n"),
    parameters: [parameter],
    body: {
      schema: NewCorrectionJson,
      description: "What was wrong, and why it is corrected.",
      example: body,
    },
    answer: {
      status: 201,
      description: "The entry that stands now, and its address in `Location`.",
      headers: ["Location"],
      json: { schema: EntryDetailJson, example },
    },
    codes: ["admin_only", "entry_not_found", "already_corrected"],
  };
}
