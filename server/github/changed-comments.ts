import { GitHubError } from "./github-error.ts";
import type { CommentsPage, WrittenComment } from "./written-comments.ts";

type Ask = (since: Date, page: number) => Promise<Pick<CommentsPage, "comments" | "hasMore">>;

/** Some comments, and the moment up to which all that was changed has been handed out with them. */
export type Stretch = { comments: WrittenComment[]; until: Date };

/**
 * All comments written or changed since a moment, each once, in the order of their last change. By that time instead of by numbered
 * pages: a comment that is edited or deleted meanwhile leaves its place, and one behind it would slip to a page that was read.
 * @throws GitHubError
 */
export async function* changedComments(ask: Ask, since: Date): AsyncGenerator<Stretch> {
  const seen = new Set<number>();
  let from = since;
  for (;;) {
    const { comments, hasMore } = await ask(from, 1);
    const last = comments.at(-1)?.updatedAt ?? from;
    yield { comments: unseen(comments, seen), until: last };
    if (!hasMore) return;
    if (last > from) {
      from = last;
      continue;
    }
    const next = yield* ofOneMoment(ask, from, seen);
    if (next === "the end") return;
    from = next;
  }
}

// Each brings something that none before did.
const mostPasses = 10;

/**
 * More comments than a page holds, all of one second: an import, for example. Only page numbers tell them apart, so the pages are
 * read until they bring nothing new.
 */
async function* ofOneMoment(ask: Ask, moment: Date, seen: Set<number>) {
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const before = seen.size;
    let last = moment;
    let hasMore = true;
    for (let page = pass === 1 ? 2 : 1; hasMore && last <= moment; page += 1) {
      const found = await ask(moment, page);
      last = found.comments.at(-1)?.updatedAt ?? last;
      hasMore = found.hasMore;
      yield { comments: unseen(found.comments, seen), until: moment } satisfies Stretch;
    }
    if (pass > 1 && seen.size === before) return hasMore ? last : "the end";
  }
  throw new GitHubError("unavailable", "The comments change faster than they can be read.");
}

function unseen(comments: WrittenComment[], seen: Set<number>): WrittenComment[] {
  const fresh = comments.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}
