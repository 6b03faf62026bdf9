import type { EntryKind } from "./entry-filter.ts";
import type { Issue } from "./issue-name.ts";

type PanelAddress = `/admin/${string}`;

/** Where the panel lists a kind of entries. */
export const listPage = (kind: EntryKind): PanelAddress => `/admin/${kind === "time" ? "entries" : "plans"}`;

/** Where the panel shows an entry. */
export const entryPage = (kind: EntryKind, id: number): PanelAddress => `${listPage(kind)}/${id}`;

/** Where the panel corrects an entry. */
export const correctionPage = (kind: EntryKind, id: number): PanelAddress =>
  `${entryPage(kind, id)}/correction`;

/** Shows what a correction would do. The place on the page is for who has no JavaScript: it is not sent. */
export const correctionPreview = (kind: EntryKind, id: number): PanelAddress =>
  `${correctionPage(kind, id)}/preview#preview`;

/** What stands of one person, in the panel's list of that kind. */
export const userListPage = (kind: EntryKind, user: string): PanelAddress =>
  `${listPage(kind)}?${new URLSearchParams({ user })}`;

/** Where the panel shows an issue; the path is that of the API's plan-vs-actual (spec 4.3). */
export const issuePage = ({ repository, number }: Issue): PanelAddress =>
  `/admin/issues/${repository}/${number}`;

/** What stands on an issue, of one person where it is said, in the panel's list of that kind. */
export function issueListPage(kind: EntryKind, { repository, number }: Issue, user?: string): PanelAddress {
  const filter = { issue: `${repository}#${number}`, ...(user !== undefined && { user }) };
  return `${listPage(kind)}?${new URLSearchParams(filter)}`;
}
