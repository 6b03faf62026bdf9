import { csvColumns, csvHeader, csvLine } from "../../entries/csv/csv.ts";
import { EntryDetailJson } from "../../entries/history/json.ts";
import { EntryListJson } from "../../entries/json.ts";
import {
  cursorExample,
  entryDetailExample,
  entryExample,
  planDetailExample,
  planExample,
} from "../examples.ts";
import type { Route } from "../operation.ts";
import { filterParameters, idOf, oneOf, pageParameters, query } from "../parameters.ts";

const format = query(
  "format",
  "`csv` for the whole list as CSV, whatever `Accept` says; `json` for a page of it.",
  oneOf("json", "csv"),
  "json",
);

const aboutLists = [
  "Newest first, by `worked_on` and then by `id`. `totals` are those of the whole filter, not of the page. Entries that a correction replaced are left out unless they are asked for.",
  "With `Accept: text/csv` or `?format=csv` the answer is the whole filtered list as CSV, streamed, without pages: `limit` and `cursor` are refused then.",
  `The CSV is that of RFC 4180 in UTF-8, with these columns: ${csvColumns.map((name) => `\`${name}\``).join(", ")}. Columns keep their names and their order; new ones come last. \`labels\` is a JSON array in one cell. \`X-Total-Count\` says how many lines follow the header, so that a download that broke off is noticed.`,
].join("\n\n");

/** The lists of hours and of plans, and one of either (spec 4.1, 4.2). */
export const entryRoutes: Route[] = [
  list({
    path: "/api/v1/time-entries",
    id: "listTimeEntries",
    summary: "List hours",
    opening: "The hours that were logged with `/log`.",
    example: entryExample,
    totals: { entries: 214, minutes: 38_520 },
    svc: "svc entries --label-prefix wbso: --from 2026-10-01 --to 2026-10-31",
  }),
  {
    method: "get",
    path: "/api/v1/time-entries/{id}",
    id: "getTimeEntry",
    svc: "svc entries view 1041",
    tag: "Entries",
    summary: "Read an hours entry",
    description:
      "One entry with why it has the client it has, as decided when it was made, and with all its versions, from what was first recorded to what stands now.",
    parameters: [idOf("the entry", 1041, 16)],
    answer: {
      status: 200,
      description: "The entry.",
      json: { schema: EntryDetailJson, example: entryDetailExample },
    },
    codes: ["entry_not_found"],
  },
  list({
    path: "/api/v1/plans",
    id: "listPlans",
    summary: "List plans",
    opening: "The hours that were planned with `/plan`.",
    example: planExample,
    totals: { entries: 31, minutes: 14_880 },
    svc: "svc plans --label-prefix wbso: --from 2026-10-01 --to 2026-10-31",
  }),
  {
    method: "get",
    path: "/api/v1/plans/{id}",
    id: "getPlan",
    svc: "svc plans view 1040",
    tag: "Entries",
    summary: "Read a plan",
    description: "As for an hours entry. The plan of an issue is the sum of its plans that stand.",
    parameters: [idOf("the plan", 1040, 16)],
    answer: {
      status: 200,
      description: "The plan.",
      json: { schema: EntryDetailJson, example: planDetailExample },
    },
    codes: ["entry_not_found"],
  },
];

type List = {
  path: string;
  id: string;
  summary: string;
  opening: string;
  example: typeof entryExample;
  totals: { entries: number; minutes: number };
  svc: string;
};

function list({ path, id, summary, opening, example, totals, svc }: List): Route {
  return {
    method: "get",
    path,
    id,
    tag: "Entries",
    summary,
    description: `${opening}\n\n${aboutLists}`,
    parameters: [...filterParameters, ...pageParameters, format],
    query: "?label_prefix=wbso:&from=2026-10-01&to=2026-10-31",
    svc,
    answer: {
      status: 200,
      description: "A page of the list, or the whole of it as CSV.",
      headers: ["Link", "Vary", "Content-Disposition", "X-Total-Count", "X-Total-Minutes"],
      json: { schema: EntryListJson, example: { data: [example], next_cursor: cursorExample, totals } },
      csv: csvHeader + csvLine(example),
    },
    codes: ["not_acceptable", "too_many_exports", "exports_busy"],
  };
}
