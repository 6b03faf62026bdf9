import { AppError } from "../errors.ts";

/** GitHub did not say who belongs. @param wait milliseconds in which asking again is no use. */
export function undecided(wait: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  return new AppError(
    "unavailable",
    "membership_undecided",
    `GitHub cannot tell just now whether you belong to the organisation. Your token is not to blame: try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

export function notSetUp(): AppError {
  return new AppError(
    "unavailable",
    "membership_undecided",
    "Nobody can be let in yet: svc is not connected to GitHub. Whoever runs it connects it in the panel's Set-up, or sets GITHUB_APP_ID, GITHUB_PRIVATE_KEY and ALLOWED_ORGS and starts it again.",
    { retryAfter: 60 },
  );
}
