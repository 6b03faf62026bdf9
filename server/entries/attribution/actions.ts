import type { Queries } from "../../../db/connect.ts";
import { type AttributionFacts, explain } from "../history/explanation.ts";
import { clientNames } from "../history/store.ts";
import type { Reasons } from "./reasons.ts";
import { scopesOf } from "./store.ts";

/** What is to be told of why an entry has its client (D9), from what was kept with it: nothing is decided again. */
export async function reasonsOf(db: Queries, record: AttributionFacts | null): Promise<Reasons> {
  const matches = [
    ...(record?.winner ? [record.winner] : []),
    ...(record?.runnersUp ?? []),
    ...(record?.deactivated ?? []),
  ];
  const [names, scopes] = await Promise.all([
    clientNames(
      db,
      matches.map(({ clientId }) => clientId),
    ),
    scopesOf(
      db,
      matches.map(({ mappingId }) => mappingId),
    ),
  ]);
  const { winner, runners_up: runnersUp, deactivated } = explain(record, names);
  return { winner, runnersUp, deactivated, scopes };
}
