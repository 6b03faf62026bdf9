import { sql } from "drizzle-orm";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import { polledOwners, polledRepositories } from "../../db/schema/polling.ts";
import type { FakeGitHub } from "../../server/github/simulated/github.ts";
import type { ReceivedRequest } from "../../server/github/simulated/rest.ts";
import { createPolling } from "../../server/polling/actions.ts";
import type { TestApp } from "../support/app.ts";

/** svc at an address that GitHub cannot reach: what is written there is announced to nobody. */
export function askingIn(svc: TestApp) {
  const { db, github } = svc;
  svc.config.github.hears = "polling";
  let polling = createPolling(svc.deps, { spacingMs: 0 });
  return {
    turn: () => polling.turn(),
    /** What is only remembered in this process is gone. */
    restart: () => void (polling = createPolling(svc.deps, { spacingMs: 0 })),
    entries: () => db.select().from(entries).orderBy(entries.id),
    deliveries: () => db.select().from(deliveries).orderBy(deliveries.id),
    confirmations: () => db.select().from(confirmations).orderBy(confirmations.id),
    owner: async () => (await db.select().from(polledOwners))[0]!,
    repositories: () => db.select().from(polledRepositories).orderBy(polledRepositories.name),
    /** As though all that was noted until now had been so long ago. */
    async agoBy(minutes: number) {
      const earlier = (column: string) => sql.raw(`${column} = ${column} - interval '${minutes} minutes'`);
      const columns = ["begun_at", "listed_at", "read_at", "paused_until"].map(earlier);
      await db.execute(sql`update polled_owners set ${sql.join(columns, sql`, `)}`);
      await db.execute(sql`update polled_repositories set ${earlier("since")}, ${earlier("new_from")}`);
    },
    /** Requests since the last time. */
    requests: requestsOf(github),
  };
}

export type Asking = ReturnType<typeof askingIn>;

function requestsOf(github: FakeGitHub): () => ReceivedRequest[] {
  let told = github.requests.length;
  return () => {
    const fresh = github.requests.slice(told);
    told = github.requests.length;
    return fresh;
  };
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
export const lists = /\/issues\/comments$/;
