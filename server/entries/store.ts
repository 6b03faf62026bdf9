import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { lockOf } from "../../db/locks.ts";
import { insertion, prepared, reading, statement } from "../../db/prepared.ts";
import { type AttributionRecord, entries } from "../../db/schema.ts";
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
type Chosen = { days: Days; within: (days: Days) => SQL | undefined; before?: Date; day: SQL };

/**
 * One page of a list, newest first (D23). Of the moment `before`, where there is one, no later correction is seen.
 * @param page the entries that come `after` a place, or with `newerThan` those right before one.
 */
export async function listPage(
  db: Queries,
  { days, within, before, day }: Chosen,
  { limit, after, newerThan }: { limit: number; after?: Place; newerThan?: Place },
): Promise<ListedEntry[]> {
  const order = sql`${day} desc, entries.id desc`;
  if (!newerThan) {
    return selectEntries(db, and(within(days), after && olderThan(day, after)), limit, { before, order });
  }
  const where = and(within(days), newerThanPlace(day, newerThan));
  return (await selectEntries(db, where, limit, { before, order: sql`${day}, entries.id` })).reverse();
}

const olderThan = (day: SQL, place: Place) =>
  sql`(${day}, ${entries.id}) < (${place.workedOn}::date, ${place.id})`;

const newerThanPlace = (day: SQL, place: Place) =>
  sql`(${day}, ${entries.id}) > (${place.workedOn}::date, ${place.id})`;

/** Those of the entries that there are, by id. */
export async function findEntries(db: Queries, ids: number[]): Promise<ListedEntry[]> {
  if (ids.length === 0) return [];
  return selectEntries(db, inArray(entries.id, ids), ids.length);
}

/** An entry as one of its versions (D8): who corrected the one before to this one, and why. */
export type EntryVersion = EntryFacts & {
  attribution: AttributionRecord | null;
  backfilledAt: Date | null;
  reason: string | null;
  correctedBy: { id: number; login: string } | null;
};

/** All versions of an entry, from what was first recorded to what stands now; none where there is no such entry. */
export async function findVersions(db: Queries, id: number): Promise<EntryVersion[]> {
  const found = await versionById(db)(id);
  if (!found) return [];
  if (found.supersedesId === null && found.supersededById === null) return [found];
  return (await versionsOf(db, { id })).map(versionOf);
}

const versionById = prepared((db) =>
  together(async (ids: number[]) => {
    const found = (await versionsByIds(db, { ids })).map(versionOf);
    return new Map(found.map((version) => [version.id, version]));
  }),
);

const versionsByIds = reading<VersionRow>(
  () => sql`${versions} where entries.id = any (${sql.placeholder("ids")})`,
);
const versionsOf = reading<VersionRow>(() => sql`${versions} where ${chain} order by entries.id`);

function versionOf({ backfilledAt, correctorId, corrector, ...row }: VersionRow): EntryVersion {
  return {
    ...factsOf(row),
    backfilledAt: backfilledAt === null ? null : new Date(backfilledAt),
    correctedBy: correctorId === null ? null : { id: correctorId, login: corrector! },
  };
}

/** An entry, those it supersedes and those that supersede it; as an array, of which the planner expects few. */
const chain = sql`
  entries.id = any (array(
    with recursive earlier (id, next) as (
      select id, supersedes_id from entries where id = ${sql.placeholder("id")}
      union all select entries.id, entries.supersedes_id from earlier join entries on entries.id = earlier.next
    ), later (id, next) as (
      select id, superseded_by_id from entries where id = ${sql.placeholder("id")}
      union all select entries.id, entries.superseded_by_id from later join entries on entries.id = later.next
    )
    select id from earlier union all select id from later))`;

// Named by hand, and read as they are: the builder, and what it makes of each value, would cost as much as the database.
const facts = sql`
  entries.id::float8 as id, entries.kind, entries.worked_on as "workedOn", entries.minutes, entries.note, entries.labels,
  users.id::float8 as "userId", users.login, entries.repository, entries.issue_number as "issueNumber",
  entries.issue_title as "issueTitle", entries.client_id as "clientId", clients.name as "clientName",
  entries.comment_id::float8 as "commentId", entries.commented_at as "commentedAt", entries.created_at as "createdAt",
  entries.supersedes_id::float8 as "supersedesId"`;
const withOthers = sql`
  from entries join users on users.id = entries.user_id left join clients on clients.id = entries.client_id`;
const versions = sql`
  select ${facts}, entries.superseded_by_id::float8 as "supersededById", entries.attribution,
    entries.backfilled_at as "backfilledAt", entries.correction_reason as reason,
    correctors.id::float8 as "correctorId", correctors.login as corrector
  ${withOthers} left join users correctors on correctors.id = entries.corrected_by_id`;

async function selectEntries(
  db: Queries,
  where: SQL | undefined,
  limit: number,
  { before, order = newestFirst }: { before?: Date | undefined; order?: SQL } = {},
): Promise<EntryFacts[]> {
  const rows = await db.execute<FactsRow>(sql`
    select ${facts}, (${supersededById(before)})::float8 as "supersededById" ${withOthers}
    where ${where} order by ${order} limit ${limit}`);
  return rows.map((row) => factsOf(row));
}

/** An entry as its statement tells it, with instants as texts. */
type FactsRow = Omit<EntryFacts, "user" | "commentedAt" | "createdAt"> & {
  userId: number;
  login: string;
  commentedAt: string;
  createdAt: string;
};
type VersionRow = FactsRow &
  Pick<EntryVersion, "attribution" | "reason"> & {
    backfilledAt: string | null;
    correctorId: number | null;
    corrector: string | null;
  };

function factsOf<Row extends FactsRow>({ userId, login, commentedAt, createdAt, ...row }: Row) {
  return {
    ...row,
    user: { id: userId, login },
    commentedAt: new Date(commentedAt),
    createdAt: new Date(createdAt),
  };
}

const newestFirst = sql`entries.worked_on desc, entries.id desc`;

function supersededById(before: Date | undefined): SQL {
  if (!before) return sql`entries.superseded_by_id`;
  return sql`case when entries.superseded_at < ${before.toISOString()}::timestamptz then entries.superseded_by_id end`;
}
