import { isLoopback } from "../config/values.ts";

/** What the steps are judged by: nothing that somebody ticked, only what is there. */
export type Facts = {
  /** Hours came from comments on a real GitHub. */
  hasEntries: boolean;
  /** Hours are in the playground, or were when it was removed. */
  played: boolean;
  /** A GitHub App is set up. */
  connected: boolean;
  /** A person or a delivery of GitHub's was seen. */
  heard: boolean;
  /** A label leads to an active client. */
  mapped: boolean;
  /** A token was used. */
  tokenUsed: boolean;
  publicUrl: string;
};

export const stepNames = ["signIn", "hours", "github", "client", "token", "production"] as const;
export type StepName = (typeof stepNames)[number];
export type Step = { name: StepName; done: boolean };

/** The steps from nothing to a working svc, in the order in which they make sense. Whoever reads them is signed in. */
export function stepsOf(facts: Facts): Step[] {
  const { protocol, hostname } = new URL(facts.publicUrl);
  const done: Record<StepName, boolean> = {
    signIn: true,
    hours: facts.hasEntries || facts.played,
    github: facts.connected && facts.heard,
    client: facts.mapped,
    token: facts.tokenUsed,
    production: protocol === "https:" && !isLoopback(hostname),
  };
  return stepNames.map((name) => ({ name, done: done[name] }));
}
