import { sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { clients, deliveries, entries, labelMappings } from "../../db/schema.ts";
import { auditLog, tokens, users } from "../../db/schema/people.ts";

export type Found = Awaited<ReturnType<typeof findProgress>>;

/** How far the set-up has come, by what is in the database. Each is answered by the first row of an index or two. */
export async function findProgress(db: Queries) {
  const [row] = await db.execute<{
    hasEntries: boolean;
    played: boolean;
    heard: boolean;
    mapped: boolean;
    tokenUsed: boolean;
    dismissed: boolean;
  }>(sql`
    select
      exists (select from ${entries} where ${entries.kind} = 'time') as "hasEntries",
      exists (select from ${auditLog} where ${auditLog.action} = 'playground.removed' and (${auditLog.detail} ->> 'entries')::int > 0) as "played",
      exists (select from ${users} where ${users.githubId} is not null) or exists (select from ${deliveries}) as "heard",
      exists (
        select from ${labelMappings} join ${clients} on ${clients.id} = ${labelMappings.clientId}
        where ${clients.deactivatedAt} is null
      ) as "mapped",
      exists (select from ${tokens} where ${tokens.lastUsedAt} is not null) as "tokenUsed",
      exists (select from ${auditLog} where ${auditLog.action} = 'set_up.dismissed') as "dismissed"`);
  return row!;
}
