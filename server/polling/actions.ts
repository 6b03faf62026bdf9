import type { Deps } from "../deps.ts";
import { parseCommands } from "../entries/comment-commands.ts";
import { changedComments } from "../github/changed-comments.ts";
import { type GitHub, GitHubError } from "../github/github.ts";
import type { CommentsPage, InstalledRepository, WrittenComment } from "../github/written-comments.ts";
import { isGone, keepComments, keepWithoutCommand } from "../redelivery/backfill/actions.ts";
import { before, guidOf, lateReading, mayEnd, overlapMs } from "./looking-back.ts";
import type { PollingStanding } from "./standing.ts";
import {
  beginPolling,
  closePolling,
  endPolling,
  findPollingStanding,
  keepRepositories,
  moveOn,
  noteProblem,
  noteTrouble,
  noteTurn,
  noteWhole,
  type PolledOwner,
  type PolledRepository,
} from "./store.ts";

type Needs = Pick<Deps, "config" | "db" | "draining" | "github" | "jobs" | "log" | "membership" | "metrics">;
type Place = Omit<Needs, "github"> & { github: Pick<GitHub, "written"> };

/** From the beginning of one turn to the next: half of the minute from one job to the next. */
const usualEveryMs = 30_000;
// One that hangs holds up a quarter of the others.
const atOnce = 4;
/** Half of the 900 points a minute that are GitHub's secondary limit; confirmations need the rest. */
const usualSpacingMs = 125;

/** Has GitHub asked for comments from this start on, where it is to be; see `createPolling`. Whether it is to be is looked at every minute. */
export async function pollRegularly({ db, jobs }: Pick<Needs, "db" | "jobs">): Promise<void> {
  await jobs.repeat("poll-comments", "* * * * *");
  await db.transaction((tx) => jobs.enqueue(tx, { queue: "poll-comments", data: {} }));
}

/** How it stands with them; undefined where GitHub delivers, or is not connected. */
export async function pollingStanding({
  config,
  db,
  github,
}: Pick<Needs, "config" | "db" | "github">): Promise<PollingStanding | undefined> {
  if (!github.configured || config.github.hears !== "polling") return undefined;
  return findPollingStanding(db, config.allowedOrgs);
}

/**
 * Asking GitHub for new comments where it cannot deliver them (D28): `config.github.hears` is "polling".
 * @param pace between two questions, and from one turn to the next.
 */
