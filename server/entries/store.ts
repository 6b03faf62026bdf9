import {
  and,
  arrayContains,
  arrayOverlaps,
  desc,
  eq,
  gte,
  isNull,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { clients, entries, entryTotals, labelIndex } from "../../db/schema.ts";
import { users } from "../../db/schema/people.ts";
import type { Place } from "./cursor.ts";
import type { LabelFilter } from "./label-filter.ts";
import { type Months, splitByMonth } from "./whole-months.ts";

export type EntryKind = "time" | "plan";
export type NewEntry = typeof entries.$inferInsert;
export type EntryFilter = LabelFilter & { kind: EntryKind; from?: string; to?: string };

export type Totals = { entries: number; minutes: number };
export type ListedEntry = Awaited<ReturnType<typeof selectEntries>>[number];

/** Adds the entries of one comment, in its order, and returns their ids. */
export async function insertEntries(tx: Transaction, rows: NewEntry[]): Promise<number[]> {
  const inserted = await tx.insert(entries).values(rows).returning({ id: entries.id });
  return inserted.map((row) => row.id);
}

/** Makes the transaction the only one to add entries to this issue until it ends, so that its totals are exact (D8a). */
export async function lockIssue(tx: Transaction, repositoryId: number, issueNumber: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`issue ${repositoryId} ${issueNumber}`}, 0))`,
  );
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
  const addressed = filter.prefix === undefined ? everything : await addressedBy(db, filter.prefix);
  if (!addressed) return { rows: [], hasMore: false, totals: { entries: 0, minutes: 0 } };
  const { labels, from, to } = filter;
  const where = and(
    eq(entries.kind, filter.kind),
    isNull(entries.supersededById),
    labels.length > 0 ? arrayContains(entries.labels, labels) : undefined,
    addressed.where,
  );
  const [rows, totals] = await Promise.all([
    selectEntries(
      db,
      and(where, workedWithin({ from, to }), page.after && olderThan(page.after)),
      page.limit + 1,
    ),
    sumEntries(db, where, { kind: filter.kind, key: totalsKey(labels, addressed), from, to }),
  ]);
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit, totals };
}

/** What a prefix stands for: a condition on entries, and the one dimension where it is no more than that. */
type Addressed = { where: SQL | undefined; dimension?: string };
const everything: Addressed = { where: undefined };

/**
 * The entries that a prefix addresses (D10, D31), or undefined for none. The labels it stands for are read first and
 * given to the planner, which chooses between the label index and the date index by how common they are.
 */
async function addressedBy(db: Queries, prefix: string): Promise<Addressed | undefined> {
  const colon = prefix.indexOf(":");
  if (colon === prefix.length - 1) {
    return { where: arrayContains(entries.dimensions, [prefix]), dimension: prefix };
  }
  const found = await labelsWithPrefix(db, prefix);
  if (found.length === 0) return undefined;
  if (colon !== -1) return { where: labelledWith(prefix, found) };
  const dimensions = [...new Set(found.map((label) => label.slice(0, label.indexOf(":") + 1)))];
  const [only, ...more] = dimensions;
  return {
    where: arrayOverlaps(entries.dimensions, dimensions),
    ...(only && more.length === 0 && { dimension: only }),
  };
}

// PostgreSQL compares every label of a row with every label asked for, which for long lists costs more than looking at each.
const mostCompared = 40;

function labelledWith(prefix: string, labels: string[]): SQL | undefined {
  if (labels.length <= mostCompared) return arrayOverlaps(entries.labels, labels);
  return and(
    arrayContains(entries.dimensions, [prefix.slice(0, prefix.indexOf(":") + 1)]),
    sql`exists (select from unnest(${entries.labels}) as label where label ^@ ${prefix})`,
  );
}

/** The labels ever seen of the form `dimension:value` that start with the prefix, compared literally. */
async function labelsWithPrefix(db: Queries, prefix: string): Promise<string[]> {
  const found = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(and(sql`${labelIndex.label} ^@ ${prefix}`, sql`${labelIndex.label} ~ '^[^:]+:.'`));
  return found.map((row) => row.label);
}

type Days = { from?: string | undefined; to?: string | undefined };

const workedWithin = ({ from, to }: Days) =>
  and(
    from === undefined ? undefined : gte(entries.workedOn, from),
    to === undefined ? undefined : lte(entries.workedOn, to),
  );

const olderThan = (place: Place) =>
  sql`(${entries.workedOn}, ${entries.id}) < (${place.workedOn}::date, ${place.id})`;

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

/** The key under which a filter's totals are kept, or undefined where it asks for more than one thing at once. */
function totalsKey(labels: string[], addressed: Addressed): string | undefined {
  if (addressed === everything && labels.length === 0) return "*";
  if (addressed === everything && labels.length === 1) return `l:${labels[0]}`;
  return labels.length === 0 && addressed.dimension !== undefined ? `d:${addressed.dimension}` : undefined;
}

/** Whole months are read from what is kept, days of a month begun or ended are counted; without a key all are counted. */
async function sumEntries(
  db: Queries,
  where: SQL | undefined,
  { kind, key, from, to }: Days & { kind: EntryKind; key: string | undefined },
): Promise<Totals> {
  if (key === undefined) return countEntries(db, and(where, workedWithin({ from, to })));
  const { months, rest } = splitByMonth({ from, to });
  const sums = await Promise.all([
    months && keptTotals(db, kind, key, months),
    ...rest.map((days) => countEntries(db, and(where, workedWithin(days)))),
  ]);
  const found = sums.filter((sum) => sum !== undefined);
  return {
    entries: found.reduce((all, sum) => all + sum.entries, 0),
    minutes: found.reduce((all, sum) => all + sum.minutes, 0),
  };
}

async function keptTotals(
  db: Queries,
  kind: EntryKind,
  key: string,
  { from, before }: Months,
): Promise<Totals> {
  const [totals] = await db
    .select(sums(entryTotals.entries, entryTotals.minutes))
    .from(entryTotals)
    .where(
      and(
        eq(entryTotals.kind, kind),
        eq(entryTotals.key, key),
        from === undefined ? undefined : gte(entryTotals.month, from),
        before === undefined ? undefined : lt(entryTotals.month, before),
      ),
    );
  return totals!;
}

async function countEntries(db: Queries, where: SQL | undefined): Promise<Totals> {
  const [totals] = await db
    .select(sums(sql`1`, entries.minutes))
    .from(entries)
    .where(where);
  return totals!;
}

const sums = (counted: SQLWrapper, minutes: SQLWrapper) => ({
  entries: sql<number>`coalesce(sum(${counted}), 0)::float8`,
  minutes: sql<number>`coalesce(sum(${minutes}), 0)::float8`,
});
