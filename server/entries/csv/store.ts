import { desc, eq, type SQL, sql } from "drizzle-orm";
import { rowsOf, type Transaction } from "../../../db/connect.ts";
import { clients, entries } from "../../../db/schema.ts";
import { users } from "../../../db/schema/people.ts";
import type { CsvRow } from "./csv.ts";

type Days = { from?: string | undefined; to?: string | undefined };
/** Which entries, as `chosenBy` finds them. */
type Chosen = { days: Days; within: (days: Days) => SQL | undefined; before?: Date };

/**
 * Opens the transaction's cursor on the whole list, newest first. In statements of its own: the cursor of the protocol, which
 * postgres.js offers, is one statement from the first row to the last, and a slow reader would meet its time limit.
 */
export async function declareRows(tx: Transaction, { days, within, before }: Chosen): Promise<void> {
  const asItWas = sql`case when ${entries.supersededAt} < ${before?.toISOString()}::timestamptz then ${entries.supersededById} end`;
  // As texts, in the order of CsvRow: numbers and instants would only be read here to be written again.
  await tx.execute(sql`
    declare listed no scroll cursor for
    select concat(${entries.id}, ',', ${entries.kind}, ',', ${entries.workedOn}, ',', ${entries.minutes}),
      ${entries.minutes}::text, ${users.login}, ${entries.repository}, ${entries.issueNumber}::text, ${entries.issueTitle},
      ${clients.name}, to_json(${entries.labels})::text, ${entries.note}, concat(${entries.clientId}, ',', ${users.id}),
      ${entries.commentId}::text, ${entries.commentedAt}::text, ${entries.createdAt}::text,
      concat(${entries.supersedesId}, ',', ${before ? asItWas : entries.supersededById})
    from ${entries}
      join ${users} on ${eq(users.id, entries.userId)}
      left join ${clients} on ${eq(clients.id, entries.clientId)}
    where ${within(days)}
    order by ${desc(entries.workedOn)}, ${desc(entries.id)}`);
}

/** The next rows of the transaction's cursor; none at its end. */
export function fetchRows(tx: Transaction): Promise<CsvRow[]> {
  // FETCH takes no parameter; so many rows are about 200 kB on their way.
  return rowsOf<CsvRow>(tx, "fetch 500 from listed");
}
