import { and, desc, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { entries } from "../../../db/schema.ts";
import { users } from "../../../db/schema/people.ts";
import type { Issue } from "../issue-name.ts";
import type { PersonSums } from "./plan-vs-actual.ts";

/**
 * The host's id of the repository that an issue's name means, undefined for one never seen. What was logged before it was
 * renamed belongs to the issue as well, and an old name may have gone to another repository since: so the newest entry
 * under the name decides, of the issue where it has any, else of the whole repository.
 */
export async function repositoryOf(db: Queries, { repository, number }: Issue): Promise<number | undefined> {
  const isCalled = eq(sql`lower(${entries.repository})`, repository.toLowerCase());
  const ofIssue = and(isCalled, eq(entries.issueNumber, number));
  return (await newestHolder(db, ofIssue)) ?? (await newestHolder(db, isCalled));
}

async function newestHolder(db: Queries, where: SQL | undefined): Promise<number | undefined> {
  // Grouped, since PostgreSQL would look for a name that nobody has from the newest entry to the oldest.
  const [newest] = await db
    .select({ repositoryId: entries.repositoryId })
    .from(entries)
    .where(where)
    .groupBy(entries.repositoryId)
    .orderBy(desc(max(entries.id)))
    .limit(1);
  return newest?.repositoryId;
}

/** What the entries of an issue that stand add up to, by person. */
export async function sumsByPerson(db: Queries, repositoryId: number, number: number): Promise<PersonSums[]> {
  return db
    .select({ user: { id: users.id, login: users.login }, planned: sumOf("plan"), actual: sumOf("time") })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .where(standingOf(repositoryId, number))
    .groupBy(users.id, users.login);
}

/** The newest so many of the entries of an issue that stand, by their ids. */
export async function newestOf(
  db: Queries,
  repositoryId: number,
  number: number,
  limit: number,
): Promise<number[]> {
  const found = await db
    .select({ id: entries.id })
    .from(entries)
    .where(standingOf(repositoryId, number))
    .orderBy(desc(entries.workedOn), desc(entries.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

const standingOf = (repositoryId: number, number: number) =>
  and(
    eq(entries.repositoryId, repositoryId),
    eq(entries.issueNumber, number),
    isNull(entries.supersededById),
  );

function sumOf(kind: "time" | "plan") {
  return sql<number>`coalesce(sum(${entries.minutes}) filter (where ${entries.kind} = ${kind}), 0)::float8`;
}
