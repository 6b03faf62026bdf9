import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/connect.ts";
import { clients, entries } from "../../../db/schema.ts";
import { users } from "../../../db/schema/people.ts";
import type { EntryFacts } from "../json.ts";

type Days = { from?: string | undefined; to?: string | undefined };
/** Which entries, as `chosenBy` finds them. */
type Chosen = { days: Days; within: (days: Days) => SQL | undefined; before?: Date };

/**
 * Opens the transaction's cursor on the whole list, newest first. In statements of its own: the cursor of the protocol, which
 * postgres.js offers, is one statement from the first row to the last, and a slow reader would meet its time limit.
 */
export async function declareRows(tx: Transaction, { days, within, before }: Chosen): Promise<void> {
  const asItWas = sql`case when ${entries.supersededAt} < ${before?.toISOString()}::timestamptz then ${entries.supersededById} end`;
  await tx.execute(sql`
    declare listed no scroll cursor for
    select ${entries.id}::float8 as id, ${entries.kind} as kind, ${entries.workedOn} as worked_on, ${entries.minutes} as minutes,
      ${entries.note} as note, ${entries.labels} as labels, ${users.id}::float8 as user_id, ${users.login} as login,
      ${entries.repository} as repository, ${entries.issueNumber} as issue_number, ${entries.issueTitle} as issue_title,
      ${entries.clientId} as client_id, ${clients.name} as client_name, ${entries.commentId}::float8 as comment_id,
      ${entries.commentedAt} as commented_at, ${entries.createdAt} as created_at,
      ${entries.supersedesId}::float8 as supersedes_id,
      (${before ? asItWas : entries.supersededById})::float8 as superseded_by_id
    from ${entries}
      join ${users} on ${eq(users.id, entries.userId)}
      left join ${clients} on ${eq(clients.id, entries.clientId)}
    where ${within(days)}
    order by ${desc(entries.workedOn)}, ${desc(entries.id)}`);
}

type Row = {
  id: number;
  kind: "time" | "plan";
  worked_on: string;
  minutes: number;
  note: string | null;
  labels: string[];
  user_id: number;
  login: string;
  repository: string;
  issue_number: number;
  issue_title: string;
  client_id: number | null;
  client_name: string | null;
  comment_id: number;
  commented_at: string;
  created_at: string;
  supersedes_id: number | null;
  superseded_by_id: number | null;
};

/** The next rows of the transaction's cursor; none at its end. */
export async function fetchRows(tx: Transaction): Promise<EntryFacts[]> {
  // FETCH takes no parameter; so many rows are about 200 kB on their way.
  const rows = await tx.execute<Row>(sql`fetch 500 from listed`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    workedOn: row.worked_on,
    minutes: row.minutes,
    note: row.note,
    labels: row.labels,
    user: { id: row.user_id, login: row.login },
    repository: row.repository,
    issueNumber: row.issue_number,
    issueTitle: row.issue_title,
    clientId: row.client_id,
    clientName: row.client_name,
    commentId: row.comment_id,
    commentedAt: new Date(row.commented_at),
    createdAt: new Date(row.created_at),
    supersedesId: row.supersedes_id,
    supersededById: row.superseded_by_id,
  }));
}
