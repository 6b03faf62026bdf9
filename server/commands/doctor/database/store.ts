import { desc, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { users } from "../../../../db/schema/people.ts";
import { polledOwners } from "../../../../db/schema/polling.ts";

/** What the server calls its version, and whether it takes changes. */
export async function aboutServer(db: Queries): Promise<{ version: string; readOnly: boolean }> {
  const [row] = await db.execute<{ version: string; read_only: boolean }>(sql`
    select current_setting('server_version') as version, current_setting('transaction_read_only')::boolean as read_only`);
  return { version: row!.version.split(" ")[0]!, readOnly: row!.read_only };
}

/** Somebody of the code host, to ask about: who was seen last. */
export async function somebodyKnown(db: Queries): Promise<{ githubId: number; login: string } | undefined> {
  const [person] = await db
    .select({ githubId: users.githubId, login: users.login })
    .from(users)
    .where(isNotNull(users.githubId))
    .orderBy(desc(users.id))
    .limit(1);
  return person && { githubId: person.githubId!, login: person.login };
}

/** The organisations whose comments are read by svc itself: until when, and what stood in the way. */
export async function pollingStanding(db: Queries) {
  return db
    .select({ owner: polledOwners.owner, readAt: polledOwners.readAt, problem: polledOwners.problem })
    .from(polledOwners)
    .where(isNull(polledOwners.endedAt))
    .orderBy(polledOwners.owner);
}
