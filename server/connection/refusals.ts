import { AppError } from "../errors.ts";

export function inEnvironment(): AppError {
  return new AppError(
    "conflict",
    "app_in_environment",
    "The GitHub App comes from the environment, which stands above what is set here. Unset the GITHUB_… settings and start svc again to connect one here.",
  );
}

export function staleWayBack(): AppError {
  return new AppError(
    "malformed",
    "stale_manifest",
    "This way back from GitHub was used already, took longer than an hour, or began in another session. Start again under Set-up. If an App was made, delete it at GitHub, or connect it as an existing one.",
  );
}

/** @param reason a whole sentence. */
export function notHandedOver(reason: string): AppError {
  return new AppError("unavailable", "app_not_connected", `The App is not connected: ${reason}`, {
    retryAfter: 5,
  });
}

export function notStored(): AppError {
  return new AppError(
    "conflict",
    "no_stored_app",
    "No GitHub App was connected here, so there is nothing to change. Connect one first.",
  );
}

export function downloadedBefore(): AppError {
  return new AppError(
    "conflict",
    "already_downloaded",
    "The credentials were given out before, which happens once. Make new ones in the App's settings at GitHub where they are lost.",
  );
}

export function strangeInstallation(): AppError {
  return new AppError(
    "conflict",
    "not_installed_there",
    "The App is not installed in what was chosen. Install it there, then reload the page and choose again.",
  );
}
