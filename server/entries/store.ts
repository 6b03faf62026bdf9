import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries, Transaction } from "../../db/connect.ts";
import { lockOf } from "../../db/locks.ts";
import { insertion, prepared, statement } from "../../db/prepared.ts";
import { clients, entries } from "../../db/schema.ts";
import { users } from "../../db/schema/people.ts";
import { together } from "../../db/together.ts";
import type { Place } from "./cursor.ts";
import type { EntryFacts } from "./json.ts";

export type NewEntry = typeof entries.$inferInsert;
export type ListedEntry = EntryFacts;

/** Adds the entries of one comment, in its order, and returns their ids. */
export async function insertEntries(tx: Transaction, rows: NewEntry[]): Promise<number[]> {
  const [only, ...more] = rows;
  // Most comments hold one command.
  const isOne = only && more.length === 0;
  const inserted = isOne
    ? await insertedEntry(tx, only)
    : await tx.insert(entries).values(rows).returning({ id: entries.id });
  return inserted.map((row) => row.id);
}

const insertedEntry = insertion((db, row: NewEntry) =>
  db.insert(entries).values(row).returning({ id: entries.id }).prepare("insert_entry"),
);

/** Makes a transaction the only one to add entries to this issue until it ends, so that its totals are exact (D8a). */
export const recordingOn = (repositoryId: number, issueNumber: number): SQL =>
  lockOf(`issue ${repositoryId} ${issueNumber}`);

/** What the entries of an issue that stand add up to, in minutes (D8a). */
export async function issueTotals(
  db: Queries,
  repositoryId: number,
  issueNumber: number,
): Promise<{ planned: number; logged: number }> {
  const [totals] = await totalsOfIssue(db, { repositoryId, issueNumber });
  return totals!;
}

const totalsOfIssue = statement((db) =>
  db
    .select({
      planned: sql<number>`coalesce(sum(${entries.minutes}) filter (where ${entries.kind} = 'plan'), 0)::int`,
      logged: sql<number>`coalesce(sum(${entries.minutes}) filter (where ${entries.kind} = 'time'), 0)::int`,
    })
    .from(entries)
    .where(
      and(
        eq(entries.repositoryId, sql.placeholder("repositoryId")),
        eq(entries.issueNumber, sql.placeholder("issueNumber")),
        isNull(entries.supersededById),
      ),
    )
    .prepare("issue_totals"),
);

type Days = { from?: string | undefined; to?: string | undefined };
/** Which entries, as `chosenBy` finds them. */
type Chosen = { days: Days; within: (days: Days) => SQL | undefined; before?: Date };

/**
 * One page of a list, newest first (D23). Of the moment `before`, where there is one, no later correction is seen.
 * @param page the entries that come `after` a place, or with `newerThan` those right before one.
 */
export async function listPage(
  db: Queries,
  { days, within, before }: Chosen,
  { limit, after, newerThan }: { limit: number; after?: Place; newerThan?: Place },
): Promise<ListedEntry[]> {
  if (!newerThan) return selectEntries(db, and(within(days), after && olderThan(after)), limit, { before });
  const where = and(within(days), newerThanPlace(newerThan));
  return (await selectEntries(db, where, limit, { before, order: oldestFirst })).reverse();
}

const olderThan = (place: Place) =>
  sql`(${entries.workedOn}, ${entries.id}) < (${place.workedOn}::date, ${place.id})`;

const newerThanPlace = (place: Place) =>
  sql`(${entries.workedOn}, ${entries.id}) > (${place.workedOn}::date, ${place.id})`;

/** Those of the entries that there are, by id. */
export async function findEntries(db: Queries, ids: number[]): Promise<ListedEntry[]> {
  if (ids.length === 0) return [];
  return selectEntries(db, inArray(entries.id, ids), ids.length);
}

/** An entry as one of its versions (D8): who corrected the one before to this one, and why. */
export type EntryVersion = Awaited<ReturnType<typeof findVersions>>[number];

