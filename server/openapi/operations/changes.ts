import { ChangeListJson } from "../../entries/changes/json.ts";
import { entryExample } from "../examples.ts";
import type { Route } from "../operation.ts";
import { limitParameter, query } from "../parameters.ts";

/** The feed for consumers that keep a copy. */
export const changeRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/changes",
    id: "listChanges",
    svc: "svc api changes -f after=0",
    tag: "Entries",
    summary: "Follow what is recorded",
    description: [
      "For programs that keep a copy: every new entry once, in an order that holds, whoever writes meanwhile. Begin without `after`, keep `last_seq` with the copy, in one transaction, and pass it as `after` from then on. While `has_more` is true, ask again at once.",
      "An entry with a `supersedes_id` takes the place of that one: take the old one out of your sums. Entries are shown as they are now, so `superseded_by_id` may name one that comes later.",
      "An `after` beyond the last change is refused with 422: after a restored backup, numbers would come that your copy takes for its own. Start again from 0 then.",
    ].join("\n\n"),
    parameters: [
      query(
        "after",
        "Only changes with a higher number: the `last_seq` of the time before.",
        { type: "integer", format: "int64", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
        2076,
      ),
      limitParameter,
    ],
    query: "?after=2076",
    answer: {
      status: 200,
      description: "The changes, oldest first.",
      json: {
        schema: ChangeListJson,
        example: { data: [{ seq: 2077, entry: entryExample }], last_seq: 2077, has_more: false },
      },
    },
  },
];
