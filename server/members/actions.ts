import type { Queries } from "../../db/connect.ts";
import { GitHubError } from "../github/github-error.ts";
import type { GitHub } from "../github/github.ts";
import type { Log } from "../log.ts";
import { recentMap } from "../recent-map.ts";
import { type LinkConditions, linkIsAllowed } from "../sign-in/link.ts";
import { singleFlight } from "../single-flight.ts";
import { notSetUp, undecided } from "./refusals.ts";
import { type Answer, type Dated, decide, holds, isAging, type Standing } from "./standing.ts";
import { followUser } from "./store.ts";

type Person = { githubId: number; login: string };

export type Membership = {
  /** What a user may do. Throws `unavailable` where it cannot be decided: never a guess (D18). */
  of(user: { githubId: number | null; login: string }): Promise<Standing>;
  /** The same for somebody who comments and may have no account here yet (D5). */
  ofAuthor(author: Person): Promise<Standing>;
  /** The same for somebody who signs in (spec 5.7): asked anew each time, whatever was decided before. */
  atSignIn(person: Person): Promise<StandingAtSignIn>;
};

/** With the organisations that invited them, where somebody is not let in. */
export type StandingAtSignIn = { allowed: true; admin: boolean } | { allowed: false; invitedTo: string[] };

type Asked = { decision: Dated | undefined; invitedTo: string[] };

/** How long a person is not asked about again after an organisation did not answer, in milliseconds. */
const pause = 5_000;

/**
 * Asks the allowed organisations who is a member, and remembers each decision for less than 5 minutes from when the
 * question was sent (spec 5.6, D18). With each the user's login and role are brought up to date (D13).
 * @param clock monotonic milliseconds.
 */
export function createMembership({
  db,
  github,
  config,
  clock,
  log,
}: {
  db: Queries;
  github: Pick<GitHub, "configured" | "membership">;
  config: { allowedOrgs: string[]; adminLogins: string[] } & LinkConditions;
  clock: () => number;
  log: Log;
}): Membership {
  let decided = recentMap<number, Dated>(10_000);
  let pausedUntil = recentMap<number, number>(10_000);
  let restingUntil = new Map<string, number>();
  let asked = config.github;
  const once = singleFlight<number, Asked>();

  /** Another code host, or another App, knows nothing of what was said before. */
  function forgetOthers(): void {
    if (asked === config.github) return;
    asked = config.github;
    decided = recentMap<number, Dated>(10_000);
    pausedUntil = recentMap<number, number>(10_000);
    restingUntil = new Map();
  }

  async function of({ githubId, login }: { githubId: number | null; login: string }): Promise<Standing> {
    if (githubId !== null) return standing({ githubId, login });
    const allowed = linkIsAllowed(config);
    return { allowed, admin: allowed };
  }

  async function standing(person: Person): Promise<Standing> {
    forgetOthers();
    const known = decided.get(person.githubId);
    if (known && holds(known, clock())) {
      if (isAging(known, clock()) && waitFor(person) === 0) askBeside(person);
      return { allowed: known.allowed, admin: known.admin };
    }
    refuseWhereInVain(person);
    const { decision } = await once(person.githubId, () => ask(person));
    const { allowed, admin } = held(decision ?? decided.get(person.githubId), person);
    return { allowed, admin };
  }

  async function atSignIn(person: Person): Promise<StandingAtSignIn> {
    forgetOthers();
    refuseWhereInVain(person);
    // Not one that is under way already: it may have been sent before the person was let in, or removed.
    const { decision, invitedTo } = await ask(person);
    const { allowed, admin } = held(decision, person);
    return allowed ? { allowed, admin } : { allowed, invitedTo };
  }

  function refuseWhereInVain(person: Person): void {
    if (!github.configured || config.allowedOrgs.length === 0) throw notSetUp();
    if (waitFor(person) > 0) throw undecided(waitFor(person));
  }

  function held(decision: Dated | undefined, person: Person): Dated {
    if (decision && holds(decision, clock())) return decision;
    throw undecided(waitFor(person));
  }

  function askBeside(person: Person): void {
    once(person.githubId, () => ask(person)).catch((error: unknown) =>
      log.error({ githubId: person.githubId, err: error }, "membership could not be asked again"),
    );
  }

  async function ask({ githubId, login }: Person): Promise<Asked> {
    const askedAt = clock();
    // They may be others by the time of the answers.
    const { allowedOrgs, adminLogins, github: ofThese } = config;
    const answers = await Promise.all(allowedOrgs.map((org) => answerOf(org, { githubId, login })));
    const invitedTo = allowedOrgs.filter((_, place) => isInvitation(answers[place]));
    const decision = decide(answers, adminLogins);
    if (!decision) return { decision, invitedTo };
    const before = decided.get(githubId);
    // An admin is not taken for less because the organisation that says so is out of reach, while its word holds.
    const keepsRole = !decision.whole && before?.admin === true && holds(before, clock());
    const dated = keepsRole ? before : { allowed: decision.allowed, admin: decision.admin, askedAt };
    // An answer that was long under way does not displace one to a later question.
    const isOfNow = ofThese === config.github && allowedOrgs === config.allowedOrgs;
    if (isOfNow && (!before || before.askedAt <= dated.askedAt)) {
      decided.set(githubId, dated);
      await follow({ githubId, login: decision.login, admin: dated.admin });
    }
    return { decision: dated, invitedTo };
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
    const firstAwake = Math.min(...config.allowedOrgs.map((org) => restingUntil.get(org) ?? 0));
    return Math.max(0, Math.max(firstAwake, pausedUntil.get(githubId) ?? 0) - clock());
  }

  async function follow(user: Person & { admin: boolean }): Promise<void> {
    await followUser(db, user).catch(() =>
      log.warn({ githubId: user.githubId }, "a user's login and role could not be brought up to date"),
    );
  }

  return { of, ofAuthor: standing, atSignIn };
}

function isInvitation(answer: Answer | undefined): boolean {
  return typeof answer === "object" && !answer.member && answer.pending === true;
}
