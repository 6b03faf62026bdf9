import type { Actor } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import { GitHubError } from "../github/github.ts";
import type { Deps } from "../deps.ts";
import { gather } from "./gathering.ts";
import {
  type Confirmation,
  countAttempt,
  findConfirmation,
  markPosted,
  markProblem,
  pausePosting,
  type Pending,
  pendingWith,
  reopenConfirmation,
  reserveTurn,
  secondsToTurn,
  type WhichConfirmation,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "github" | "jobs" | "log">;

// A turn further away than this is not waited for: the job comes back instead of holding its lease.
const patienceMs = 20_000;
const secondsUnderWay = 15;
// What a restored database is told again was said, and answered, weeks ago perhaps; our clock may be wrong by hours. To look at more
// costs little.
const lookBackMs = 31 * 24 * 60 * 60 * 1000;
// The job queue goes on for longer, by an hour at least. Then a person decides.
const longestMs = 25 * 60 * 60 * 1000;

/**
 * Posts one confirmation, unless it is posted already (D6, D29); in a storm the others that wait for its issue with it. Rejects
 * where trying again makes sense: the job queue does, with growing pauses, and every attempt but the first looks for the
 * marker before it posts.
 */
export async function postConfirmation(needs: Needs, which: WhichConfirmation): Promise<void> {
  const { db } = needs;
  const confirmation = await findConfirmation(db, which);
  if (!confirmation || confirmation.state !== "pending") return;

  const turn = await reserveTurn(db, ownerOf(confirmation), patienceMs);
  if (!turn) return comeBack(needs, confirmation);
  await Bun.sleep(turn.waitMs);

  let concerned: Confirmation[] = [confirmation];
  try {
    const [first, ...waiting] = await pendingWith(db, confirmation);
    if (first?.id !== confirmation.id) return;
    // Whoever had it before may stand still rather than be dead, and its comment be on the way.
    if (first.isUnderWay) return await comeBack(needs, confirmation, secondsUnderWay);
    const others = waiting.filter(({ isUnderWay }) => !isUnderWay);
    const repository = await repositoryNow(needs, first);
    const standing = await markStanding(needs, repository, [first, ...others]);
    if (standing.has(first.marker)) return;

    const { answered, body } = gather(
      first,
      others.filter(({ marker }) => !standing.has(marker)),
    );
    if (!(await countAttempt(db, answered))) return await comeBack(needs, confirmation);
    concerned = answered;
    const { installationId, issueNumber } = first;
    const posted = await needs.github.postComment({ installationId, repository, issueNumber, body });
    await markPosted(db, answered, posted.commentId);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    await deal(needs, confirmation, concerned, error);
  }
}

/** Has a confirmation that GitHub refused posted once more, e.g. after the App was given the permission (D29). */
export async function postAgain(
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  confirmation: Confirmation,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const target = { type: "confirmation", id: confirmation.id };
    // Posted or waiting already: what was asked for holds.
    if (!(await reopenConfirmation(tx, confirmation.id))) return;
    await jobs.enqueue(tx, {
      queue: "post-confirmation",
      data: { confirmationId: confirmation.id },
      group: ownerOf(confirmation),
    });
    await recordEvent(tx, { actor, requestId }, { action: "confirmation.posted_again", target });
  });
  jobs.wake("post-confirmation");
}

/** A repository may have been renamed or moved since the delivery named it, and its name given to another one. */
async function repositoryNow({ github }: Needs, { isFresh, ...confirmation }: Pending): Promise<string> {
  const { attempts, installationId, repository, repositoryId } = confirmation;
  if (repositoryId === null || (isFresh && attempts === 0)) return repository;
  return github.repositoryName({ installationId, repository, repositoryId });
}

/** Looks for those that were attempted, and writes down which of them stand there. */
async function markStanding(
  { db, github }: Needs,
  repository: string,
  waiting: Pending[],
): Promise<Map<string, number>> {
  const attempted = waiting.filter(({ attempts }) => attempts > 0);
  const [first] = attempted;
  if (!first) return new Map();
  const { installationId, issueNumber } = first;
  const oldest = Math.min(...attempted.map(({ createdAt }) => createdAt.getTime()));
  const since = new Date(oldest - lookBackMs);
  const containing = attempted.map(({ marker }) => marker);
  const standing = await github.findComments({ installationId, repository, issueNumber, containing, since });
  for (const commentId of new Set(standing.values())) {
    const found = attempted.filter(({ marker }) => standing.get(marker) === commentId);
    await markPosted(db, found, commentId);
  }
  return standing;
}

async function deal(
  needs: Needs,
  confirmation: Confirmation,
  concerned: Confirmation[],
  error: GitHubError,
): Promise<void> {
  const { db, log } = needs;
  const permanent = error.kind === "refused" || Date.now() - confirmation.createdAt.getTime() > longestMs;
  await markProblem(db, concerned, error.message, permanent ? "failed" : "pending");
  const about = { confirmation: confirmation.id, together: concerned.length };
  log.warn({ ...about, problem: error.message, permanent }, "confirmation not posted");
  if (permanent) return;
  if (error.kind !== "rate_limited") throw error;
  await pausePosting(db, ownerOf(confirmation), pauseSeconds(error, confirmation.attempts));
  await comeBack(needs, confirmation);
}

/** What GitHub asks for; doubling from two minutes where it asks again, since whoever goes on regardless may be banned. */
function pauseSeconds({ retryAfterSeconds = 60 }: GitHubError, attemptsBefore: number): number {
  const insisting = attemptsBefore > 0 ? Math.min(3600, 60 * 2 ** attemptsBefore) : 0;
  return Math.max(retryAfterSeconds, insisting);
}

async function comeBack({ db, jobs }: Needs, confirmation: Confirmation, atLeast = 1): Promise<void> {
  const owner = ownerOf(confirmation);
  const seconds = Math.ceil(await secondsToTurn(db, owner));
  await db.transaction((tx) =>
    jobs.enqueue(
      tx,
      { queue: "post-confirmation", data: { confirmationId: confirmation.id }, group: owner },
      Math.max(atLeast, seconds),
    ),
  );
}

const ownerOf = (confirmation: Confirmation) => confirmation.repository.split("/")[0]!.toLowerCase();
