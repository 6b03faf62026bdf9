import { desc, eq, type SQL, sql } from "drizzle-orm";
import { messagesOf, type Transaction } from "../../../db/connect.ts";
import { clients, entries } from "../../../db/schema.ts";
import { users } from "../../../db/schema/people.ts";

type Days = { from?: string | undefined; to?: string | undefined };
/** Which entries, as `chosenBy` finds them. */
type Chosen = { days: Days; within: (days: Days) => SQL | undefined; before?: Date; day: SQL };

/**
 * Opens the transaction's cursor on the whole list, newest first. In statements of its own: the cursor of the protocol, which
 * postgres.js offers, is one statement from the first row to the last, and a slow reader would meet its time limit.
 */
export async function declareRows(tx: Transaction, { days, within, before, day }: Chosen): Promise<void> {
  const asItWas = sql`case when ${entries.supersededAt} < ${before?.toISOString()}::timestamptz then ${entries.supersededById} end`;
  // In the order of the line writer's columns.
  await tx.execute(sql`
    declare listed no scroll cursor for
    select ${entries.id}, ${entries.kind}, ${entries.workedOn}, ${entries.minutes}, ${users.login}, ${entries.repository},
      ${entries.issueNumber}, ${entries.issueTitle}, ${clients.name}, to_json(${entries.labels}), ${entries.note},
      ${entries.clientId}, ${users.id}, ${entries.commentId}, ${entries.commentedAt}, ${entries.createdAt},
      ${entries.supersedesId}, ${before ? asItWas : entries.supersededById}
    from ${entries}
      join ${users} on ${eq(users.id, entries.userId)}
      left join ${clients} on ${eq(clients.id, entries.clientId)}
    where ${within(days)}
    order by ${desc(day)}, ${desc(entries.id)}`);
}

/** The next rows of the transaction's cursor, as they are sent; none at its end. */
export function fetchRows(tx: Transaction): Promise<Uint8Array[]> {
  // FETCH takes no parameter; so many rows are about 200 kB on their way.
  return messagesOf(tx, "fetch 500 from listed");
}