/** All versions of an entry, from what was first recorded to what stands now; none where there is no such entry. */
export async function findVersions(db: Queries, id: number) {
  const found = await versionById(db)(id);
  if (!found) return [];
  if (found.supersedesId === null && found.supersededById === null) return [found];
  return (
    selectVersions(db)
      // As an array: of a set the planner expects more than there are, and reads the whole table.
      .where(sql`${entries.id} = any (array(${chainOf(id)}))`)
      .orderBy(asc(entries.id))
  );
}

const versionsByIds = statement((db) =>
  selectVersions(db)
    .where(sql`${entries.id} = any (${sql.placeholder("ids")})`)
    .prepare("entry_versions"),
);

const versionById = prepared((db) =>
  together(async (ids: number[]) => new Map((await versionsByIds(db, { ids })).map((row) => [row.id, row]))),
);

function selectVersions(db: Queries) {
  const correctors = alias(users, "correctors");
  return db
    .select({
      ...columns,
      attribution: entries.attribution,
      backfilledAt: entries.backfilledAt,
      reason: entries.correctionReason,
      correctedBy: { id: correctors.id, login: correctors.login },
    })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .leftJoin(clients, eq(clients.id, entries.clientId))
    .leftJoin(correctors, eq(correctors.id, entries.correctedById));
}

/** The ids of an entry, of those it supersedes and of those that supersede it. */
const chainOf = (id: number) => sql`
  with recursive earlier (id, next) as (
    select id, supersedes_id from entries where id = ${id}
    union all select entries.id, entries.supersedes_id from earlier join entries on entries.id = earlier.next
  ), later (id, next) as (
    select id, superseded_by_id from entries where id = ${id}
    union all select entries.id, entries.superseded_by_id from later join entries on entries.id = later.next
  )
  select id from earlier union all select id from later`;

/** Named by hand and read as they are: for pages of many rows the builder would cost as much as the database. */
async function selectEntries(
  db: Queries,
  where: SQL | undefined,
  limit: number,
  { before, order = newestFirst }: { before?: Date | undefined; order?: SQL } = {},
): Promise<EntryFacts[]> {
  const rows = await db.execute<ListedRow>(sql`
    select entries.id::float8 as id, entries.kind, entries.worked_on as "workedOn", entries.minutes, entries.note, entries.labels,
      users.id::float8 as "userId", users.login, entries.repository, entries.issue_number as "issueNumber",
      entries.issue_title as "issueTitle", entries.client_id as "clientId", clients.name as "clientName",
      entries.comment_id::float8 as "commentId", entries.commented_at as "commentedAt", entries.created_at as "createdAt",
      entries.supersedes_id::float8 as "supersedesId", (${supersededById(before)})::float8 as "supersededById"
    from entries join users on users.id = entries.user_id left join clients on clients.id = entries.client_id
    where ${where} order by ${order} limit ${limit}`);
  return rows.map(({ userId, login, commentedAt, createdAt, ...row }) => ({
    ...row,
    user: { id: userId, login },
    commentedAt: new Date(commentedAt),
    createdAt: new Date(createdAt),
  }));
}

type ListedRow = Omit<EntryFacts, "user" | "commentedAt" | "createdAt"> & {
  userId: number;
  login: string;
  commentedAt: string;
  createdAt: string;
};

const newestFirst = sql`entries.worked_on desc, entries.id desc`;
const oldestFirst = sql`entries.worked_on, entries.id`;

function supersededById(before: Date | undefined): SQL {
  if (!before) return sql`entries.superseded_by_id`;
  return sql`case when entries.superseded_at < ${before.toISOString()}::timestamptz then entries.superseded_by_id end`;
}

const columns = {
  id: entries.id,
  kind: entries.kind,
  workedOn: entries.workedOn,
  minutes: entries.minutes,
  note: entries.note,
  labels: entries.labels,
  user: { id: users.id, login: users.login },
  repository: entries.repository,
  issueNumber: entries.issueNumber,
  issueTitle: entries.issueTitle,
  clientId: entries.clientId,
  clientName: clients.name,
  commentId: entries.commentId,
  commentedAt: entries.commentedAt,
  createdAt: entries.createdAt,
  supersedesId: entries.supersedesId,
  supersededById: entries.supersededById,
};
