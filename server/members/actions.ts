import type { Queries } from "../../db/connect.ts";
import { AppError } from "../errors.ts";
import { GitHubError } from "../github/github-error.ts";
import type { GitHub } from "../github/github.ts";
import type { Log } from "../log.ts";
import { recentMap } from "../recent-map.ts";
import { singleFlight } from "../single-flight.ts";
import { type Answer, type Dated, decide, holds, isAging, type Standing } from "./standing.ts";
import { renameUser } from "./store.ts";

type Person = { githubId: number; login: string };

export type Membership = {
  /** What a user may do. Throws `unavailable` where it cannot be decided: never a guess (D18). */
  of(user: Person): Promise<Standing>;
  /** The same for somebody who comments and may have no account here yet (D5). */
  ofAuthor(author: Person): Promise<Standing>;
};

/** How long a person is not asked about again after an organisation did not answer, in milliseconds. */
const pause = 5_000;

/**
 * Asks the allowed organisations who is a member, and remembers each decision for less than 5 minutes from when the
 * question was sent (spec 5.6, D18).
 * @param clock monotonic milliseconds.
 */
export function createMembership({
  db,
  github,
  config: { allowedOrgs, adminLogins },
  clock,
  log,
}: {
  db: Queries;
  github: Pick<GitHub, "configured" | "membership">;
  config: { allowedOrgs: string[]; adminLogins: string[] };
  clock: () => number;
  log: Log;
}): Membership {
  const decided = recentMap<number, Dated>(10_000);
  const pausedUntil = recentMap<number, number>(10_000);
  const restingUntil = new Map<string, number>();
  const once = singleFlight<number, Dated | undefined>();

  async function standing(person: Person): Promise<Standing> {
    const known = decided.get(person.githubId);
    if (known && holds(known, clock())) {
      if (isAging(known, clock()) && waitFor(person) === 0) askBeside(person);
      return { allowed: known.allowed, admin: known.admin };
    }
    if (!github.configured || allowedOrgs.length === 0) throw notSetUp();
    if (waitFor(person) > 0) throw undecided(waitFor(person));
    const asked = await once(person.githubId, () => ask(person));
    if (!asked || !holds(asked, clock())) throw undecided(waitFor(person));
    return { allowed: asked.allowed, admin: asked.admin };
  }

  function askBeside(person: Person): void {
    once(person.githubId, () => ask(person)).catch((error: unknown) =>
      log.error({ githubId: person.githubId, err: error }, "membership could not be asked again"),
    );
  }

  async function ask(person: Person): Promise<Dated | undefined> {
    const askedAt = clock();
    const answers = await Promise.all(allowedOrgs.map((org) => answerOf(org, person)));
    const decision = decide(answers, adminLogins);
    const before = decided.get(person.githubId);
    if (!decision) return before;
    if (decision.login !== person.login) await rename(person.githubId, decision.login);
    // An admin is not taken for less because the organisation that says so is out of reach, while its word holds.
    if (!decision.whole && before?.admin && holds(before, clock())) return before;
    const dated = { allowed: decision.allowed, admin: decision.admin, askedAt };
    decided.set(person.githubId, dated);
    return dated;
  }

  async function answerOf(org: string, person: Person): Promise<Answer> {
    if ((restingUntil.get(org) ?? 0) > clock()) return "undecided";
    try {
      return await github.membership(org, person);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      pausedUntil.set(person.githubId, clock() + pause);
      // Limits are those of one organisation's installation; going on against them may get the App banned.
      if (error.retryAfterSeconds) restingUntil.set(org, clock() + error.retryAfterSeconds * 1000);
      log.warn({ org, githubId: person.githubId, reason: error.message }, "membership undecided");
      return "undecided";
    }
  }

  /** Milliseconds in which there is no use in asking about the person. */
  function waitFor({ githubId }: Person): number {
    const firstAwake = Math.min(...allowedOrgs.map((org) => restingUntil.get(org) ?? 0));
    return Math.max(0, Math.max(firstAwake, pausedUntil.get(githubId) ?? 0) - clock());
  }

  async function rename(githubId: number, login: string): Promise<void> {
    await renameUser(db, githubId, login).catch(() =>
      log.warn({ githubId }, "a changed login could not be stored"),
    );
  }

  return { of: standing, ofAuthor: standing };
}

function undecided(wait: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  return new AppError(
    "unavailable",
    "membership_undecided",
    `GitHub cannot tell just now whether you belong to the organisation. Your token is not to blame: try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

function notSetUp(): AppError {
  return new AppError(
    "unavailable",
    "membership_undecided",
    "Nobody can be let in yet: svc is not connected to GitHub. Whoever runs it sets GITHUB_APP_ID, GITHUB_PRIVATE_KEY and ALLOWED_ORGS, and starts it again.",
    { retryAfter: 60 },
  );
}
