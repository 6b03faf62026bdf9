import { and, arrayContains, arrayOverlaps, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { clients, entries, labelIndex, users } from "../../db/schema.ts";
import type { LabelFilter } from "./label-filter.ts";

export type EntryKind = "time" | "plan";
export type NewEntry = typeof entries.$inferInsert;
export type EntryFilter = LabelFilter & { kind: EntryKind; from?: string; to?: string };

/** A place in a list that is ordered newest first (D23). */
export type Place = { workedOn: string; id: number };
export type Totals = { entries: number; minutes: number };
export type ListedEntry = Awaited<ReturnType<typeof selectEntries>>[number];

/** Adds the entries of one comment, in its order, and returns their ids. */
export async function insertEntries(tx: Transaction, rows: NewEntry[]): Promise<number[]> {
  const inserted = await tx.insert(entries).values(rows).returning({ id: entries.id });
  return inserted.map((row) => row.id);
}

/** Makes the transaction the only one to add entries to this issue until it ends, so that its totals are exact (D8a). */
export async function lockIssue(tx: Transaction, repositoryId: number, issueNumber: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`issue ${repositoryId} ${issueNumber}`}, 0))`);
}

/** What the entries of an issue that stand add up to, in minutes (D8a). */
export async function issueTotals(
  db: Queries,
  repositoryId: number,
  issueNumber: number,
): Promise<{ planned: number; logged: number }> {
  const [totals] = await db
    .select({
      planned: sql<number>`coalesce(sum(${entries.minutes}) filter (where ${entries.kind} = 'plan'), 0)::int`,
      logged: sql<number>`coalesce(sum(${entries.minutes}) filter (where ${entries.kind} = 'time'), 0)::int`,
    })
    .from(entries)
    .where(
      and(
        eq(entries.repositoryId, repositoryId),
        eq(entries.issueNumber, issueNumber),
        isNull(entries.supersededById),
      ),
    );
  return totals!;
}

/**
 * One page, newest first, and the totals of the whole filter (spec 4.1, 4.2, D23). Superseded entries are left out (D8).
 * @param limit rows asked for; one more is read to know whether a next page exists.
 */
export async function listEntries(
  db: Queries,
  filter: EntryFilter,
  page: { limit: number; after?: Place },
): Promise<{ rows: ListedEntry[]; hasMore: boolean; totals: Totals }> {
  const where = await conditions(db, filter);
  if (where === "nothing") return { rows: [], hasMore: false, totals: { entries: 0, minutes: 0 } };
  const [rows, totals] = await Promise.all([
    selectEntries(db, and(where, page.after && before(page.after)), page.limit + 1),
    sumEntries(db, where),
  ]);
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit, totals };
}

async function conditions(db: Queries, filter: EntryFilter): Promise<SQL | undefined | "nothing"> {
  // The planner chooses between the label index and the date index by the labels' frequency, so it must see them.
  const addressed = filter.prefix === undefined ? undefined : await labelsWithPrefix(db, filter.prefix);
  if (addressed?.length === 0) return "nothing";
  return and(
    eq(entries.kind, filter.kind),
    isNull(entries.supersededById),
    filter.labels.length > 0 ? arrayContains(entries.labels, filter.labels) : undefined,
    addressed && arrayOverlaps(entries.labels, addressed),
    filter.from === undefined ? undefined : gte(entries.workedOn, filter.from),
    filter.to === undefined ? undefined : lte(entries.workedOn, filter.to),
  );
}

/** The labels ever seen that a prefix addresses: of the form `dimension:value`, compared literally (D10, D31). */
async function labelsWithPrefix(db: Queries, prefix: string): Promise<string[]> {
  const found = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(and(sql`${labelIndex.label} ^@ ${prefix}`, sql`${labelIndex.label} ~ '^[^:]+:.'`));
  return found.map((row) => row.label);
}

const before = (place: Place) => sql`(${entries.workedOn}, ${entries.id}) < (${place.workedOn}::date, ${place.id})`;

function selectEntries(db: Queries, where: SQL | undefined, limit: number) {
  return db
    .select({
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
    })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .leftJoin(clients, eq(clients.id, entries.clientId))
    .where(where)
    .orderBy(desc(entries.workedOn), desc(entries.id))
    .limit(limit);
}

async function sumEntries(db: Queries, where: SQL | undefined): Promise<Totals> {
  const [totals] = await db
    .select({
      entries: sql<number>`count(*)::int`,
      minutes: sql<number>`coalesce(sum(${entries.minutes}), 0)::float8`,
    })
    .from(entries)
    .where(where);
  return totals!;
}
