import { lacking, type Permission } from "../manifest.ts";

/** What GitHub says of the App, and what is here; `problem` where GitHub did not say. */
export type Facts = {
  app:
    | { slug: string; permissions: Record<string, string>; events: string[]; skewSeconds: number | null }
    | { problem: string };
  installed: { account: string; isSuspended: boolean }[] | { problem: string };
  /** Accounts, in lower case, whose members may use svc. */
  organisations: string[];
  hears: "webhook" | "polling";
  /** GitHub was told to deliver, and its first delivery is waited for. */
  isSwitching: boolean;
  /** The last delivery since the App was connected. */
  deliveredAt: Date | null;
  /** When all comments were last asked for, and what stood in the way of it since. */
  polled: { at: Date | null; problem: string | null };
  /** What came of the last comment since the App was connected. */
  tried: Tried | undefined;
};

export type Tried = {
  entryId: number;
  kind: "time" | "plan";
  minutes: number;
  repository: string;
  issueNumber: number;
  commentId: number;
  /** Of our reply; null until it is posted. */
  replyId: number | null;
};

export const checkNames = ["credentials", "permissions", "installation", "hearing", "clock", "try"] as const;
export type CheckName = (typeof checkNames)[number];

/** `waiting`: it depends on what comes, and is not wrong. */
export type Check =
  | { name: "credentials"; state: "good" | "bad"; slug?: string; problem?: string }
  | { name: "permissions"; state: State; missing: Permission[]; event: boolean }
  | { name: "installation"; state: State; missing: string[]; suspended: string[]; problem?: string }
  | {
      name: "hearing";
      state: State;
      how: "webhook" | "polling" | "switching";
      at: Date | null;
      problem?: string;
    }
  | { name: "clock"; state: State; skewSeconds: number | null }
  | { name: "try"; state: State; tried: Tried | undefined };
type State = "good" | "bad" | "waiting";

/** GitHub turns the App down when our clock is more than a minute off. */
const mostSkewSeconds = 30;

/** What is well about the connection, and what is not, in the order in which it is to be mended. */
export function checksOf(facts: Facts): Check[] {
  const { app, installed, organisations } = facts;
  const isKnown = !("problem" in app);
  const missing = isKnown ? lacking(app.permissions) : [];
  const hasEvent = isKnown && app.events.includes("issue_comment");
  const skew = isKnown ? app.skewSeconds : null;
  return [
    isKnown
      ? { name: "credentials", state: "good", slug: app.slug }
      : { name: "credentials", state: "bad", problem: app.problem },
    {
      name: "permissions",
      state: !isKnown ? "waiting" : missing.length > 0 || !hasEvent ? "bad" : "good",
      missing,
      event: hasEvent || !isKnown,
    },
    installationOf(installed, organisations),
    hearingOf(facts),
    {
      name: "clock",
      state: skew === null ? "waiting" : Math.abs(skew) > mostSkewSeconds ? "bad" : "good",
      skewSeconds: skew,
    },
    {
      name: "try",
      state: facts.tried && facts.tried.replyId !== null ? "good" : "waiting",
      tried: facts.tried,
    },
  ];
}

function installationOf(installed: Facts["installed"], organisations: string[]): Check {
  const name = "installation";
  if ("problem" in installed)
    return { name, state: "waiting", missing: [], suspended: [], problem: installed.problem };
  const found = new Map(installed.map((one) => [one.account.toLowerCase(), one]));
  const missing = organisations.filter((account) => !found.has(account));
  const suspended = organisations.filter((account) => found.get(account)?.isSuspended);
  const isWell = organisations.length > 0 && missing.length === 0 && suspended.length === 0;
  return {
    name,
    state: isWell ? "good" : organisations.length === 0 ? "waiting" : "bad",
    missing,
    suspended,
  };
}

function hearingOf({ hears, isSwitching, deliveredAt, polled }: Facts): Check {
  const name = "hearing";
  if (hears === "webhook") {
    return { name, how: "webhook", state: deliveredAt ? "good" : "waiting", at: deliveredAt };
  }
  const how = isSwitching ? "switching" : "polling";
  if (polled.problem !== null) return { name, how, state: "bad", at: polled.at, problem: polled.problem };
  return { name, how, state: polled.at ? "good" : "waiting", at: polled.at };
}
