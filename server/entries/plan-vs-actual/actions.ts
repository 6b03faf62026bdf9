import type { Database, Queries } from "../../../db/connect.ts";
import type { Issue } from "../issue-name.ts";
import { findEntries, type ListedEntry } from "../store.ts";
import type { PersonSums } from "./plan-vs-actual.ts";
import { newestOf, repositoryOf, sumsByPerson } from "./store.ts";

/** Past this the newest are listed; the sums are of all. */
const mostListed = 1000;

type IssueEntries = {
  people: PersonSums[];
  listed: ListedEntry[];
  /** Whether there are more than are listed. */
  more: boolean;
};

/**
 * What stands on an issue, all of one moment: the sums by person, and the entries, hours and plans, newest first. Nothing of
 * an issue never seen.
 */
export async function readIssue(db: Database, issue: Issue): Promise<IssueEntries> {
  return db.transaction((tx) => entriesOf(tx, issue), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function entriesOf(tx: Queries, issue: Issue): Promise<IssueEntries> {
  const repositoryId = await repositoryOf(tx, issue);
  if (repositoryId === undefined) return { people: [], listed: [], more: false };
  const people = await sumsByPerson(tx, repositoryId, issue.number);
  const ids = await newestOf(tx, repositoryId, issue.number, mostListed + 1);
  const listed = await findEntries(tx, ids.slice(0, mostListed));
  return { people, listed, more: ids.length > mostListed };
}
