import type { Deps } from "../../deps.ts";
import { GitHubError } from "../../github/github.ts";
import { type Check, checksOf, type Facts } from "./checks.ts";
import { lastDeliveryAt, lastPolled, lastTried } from "./store.ts";

type World = Pick<Deps, "config" | "connection" | "db" | "github">;
type Asked = Pick<Facts, "app" | "installed">;

/** A page that looks every few seconds is not to ask GitHub as often. */
const keptMs = 10_000;
const answers = new WeakMap<object, { at: number; asked: Promise<Asked> }>();

/** Looks at everything that must be well before hours come in: what GitHub says now, or some seconds ago, and what is here. */
export async function lookAtConnection({ config, connection, db, github }: World): Promise<Check[]> {
  const stored = connection.stored();
  // For one of the environment nobody noted since when it is there.
  const since = stored?.connectedAt ?? new Date(Date.now() - 3_600_000);
  const [asked, deliveredAt, polled, tried] = await Promise.all([
    askedOf(config.github, github),
    lastDeliveryAt(db, since),
    lastPolled(db, config.allowedOrgs),
    lastTried(db, since),
  ]);
  return checksOf({
    ...asked,
    organisations: config.allowedOrgs,
    hears: config.github.hears,
    isSwitching: stored?.hears === "polling" && stored.webhookSetAt !== null,
    deliveredAt,
    polled,
    tried,
  });
}

function askedOf(connection: object, github: Deps["github"]): Promise<Asked> {
  const kept = answers.get(connection);
  const now = performance.now();
  if (kept && now - kept.at < keptMs) return kept.asked;
  const asked = ask(github);
  answers.set(connection, { at: now, asked });
  return asked;
}

async function ask({ app }: Deps["github"]): Promise<Asked> {
  const [facts, installed] = await Promise.all([orProblem(app.show()), orProblem(app.installations())]);
  if ("problem" in facts) return { app: facts, installed };
  const { slug, permissions, events, asOf } = facts;
  const skewSeconds = asOf && Math.round((Date.now() - asOf.getTime()) / 1000);
  return { app: { slug, permissions, events, skewSeconds }, installed };
}

async function orProblem<Answer>(answer: Promise<Answer>): Promise<Answer | { problem: string }> {
  return answer.catch((error: unknown) => {
    if (error instanceof GitHubError) return { problem: error.message };
    throw error;
  });
}
