import type { Actor } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import { GitHubError } from "../github/github.ts";
import type { Deps } from "../deps.ts";
import {
  type Confirmation,
  countAttempt,
  findConfirmation,
  markPosted,
  markProblem,
  pausePosting,
  reopenConfirmation,
  reserveTurn,
  secondsToTurn,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "github" | "jobs" | "log">;

// A turn further away than this is not waited for: the job comes back instead of holding its lease.
const patienceMs = 20_000;

/**
 * Posts one confirmation, unless it is posted already (D6, D29). Rejects where trying again makes sense: the job
 * queue does, with growing pauses, and every attempt but the first looks for the marker before it posts.
 */
export async function postConfirmation(needs: Needs, confirmationId: number): Promise<void> {
  const { db, github } = needs;
  const confirmation = await findConfirmation(db, confirmationId);
  if (!confirmation || confirmation.state !== "pending") return;

  const owner = ownerOf(confirmation);
  const turn = await reserveTurn(db, owner, patienceMs);
  if (!turn) return comeBack(needs, confirmation);
  await Bun.sleep(turn.waitMs);

  try {
    const earlier = confirmation.attempts > 0 ? await findEarlier(needs, confirmation) : null;
    if (!earlier) await countAttempt(db, confirmation.id);
    const posted = earlier ?? (await github.postComment(confirmation));
    await markPosted(db, confirmation.id, posted.commentId);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    await deal(needs, confirmation, error);
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

function findEarlier({ github }: Needs, confirmation: Confirmation) {
  const { installationId, repository, issueNumber, marker, createdAt } = confirmation;
  // The two clocks may differ; the host's filter is on its own.
  const since = new Date(createdAt.getTime() - 60 * 60 * 1000);
  return github.findComment({ installationId, repository, issueNumber, containing: marker, since });
}

async function deal(needs: Needs, confirmation: Confirmation, error: GitHubError): Promise<void> {
  const { db, log } = needs;
  const permanent = error.kind === "refused";
  await markProblem(db, confirmation.id, error.message, permanent ? "failed" : "pending");
  log.warn({ confirmation: confirmation.id, problem: error.message, permanent }, "confirmation not posted");
  if (permanent) return;
  if (error.kind !== "rate_limited") throw error;
  await pausePosting(db, ownerOf(confirmation), error.retryAfterSeconds ?? 60);
  await comeBack(needs, confirmation);
}

async function comeBack({ db, jobs }: Needs, confirmation: Confirmation): Promise<void> {
  const owner = ownerOf(confirmation);
  const seconds = Math.ceil(await secondsToTurn(db, owner));
  await db.transaction((tx) =>
    jobs.enqueue(
      tx,
      { queue: "post-confirmation", data: { confirmationId: confirmation.id }, group: owner },
      Math.max(1, seconds),
    ),
  );
}

const ownerOf = (confirmation: Confirmation) => confirmation.repository.split("/")[0]!.toLowerCase();