export function createPolling(needs: Needs, { spacingMs = usualSpacingMs, everyMs = usualEveryMs } = {}) {
  const { config, db, draining, github, log } = needs;
  /** By repository: what was answered there, and from when it was asked. */
  const answers = new Map<number, { since: number; etag: string }>();

  /**
   * Asks once for everything, of each repository from where it was read: a new comment with a command is processed as if it had been
   * delivered. May be called anywhere at any time, and may break off anywhere. What GitHub has against it is written down; rejects
   * only for our own faults.
   * @returns whether there is anything to ask for.
   */
  async function turn(): Promise<boolean> {
    if (!github.configured || config.allowedOrgs.length === 0) return false;
    const owners = await db.transaction((tx) =>
      config.github.hears === "polling"
        ? beginPolling(tx, config.allowedOrgs, new Date())
        : closePolling(tx, config.allowedOrgs),
    );
    for (const owner of owners) if (!owner.isPaused && !draining.aborted) await readOwner(owner);
    return owners.length > 0;
  }

  /** As the job of each minute: two turns, where there is time for them. */
  async function job(): Promise<void> {
    const began = performance.now();
    const elapsed = () => performance.now() - began;
    while ((await turn()) && !draining.aborted) {
      const next = Math.ceil(elapsed() / everyMs) * everyMs;
      // The next minute's job has it.
      if (next >= 2 * everyMs) return;
      await rest(next - elapsed(), draining);
    }
  }

  async function readOwner(owner: PolledOwner): Promise<void> {
    const began = new Date();
    const written = inTurns(github.written, spacingMs);
    const place = { ...needs, github: { written } };
    try {
      const repositories = await written.repositories(owner.owner);
      const kept = await db.transaction((tx) => keepRepositories(tx, owner, repositories, began));
      const isWhole = await readAll(place, repositories, kept);
      if (draining.aborted) return;
      await noteTurn(db, owner.owner, began);
      if (isWhole) await endIfClosing(owner, began);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (draining.aborted) return;
      const pause = error.kind === "rate_limited" ? (error.retryAfterSeconds ?? 60) : 0;
      await noteProblem(db, owner.owner, error.message, pause);
      log.warn({ owner: owner.owner, problem: error.message, pause }, "comments not asked for");
      // Where svc may not read, waiting is no use: nothing will come of it.
      if (error.kind === "refused") await endIfClosing(owner, began);
    }
  }

  async function endIfClosing({ owner, closingSince }: PolledOwner, began: Date): Promise<void> {
    if (!mayEnd(closingSince, began)) return;
    await endPolling(db, owner);
    log.info({ owner }, "comments are asked for no longer: GitHub delivers them");
  }

  /**
   * A repository that fails holds up no other one.
   * @returns whether all were read that can be.
   * @throws GitHubError where GitHub wants to be asked no more.
   */
  async function readAll(
    place: Place,
    repositories: InstalledRepository[],
    kept: Map<number, PolledRepository>,
  ): Promise<boolean> {
    const waiting = [...repositories];
    let isWhole = true;
    let limit: GitHubError | undefined;
    async function inOrder(): Promise<void> {
      for (let next = waiting.shift(); next && !draining.aborted && !limit; next = waiting.shift()) {
        const row = kept.get(next.id);
        if (!row) continue;
        try {
          await readRepository(place, next, row);
        } catch (error) {
          if (!(error instanceof GitHubError)) throw error;
          if (draining.aborted) return;
          if (error.kind === "rate_limited") limit = error;
          // Deleted since they were listed, or without issues.
          else if (!isGone(error)) {
            isWhole &&= error.kind === "refused";
            await noteTrouble(db, next.id, error.message);
            log.warn({ repository: next.name, problem: error.message }, "comments not read");
          }
        }
      }
    }
    const results = await Promise.allSettled(Array.from({ length: atOnce }, inOrder));
    for (const result of results) if (result.status === "rejected") throw result.reason;
    if (limit) throw limit;
    return isWhole;
  }

  /** Moves on only past what is kept. */
  async function readRepository(
    place: Place,
    repository: InstalledRepository,
    { since, newFrom, problem }: PolledRepository,
  ): Promise<void> {
    const known = answers.get(repository.id);
    let first: CommentsPage | undefined;
    const ask = async (from: Date, page: number) => {
      const etag = first === undefined && known?.since === since.getTime() ? known.etag : undefined;
      const found = await place.github.written.since(repository, from, page, etag);
      first ??= found;
      return found;
    };
    let reached = since;
    for await (const { comments, until } of changedComments(ask, since)) {
      await keepNew(place, repository, comments, newFrom);
      const next = before(until, overlapMs);
      if (next > reached) await moveOn(db, repository.id, (reached = next));
      if (draining.aborted) return;
    }
    if (newFrom < reached || problem !== null) await noteWhole(db, repository.id, reached);
    // Of a single page only: one with more pages is of a list that went on.
    if (first?.etag !== undefined && !first.hasMore)
      answers.set(repository.id, { since: since.getTime(), etag: first.etag });
  }

  /** Older ones that were edited since are listed, too; an edit records nothing (D1). Apps are not listened to (D5). */
  async function keepNew(
    place: Place,
    repository: InstalledRepository,
    comments: WrittenComment[],
    newFrom: Date,
  ): Promise<void> {
    const fresh = comments.filter(({ byPerson, createdAt }) => byPerson && createdAt >= newFrom);
    if (fresh.length === 0) return;
    const { timeZone, hoursPerDay } = config;
    const isCommand = ({ body, createdAt }: WrittenComment) =>
      parseCommands(body, { commentedAt: createdAt, timeZone, hoursPerDay }).kind !== "none";
    const { yes = [], no = [] } = Object.groupBy(fresh, (comment) => (isCommand(comment) ? "yes" : "no"));
    const how = ({ id, createdAt }: WrittenComment) => {
      const polledAt = new Date();
      return { guid: guidOf(id), polledAt, backfilledAt: lateReading(createdAt, polledAt) };
    };
    // Kept, too: one that becomes a command by an edit is none.
    await keepWithoutCommand(db, repository, no, how);
    await keepComments(place, repository, yes, how);
  }

  return { turn, job };
}

function rest(ms: number, draining: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  draining.addEventListener("abort", end);
  return promise.finally(() => {
    clearTimeout(timer);
    draining.removeEventListener("abort", end);
  });
}

/** The same questions, each a while after the one before. */
function inTurns(written: GitHub["written"], spacingMs: number): GitHub["written"] {
  let nextAt = 0;
  async function turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + spacingMs;
    if (at > now) await Bun.sleep(at - now);
  }
  return {
    repositories: (org) => turn().then(() => written.repositories(org)),
    since: (...asked) => turn().then(() => written.since(...asked)),
    issue: (...asked) => turn().then(() => written.issue(...asked)),
  };
}
