import type { Deps } from "../../deps.ts";
import { keepDelivery, processDelivery } from "../../deliveries/actions.ts";
import { type Arrival, finishDelivery, insertDelivery } from "../../deliveries/store.ts";
import { parseCommands } from "../../entries/comment-commands.ts";
import { at, toJson } from "../../github/answer.ts";
import { changedComments } from "../../github/changed-comments.ts";
import { GitHubError } from "../../github/github.ts";
import type { InstalledRepository, WrittenComment } from "../../github/written-comments.ts";
import type { Gap } from "../gap.ts";
import { guidOf, payloadOf } from "./payload.ts";
import { closeGap, knownAmong, markRead, openGap } from "./store.ts";

export type Needs = Pick<
  Deps,
  "config" | "db" | "draining" | "github" | "jobs" | "log" | "membership" | "metrics"
>;

/**
 * Reads the comments of a time of which GitHub delivers nothing any more, and has those with commands processed as if they had
 * been delivered (D28), marked as backfilled: once each, whatever arrives later. Goes on where it stopped. A repository that GitHub
 * refuses is tried again next time, after the others.
 * @throws GitHubError
 */
export async function backfill(needs: Needs): Promise<void> {
  const gap = await openGap(needs.db);
  if (!gap) return;
  let refusal: GitHubError | undefined;
  for (const org of needs.config.allowedOrgs) {
    for (const repository of await repositoriesOf(needs, org)) {
      if (needs.draining.aborted) return;
      if (gap.read.includes(repository.id)) continue;
      try {
        await readComments(needs, repository, gap);
      } catch (error) {
        if (!(error instanceof GitHubError) || error.kind !== "refused") throw error;
        needs.log.warn({ repository: repository.name, problem: error.message }, "comments not read");
        if (!isGone(error)) {
          refusal = error;
          continue;
        }
      }
      await markRead(needs.db, gap, repository.id);
    }
  }
  if (refusal) throw refusal;
  await closeGap(needs.db, gap);
  needs.log.info({ from: gap.from, until: gap.until }, "comments of a gap were read");
}

/** None where the App is not installed: then nothing was delivered from there either. */
async function repositoriesOf({ github, log }: Needs, org: string): Promise<InstalledRepository[]> {
  try {
    return await github.written.repositories(org);
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    log.info({ org, problem: error.message }, "no comments to read");
    return [];
  }
}

/** Deleted, without issues, or taken down. */
export const isGone = ({ status }: GitHubError) => status !== undefined && [404, 410, 451].includes(status);

async function readComments(needs: Needs, repository: InstalledRepository, gap: Gap): Promise<void> {
  const ask = (since: Date, page: number) => needs.github.written.since(repository, since, page);
  for await (const { comments } of changedComments(ask, gap.from)) {
    const wanted = comments.filter((comment) => isToKeep(needs, comment, gap));
    await keepComments(needs, repository, wanted, ({ id }) => ({
      guid: guidOf(id),
      backfilledAt: new Date(),
    }));
    if (needs.draining.aborted) throw new GitHubError("unavailable", "svc is stopping.");
  }
}

/** An older comment that was edited since is listed too; it had its delivery in its time. */
function isToKeep({ config }: Needs, comment: WrittenComment, { from, until }: Gap): boolean {
  const { body, byPerson, createdAt: commentedAt } = comment;
  if (!byPerson || commentedAt < from || commentedAt > until) return false;
  const { timeZone, hoursPerDay } = config;
  return parseCommands(body, { commentedAt, timeZone, hoursPerDay }).kind !== "none";
}

/**
 * Has those comments that svc does not know processed as if they had been delivered, with their issues as they are now, once each.
 * @param how what is noted of such a delivery.
 * @throws GitHubError
 */
export async function keepComments(
  needs: Omit<Needs, "github"> & { github: Pick<Needs["github"], "written"> },
  repository: InstalledRepository,
  comments: WrittenComment[],
  how: How,
): Promise<void> {
  const { db, draining, github, log } = needs;
  const known = await knownAmong(
    db,
    comments.map(({ id }) => id),
  );
  for (const comment of comments.filter(({ id }) => !known.has(id))) {
    if (draining.aborted) throw new GitHubError("unavailable", "svc is stopping.");
    const noted = how(comment);
    let issue: unknown;
    try {
      issue = await github.written.issue(repository, comment.issueNumber);
    } catch (error) {
      // Deleted between the two questions.
      if (error instanceof GitHubError && isGone(error)) continue;
      throw error;
    }
    const { installationId, json } = repository;
    const payload = toJson(payloadOf({ comment: comment.json, issue, repository: json, installationId }));
    const arrival = { ...noted, event: "issue_comment", payload, commentId: comment.id };
    const { delivery } = await keepDelivery(needs, arrival);
    await processDelivery(needs, delivery).catch((error: unknown) =>
      log.warn({ delivery: arrival.guid, err: String(error) }, "delivery stays pending"),
    );
  }
}

type How = (comment: WrittenComment) => Pick<Arrival, "guid" | "backfilledAt" | "polledAt">;

/** Remembers those that hold no command, without their issues, which nobody needs. Does nothing about those that svc knows. */
export async function keepWithoutCommand(
  db: Needs["db"],
  { name, installationId, json }: InstalledRepository,
  comments: WrittenComment[],
  how: How,
): Promise<void> {
  const known = await knownAmong(
    db,
    comments.map(({ id }) => id),
  );
  await db.transaction(async (tx) => {
    for (const one of comments.filter(({ id }) => !known.has(id))) {
      const { id, issueNumber, json: comment } = one;
      const payload = toJson(
        payloadOf({ comment, issue: { number: issueNumber }, repository: json, installationId }),
      );
      const kept = await insertDelivery(tx, { ...how(one), event: "issue_comment", payload, commentId: id });
      const sender = at(comment, "user", "login");
      const about = { repository: name, ...(typeof sender === "string" && { sender }), commentId: id };
      if (kept) await finishDelivery(tx, kept.id, { outcome: "no_command", about });
    }
  });
}
