import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { tokens, users } from "../../db/schema.ts";

/** A token's row with its owner: all that a request is decided on. */
export type TokenRow = Awaited<ReturnType<TokenReads["byId"]>>[number];
export type TokenReads = ReturnType<typeof prepareTokenReads>;

/** The two reads of authentication, built once: the builder costs more than the query itself. */
export function prepareTokenReads(db: Queries) {
  const fields = {
    id: tokens.id,
    hash: tokens.hash,
    revokedAt: tokens.revokedAt,
    user: { id: users.id, githubId: users.githubId, login: users.login },
  };
  const withOwner = () => db.select(fields).from(tokens).innerJoin(users, eq(users.id, tokens.userId));
  const byId = withOwner()
    .where(eq(tokens.id, sql.placeholder("id")))
    .prepare("token_by_id");
  // Prefixes are regenerated when taken but not unique; revoked rows are no candidates.
  const byPrefix = withOwner()
    .where(and(eq(tokens.prefix, sql.placeholder("prefix")), isNull(tokens.revokedAt)))
    .orderBy(tokens.id)
    .limit(9)
    .prepare("tokens_by_prefix");
  return {
    byId: (id: number) => byId.execute({ id }),
    byPrefix: (prefix: string) => byPrefix.execute({ prefix }),
  };
}

/** Whether any token, also a revoked one, has the prefix. */
export async function prefixIsTaken(db: Queries, prefix: string): Promise<boolean> {
  const found = await db.select({ id: tokens.id }).from(tokens).where(eq(tokens.prefix, prefix)).limit(1);
  return found.length > 0;
}

/** Adds a token's row; its id. */
export async function insertToken(
  db: Queries,
  token: { userId: number; label: string; prefix: string; hash: string },
): Promise<number> {
  const [row] = await db.insert(tokens).values(token).returning({ id: tokens.id });
  return row!.id;
}

/** Marks the token as revoked, unless it was; false when there is no such token (spec 3.3: the row is kept). */
export async function markRevoked(db: Queries, tokenId: number, byUserId: number): Promise<boolean> {
  const revoked = await db
    .update(tokens)
    .set({
      revokedAt: sql`coalesce(${tokens.revokedAt}, now())`,
      revokedById: sql`coalesce(${tokens.revokedById}, ${byUserId})`,
    })
    .where(eq(tokens.id, tokenId))
    .returning({ id: tokens.id });
  return revoked.length > 0;
}

/** Notes the use, at most once a minute by the database's clock, whatever the number of instances (spec 2.5, D17). */
export async function markUsed(db: Queries, tokenId: number): Promise<void> {
  const dueBefore = sql`now() - interval '1 minute'`;
  await db
    .update(tokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(tokens.id, tokenId), or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, dueBefore))));
}
