/** What a person may do: use svc at all, and what admins do (D13). */
export type Standing = { allowed: boolean; admin: boolean };

/** What one organisation said about a person; undecided where it could not be asked. */
export type Answer =
  | { member: true; role: "admin" | "member"; login: string }
  /** `pending`: invited, and not accepted yet. */
  | { member: false; pending?: boolean; login: string }
  | "undecided";

export type Decision = Standing & {
  /** The login the person has now: logins change and are recycled (D14). */
  login: string;
  /** False where an organisation that did not answer might make an admin of them. */
  whole: boolean;
};

/**
 * Puts the answers of all allowed organisations together (spec 5.6): one yes is enough, no takes all of them; undefined
 * where neither is certain. An admin is an owner of an allowed organisation, or named by login (D13).
 * @param adminLogins in lower case.
 */
export function decide(answers: Answer[], adminLogins: string[]): Decision | undefined {
  const decided = answers.filter((answer) => answer !== "undecided");
  const whole = decided.length === answers.length;
  const memberships = decided.filter((answer) => answer.member);
  if (memberships[0]) {
    const admin = memberships.some(
      ({ role, login }) => role === "admin" || adminLogins.includes(login.toLowerCase()),
    );
    return { allowed: true, admin, login: memberships[0].login, whole: whole || admin };
  }
  return decided[0] && whole
    ? { allowed: false, admin: false, login: decided[0].login, whole: true }
    : undefined;
}

/** A standing with the moment its question was sent, in monotonic milliseconds. */
export type Dated = Standing & { askedAt: number };

const minute = 60_000;

/** Spec 5.6: a decision holds for less than 5 minutes. A refusal for one, since who was let in just now tries again soon. */
export function holds({ allowed, askedAt }: Dated, now: number): boolean {
  return now - askedAt < (allowed ? 5 : 1) * minute;
}

/** D18: from here on it is asked again beside the requests, so that nobody waits and a short outage is not felt. */
export function isAging({ allowed, askedAt }: Dated, now: number): boolean {
  return allowed && now - askedAt >= 3 * minute;
}
