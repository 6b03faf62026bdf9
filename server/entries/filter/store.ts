import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../../db/connect.ts";
import { peopleCalled } from "../../../db/people.ts";
import { reading } from "../../../db/prepared.ts";
import { entries, labelIndex } from "../../../db/schema.ts";
import type { EntryFilter, EntryKind } from "../entry-filter.ts";

/** The entries of a filter, for the statements that read them. */
export type Chosen = {
  kind: EntryKind;
  days: Days;
  /** The condition on `entries`, within days that may be others than the filter's. */
  within: (days: Days) => SQL | undefined;
  /** Where the totals are kept; without it they have to be counted. */
  kept?: Kept;
  /** The list of a moment: what happened at or after this is not seen. */
  before?: Date;
  /** The day of an entry, to put them in order by: one that no index has where so few are chosen that they are better found otherwise. */
  day: SQL;
};

/** Under keys that share no entry, or under those of all labels with a prefix that names their dimension. */
export type Kept = { keys: string[] } | { labelPrefix: string };

type Days = { from?: string | undefined; to?: string | undefined };

/** Turns a filter into conditions, or undefined where nothing can be of it. */
export async function chosenBy(db: Queries, filter: EntryFilter): Promise<Chosen | undefined> {
  const { kind, from, to, labels, prefix } = filter;
  const [addressed, people] = await Promise.all([
    prefix === undefined ? everything : addressedBy(db, prefix),
    filter.user === undefined ? undefined : peopleCalled(db, filter.user),
  ]);
  if (!addressed || people?.length === 0) return undefined;
  // The moment is seen to its last millisecond, as the API's instants are told in milliseconds.
  const before = filter.asOf && new Date(filter.asOf.getTime() + 1);
  const where = and(
    eq(entries.kind, kind),
    standing(filter.withSuperseded ?? false, before),
    labels.length > 0 ? arrayContains(entries.labels, labels) : undefined,
    addressed.where,
    ofClient(filter),
    people && inArray(entries.userId, people),
    ...ofPlace(filter),
    isOfAll(filter) ? undefined : plannedForItsValues,
  );
  const keys = [...labels.map((label) => [`l:${label}`]), ...(addressed.keys ? [addressed.keys] : [])];
  const day = (await isOfFew(db, kind, keys)) ? sql`(${entries.workedOn} + 0)` : sql`${entries.workedOn}`;
  const isKept = !filter.withSuperseded && !before;
  const kept = isKept ? keptOf(filter, addressed, people) : undefined;
  return {
    kind,
    days: { from, to },
    within: (days) => and(where, workedWithin(days, day)),
    day,
    ...(kept && { kept }),
    ...(before && { before }),
  };
}

/**
 * Of a label that its statistics do not have, PostgreSQL takes one in two hundred entries to have it; of ten million with four
 * hundred such it would then read all days for the newest hundred. What is kept of each label knows better.
 * @param keys of totals, those of one condition together.
 */
async function isOfFew(db: Queries, kind: EntryKind, keys: string[][]): Promise<boolean> {
  if (keys.length === 0) return false;
  const rows = await keptUnder(db, { kind, keys: ["*", ...keys.flat()] });
  const known = new Map(rows.map(({ key, entries }) => [key, entries]));
  const sums = keys.map((some) => some.reduce((sum, key) => sum + (known.get(key) ?? 0), 0));
  // So that neither way reads many times more than the other would.
  return Math.min(...sums) ** 2 <= 10 * (known.get("*") ?? 0);
}

const keptUnder = reading<{ key: string; entries: number }>(
  () => sql`
    select key, sum(entries)::float8 as entries from entry_totals
    where kind = ${sql.placeholder("kind")} and key = any (${sql.placeholder("keys")}) group by key`,
);

/** Whether nothing but the days makes a difference. */
function isOfAll({ labels, prefix, clientId, user, repository, issue }: EntryFilter): boolean {
  return labels.length === 0 && [prefix, clientId, user, repository, issue].every((one) => one === undefined);
}

function workedWithin({ from, to }: Days, day: SQL): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${day} >= ${from}::date`,
    to === undefined ? undefined : sql`${day} <= ${to}::date`,
  );
}

/** Entries count from when they are added until they are superseded (D8). */
function standing(withSuperseded: boolean, before: Date | undefined): SQL | undefined {
  if (!before) return withSuperseded ? undefined : isNull(entries.supersededById);
  const sinceThen = or(isNull(entries.supersededAt), gte(entries.supersededAt, before));
  return and(lt(entries.createdAt, before), withSuperseded ? undefined : sinceThen);
}

function ofClient({ clientId }: EntryFilter): SQL | undefined {
  if (clientId === undefined) return undefined;
  return clientId === null ? isNull(entries.clientId) : eq(entries.clientId, clientId);
}

function ofPlace({ repository, issue }: EntryFilter): (SQL | undefined)[] {
  const named = (name: string) => eq(sql`lower(${entries.repository})`, name.toLowerCase());
  return [
    repository === undefined ? undefined : named(repository),
    issue && and(named(issue.repository), eq(entries.issueNumber, issue.number)),
  ];
}

/**
 * What a prefix stands for: a condition on entries, the one dimension where it is no more than that, and under which keys the
 * totals of what it stands for are kept, unless those are many.
 */
type Addressed = { where: SQL | undefined; dimension?: string; keys?: string[] };
const everything: Addressed = { where: undefined };

/**
 * The entries that a prefix addresses (D10, D31), or undefined for none. The labels it stands for are read first and
 * given to the planner, which chooses between the label index and the date index by how common they are.
 */
async function addressedBy(db: Queries, prefix: string): Promise<Addressed | undefined> {
  const colon = prefix.indexOf(":");
  if (colon === prefix.length - 1) {
    return {
      where: arrayContains(entries.dimensions, [prefix]),
      dimension: prefix,
      keys: [`d:${prefix}`],
    };
  }
  const found = await labelsWithPrefix(db, prefix);
  if (found.length === 0) return undefined;
  if (colon !== -1) {
    const isShort = found.length <= mostCompared;
    return {
      where: labelledWith(prefix, found),
      ...(isShort && { keys: found.map((label) => `l:${label}`) }),
    };
  }
  const dimensions = [...new Set(found.map((label) => label.slice(0, label.indexOf(":") + 1)))];
  const [only, ...more] = dimensions;
  return {
    where: arrayOverlaps(entries.dimensions, dimensions),
    ...(dimensions.length <= mostCompared && { keys: dimensions.map((dimension) => `d:${dimension}`) }),
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

/** Where a filter's totals are kept, or undefined where it asks for more than one thing at once. */
function keptOf(
  { clientId, labels, prefix, repository, issue }: EntryFilter,
  { dimension }: Addressed,
  people: number[] | undefined,
): Kept | undefined {
  const asked: (Kept | undefined)[] = labels.map((label) => ({ keys: [`l:${label}`] }));
  if (prefix !== undefined)
    asked.push(dimension === undefined ? ofLabels(prefix) : { keys: [`d:${dimension}`] });
  if (clientId !== undefined) asked.push({ keys: [`c:${clientId ?? ""}`] });
  if (people) asked.push({ keys: people.map((id) => `u:${id}`) });
  if (repository !== undefined) asked.push({ keys: [`r:${repository.toLowerCase()}`] });
  if (issue) asked.push(undefined);
  return asked.length === 0 ? { keys: ["*"] } : asked.length === 1 ? asked[0] : undefined;
}

const ofLabels = (prefix: string): Kept | undefined =>
  prefix.includes(":") ? { labelPrefix: prefix } : undefined;
