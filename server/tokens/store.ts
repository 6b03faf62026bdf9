import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries } from "../../db/connect.ts";
import { reading } from "../../db/prepared.ts";
import { tokens, users } from "../../db/schema/people.ts";
import { together } from "../../db/together.ts";

/** A token's row with its owner: all that a request is decided on. Instants are as PostgreSQL writes them. */
export type TokenRow = {
  id: number;
  hash: string;
  label: string;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  isRevoked: boolean;
  adminGranted: boolean;
  user: { id: number; githubId: number | null; login: string };
};
export type TokenReads = ReturnType<typeof prepareTokenReads>;

/**
 * The two reads of authentication, built once: the builder costs more than the query itself. Those by id go together: a read
 * serves all that asked before it was sent, and nobody who asks after that (D16).
 */
export function prepareTokenReads(db: Queries) {
  // Prefixes are regenerated when taken but not unique; revoked rows are no candidates.
  const byPrefix = db
    .select({ id: tokens.id, hash: tokens.hash })
    .from(tokens)
    .where(and(eq(tokens.prefix, sql.placeholder("prefix")), isNull(tokens.revokedAt)))
    .orderBy(tokens.id)
    .limit(9)
    .prepare("tokens_by_prefix");
  return {
    byId: together(async (ids: number[]) => {
      const rows = await tokensById(db, { ids });
      return new Map(rows.map((row) => [row.id, tokenOf(row)]));
    }),
    byPrefix: (prefix: string) => byPrefix.execute({ prefix }),
  };
}

type TokenColumns = Omit<TokenRow, "user"> & { userId: number; githubId: number | null; login: string };

const tokensById = reading<TokenColumns>(
  () => sql`
    select tokens.id, tokens.hash, tokens.label, tokens.prefix, tokens.created_at as "createdAt",
      tokens.last_used_at as "lastUsedAt", tokens.revoked_at is not null as "isRevoked", users.admin_granted as "adminGranted",
      users.id::float8 as "userId", users.github_id::float8 as "githubId", users.login
    from tokens join users on users.id = tokens.user_id where tokens.id = any (${sql.placeholder("ids")})`,
);

const tokenOf = ({ userId, githubId, login, ...row }: TokenColumns): TokenRow => ({
  ...row,
  user: { id: userId, githubId, login },
});

/** Whether any token, also a revoked one, has the prefix. */
export async function prefixIsTaken(db: Queries, prefix: string): Promise<boolean> {
  const found = await db.select({ id: tokens.id }).from(tokens).where(eq(tokens.prefix, prefix)).limit(1);
  return found.length > 0;
}

/** Adds a token's row; its id, or undefined where the user's form with this nonce made one before (D21). */
export async function insertToken(
  db: Queries,
  token: { userId: number; label: string; prefix: string; hash: string; formNonce?: string },
): Promise<number | undefined> {
  const [row] = await db
    .insert(tokens)
    .values(token)
    .onConflictDoNothing({ target: [tokens.userId, tokens.formNonce] })
    .returning({ id: tokens.id });
  return row?.id;
}

/** Whether a form of this user has made its token already. */
export async function formIsUsed(db: Queries, userId: number, formNonce: string): Promise<boolean> {
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), eq(tokens.formNonce, formNonce)));
  return found.length > 0;
}

/** Marks a token as revoked; false when it was, or there is none (spec 3.3: the row is kept). */
export async function markRevoked(db: Queries, tokenId: number, byUserId: number): Promise<boolean> {
  const revoked = await db
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedById: byUserId })
    .where(and(eq(tokens.id, tokenId), isNull(tokens.revokedAt)))
    .returning({ id: tokens.id });
  return revoked.length > 0;
}

/** Revokes every token of a person that stands; their ids and labels. */
export async function markAllRevoked(db: Queries, userId: number, byUserId: number) {
  return db
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedById: byUserId })
    .where(and(eq(tokens.userId, userId), isNull(tokens.revokedAt)))
    .returning({ id: tokens.id, label: tokens.label, prefix: tokens.prefix });
}

/** A token as its pages show it: nothing of the secret (spec 2.5). */
export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

/**
 * Tokens, the newest first, revoked ones too: their rows remain (spec 2.5).
 * @param list `before` is the id of the last one seen; without `userId` everybody's.
 */
export async function listTokens(
  db: Queries,
  list: { userId?: number; state: "active" | "revoked" | "all"; before?: number; limit: number },
) {
  const ofState = { active: isNull(tokens.revokedAt), revoked: isNotNull(tokens.revokedAt), all: undefined };
  return listed(db)
    .where(
      and(
        ofState[list.state],
        list.userId === undefined ? undefined : eq(tokens.userId, list.userId),
        list.before === undefined ? undefined : lt(tokens.id, list.before),
      ),
    )
    .orderBy(desc(tokens.id))
    .limit(list.limit);
}

export async function findToken(db: Queries, id: number): Promise<ListedToken | undefined> {
  const [token] = await listed(db).where(eq(tokens.id, id));
  return token;
}

function listed(db: Queries) {
  const revokers = alias(users, "revokers");
  return db
    .select({
      id: tokens.id,
      label: tokens.label,
      prefix: tokens.prefix,
      createdAt: tokens.createdAt,
      lastUsedAt: tokens.lastUsedAt,
      revokedAt: tokens.revokedAt,
      revokedBy: revokers.login,
      owner: { id: users.id, login: users.login },
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .leftJoin(revokers, eq(revokers.id, tokens.revokedById));
}

/** Notes the use, at most once a minute by the database's clock, whatever the number of instances (spec 2.5, D17). */
export async function markUsed(db: Queries, tokenId: number): Promise<void> {
  const dueBefore = sql`now() - interval '1 minute'`;
  await db
    .update(tokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(tokens.id, tokenId), or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, dueBefore))));
}
