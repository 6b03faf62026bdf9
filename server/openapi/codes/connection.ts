import type { Code } from "./code.ts";

/** Refusals of the pages on which a GitHub App is connected. */
export const connectionCodes = {
  app_in_environment: {
    kinds: ["conflict"],
    when: "A GitHub App was to be connected in the panel, and the environment names one.",
    advice: "Unset the `GITHUB_…` settings and start svc again, or go on with the App that they name.",
    detail:
      "The GitHub App comes from the environment, which stands above what is set here. Unset the GITHUB_… settings and start svc again to connect one here.",
  },
  stale_manifest: {
    kinds: ["malformed"],
    when: "Somebody comes back from making a GitHub App in another session, after more than an hour, or a second time.",
    advice: "Start again under Set-up. Delete at GitHub what was made in vain.",
    detail:
      "This way back from GitHub was used already, took longer than an hour, or began in another session. Start again under Set-up. If an App was made, delete it at GitHub, or connect it as an existing one.",
  },
  app_not_connected: {
    kinds: ["unavailable"],
    when: "GitHub did not do what connecting an App takes, or its credentials cannot be kept here.",
    advice: "Do what the detail says, then try again.",
    detail:
      "The App is not connected: GitHub does not know the code that it sent: it was used before, or is older than an hour.",
  },
  no_stored_app: {
    kinds: ["conflict"],
    when: "Something was to be changed about a GitHub App that was connected in the panel, and there is none.",
    advice: "Connect one first.",
    detail: "No GitHub App was connected here, so there is nothing to change. Connect one first.",
  },
  already_downloaded: {
    kinds: ["conflict"],
    when: "The credentials of the GitHub App were to be downloaded a second time.",
    advice: "Make new ones in the App's settings at GitHub.",
    detail:
      "The credentials were given out before, which happens once. Make new ones in the App's settings at GitHub where they are lost.",
  },
  not_installed_there: {
    kinds: ["conflict"],
    when: "An account was chosen in which the GitHub App is not installed, or none at all.",
    advice: "Install the App there, then reload the page and choose again.",
    detail:
      "The App is not installed in what was chosen. Install it there, then reload the page and choose again.",
  },
} satisfies Record<string, Code>;
