import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../../db/connect.ts";
import { peopleCalled } from "../../../db/people.ts";
import { entries, labelIndex } from "../../../db/schema.ts";
import type { EntryFilter, EntryKind } from "../entry-filter.ts";

/** The entries of a filter, for the statements that read them. */
export type Chosen = {
  kind: EntryKind;
  days: Days;
  /** The condition on `entries`, within days that may be others than the filter's. */
  within: (days: Days) => SQL | undefined;
  /** Under which the totals are kept; without one they have to be counted. */
  totalsKey?: string;
  /** The list of a moment: what happened at or after this is not seen. */
  before?: Date;
};

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
  const more = [people && inArray(entries.userId, people), ...ofPlace(filter)].filter(
    (condition) => condition !== undefined,
  );
  const where = and(
    eq(entries.kind, kind),
    standing(filter.withSuperseded ?? false, before),
    labels.length > 0 ? arrayContains(entries.labels, labels) : undefined,
    addressed.where,
    ofClient(filter),
    ...more,
    isOfAll(filter) ? undefined : plannedForItsValues,
  );
  const isKept = more.length === 0 && !filter.withSuperseded && !before;
  const totalsKey = isKept ? keyOfTotals(filter, addressed) : undefined;
  return {
    kind,
    days: { from, to },
    within: (days) => and(where, workedWithin(days)),
    ...(totalsKey !== undefined && { totalsKey }),
    ...(before && { before }),
  };
}

/** Whether nothing but the days makes a difference. */
function isOfAll({ labels, prefix, clientId, user, repository, issue }: EntryFilter): boolean {
  return labels.length === 0 && [prefix, clientId, user, repository, issue].every((one) => one === undefined);
}

function workedWithin({ from, to }: Days): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(entries.workedOn, from),
    to === undefined ? undefined : lte(entries.workedOn, to),
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

/** The key under which a filter's totals are kept, or undefined where it asks for more than one thing at once. */
function keyOfTotals({ clientId, labels }: EntryFilter, addressed: Addressed): string | undefined {
  if (clientId !== undefined) {
    return addressed === everything && labels.length === 0 ? `c:${clientId ?? ""}` : undefined;
  }
  if (addressed === everything && labels.length === 0) return "*";
  if (addressed === everything && labels.length === 1) return `l:${labels[0]}`;
  return labels.length === 0 && addressed.dimension !== undefined ? `d:${addressed.dimension}` : undefined;
}
