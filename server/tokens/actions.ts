import { createHmac, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Database, Queries } from "../../db/connect.ts";
import type { Actor } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { User } from "../members/store.ts";
import { recentMap } from "../recent-map.ts";
import { singleFlight } from "../single-flight.ts";
import { readAuthorization } from "./authorization.ts";
import { createFailureLimit } from "./failure-limit.ts";
import { createGate } from "./gate.ts";
import { readTokenLabel } from "./label.ts";
import { createUseNotes } from "./last-use.ts";
import { invalidToken, refusedHeader, tooBusyToCheck, tooManyFailures } from "./refusals.ts";
import * as store from "./store.ts";
import { composeToken, isBcryptHash, splitPayload } from "./token.ts";

/**
 * Makes a token for the user (spec 3.3, D15). The plaintext is in the answer and nowhere else: show it once.
 * Throws `invalid` for a label that is empty, too long or unprintable, `conflict` for a form that made one before (D21),
 * and `unavailable` while too many are being made.
 * @param wanted `nonce` is a UUID that the form brings along: two at once with one nonce make one token.
 */
export async function issueToken(
  { db, random = () => randomBytes(32) }: { db: Queries; random?: () => Uint8Array },
  wanted: { userId: number; label: string; nonce?: string; actor: Actor | null; requestId: string },
): Promise<{ id: number; plaintext: string }> {
  const { userId, nonce, actor, requestId } = wanted;
  const read = readTokenLabel(wanted.label);
  if (!read.ok) {
    const problem = { in: "body", name: "label", code: read.code, message: read.message } as const;
    throw new AppError("invalid", "invalid_label", read.message, { problems: [problem] });
  }
  return inTurn(String(userId), async () => {
    if (nonce !== undefined && (await store.formIsUsed(db, userId, nonce))) throw formUsed();
    let token = composeToken(random());
    while (await store.prefixIsTaken(db, token.prefix)) token = composeToken(random());
    const hash = await Bun.password.hash(token.secret, { algorithm: "bcrypt", cost: 12 });
    const { label } = read;
    const formNonce = nonce !== undefined && { formNonce: nonce };
    const row = { userId, label, prefix: token.prefix, hash, ...formNonce };
    return db.transaction(async (tx) => {
      const id = await store.insertToken(tx, row);
      if (id === undefined) throw formUsed();
      const target = { type: "token", id } as const;
      const detail = { label, prefix: token.prefix, owner: userId };
      await recordEvent(tx, { actor, requestId }, { action: "token.created", target, detail });
      return { id, plaintext: token.plaintext };
    });
  });
}

// A hash takes a quarter of a second on the thread pool that also reads files: twenty at once held a file up for 4 s.
const making = createGate({
  atOnce: 1,
  waitingPerKey: 20,
  waitingInAll: 100,
  patience: 10_000,
  clock: () => performance.now(),
});

async function inTurn<T>(key: string, make: () => Promise<T>): Promise<T> {
  if ((await making.enter(key)) !== "admitted") {
    throw new AppError(
      "unavailable",
      "token_making_busy",
      "Too many tokens are being made just now. Go back and try again in 5 s.",
      { retryAfter: 5 },
    );
  }
  try {
    return await make();
  } finally {
    making.leave(key);
  }
}

function formUsed(): AppError {
  return new AppError(
    "conflict",
    "form_used",
    "This form made a token already, whose secret is not shown again. Open the form anew to make another.",
  );
}

/**
 * Revokes a token: from the moment this returns no instance accepts it (spec 3.3). Revoking it again changes nothing.
 * The owner may, and an admin anybody's (spec 5.8); to others there is no such token.
 */
export async function revokeToken(
  { db }: { db: Queries },
  wanted: { tokenId: number; by: { id: number; admin: boolean }; actor: Actor | null; requestId: string },
): Promise<void> {
  const { tokenId, by, actor, requestId } = wanted;
  await db.transaction(async (tx) => {
    const token = await store.findToken(tx, tokenId);
    if (!token || (token.owner.id !== by.id && !by.admin)) {
      throw new AppError("notFound", "token_not_found", "There is no such token. Reload the list of tokens.");
    }
    if (!(await store.markRevoked(tx, tokenId, by.id))) return;
    const target = { type: "token", id: tokenId } as const;
    const detail = { label: token.label, prefix: token.prefix, owner: token.owner.id };
    await recordEvent(tx, { actor, requestId }, { action: "token.revoked", target, detail });
  });
}

/** What its own request may know of a token; instants as PostgreSQL writes them. */
export type AcceptedToken = Pick<store.TokenRow, "id" | "label" | "prefix" | "createdAt" | "lastUsedAt">;

export type TokenVerifier = {
  /**
   * The token in an Authorization header and its owner. Throws `unauthenticated` for a token that does not
   * work, `malformed` for two at once, `tooMany` or `unavailable` where it could not be compared just now.
   */
  verify(header: string | null): Promise<{ token: AcceptedToken; user: User; adminGranted: boolean }>;
  /** Resolves when no note of a last use is under way any more. */
  settled(): Promise<void>;
  /** bcrypt comparisons since the start. */
  readonly bcryptCount: number;
};

type Proof = { tokenId: number; hash: string };

/**
 * Fast and still exact (D16, spec 5.5 and 5.9): bcrypt compares a token once; that it matched is remembered under an
 * HMAC with a key of this process. Every request reads the token's row anew and requires the very hash that was compared.
 * @param clock monotonic milliseconds.
 */
export function createTokenVerifier({
  db,
  clock,
  log,
  cores = availableParallelism(),
  bcryptVerify = (secret, hash) => Bun.password.verify(secret, hash, "bcrypt"),
}: {
  db: Database;
  clock: () => number;
  log: Log;
  cores?: number;
  bcryptVerify?: (secret: string, hash: string) => Promise<boolean>;
}): TokenVerifier {
  const reads = store.prepareTokenReads(db);
  const uses = createUseNotes({ write: (tokenId) => store.markUsed(db, tokenId), clock, log });
  const processKey = randomBytes(32);
  // A proof needs no end: the row is compared with it each time. With one, whoever knows a prefix could
  // lock its owner out at that moment, by spending the prefix's failures.
  const proven = recentMap<string, Proof>(10_000);
  const refutedUntil = recentMap<string, number>(10_000);
  const failures = createFailureLimit({ most: 5, within: 60_000, clock });
  // bcrypt runs on the thread pool that also reads files: one core stays free for everything else.
  const gate = createGate({
    atOnce: Math.max(1, cores - 1),
    waitingPerKey: 4,
    waitingInAll: 256,
    patience: 10_000,
    clock,
  });
  const once = singleFlight<string, Proof>();
  let bcryptCount = 0;

  async function verify(header: string | null) {
    const read = readAuthorization(header);
    if (read.kind !== "token") throw refusedHeader(read);
    const key = createHmac("sha256", processKey).update(read.payload).digest("base64");

    const known = proven.get(key);
    const row = known && (await rowOf(known));
    if (row) return accepted(row);
    if (known) proven.delete(key);

    if ((refutedUntil.get(key) ?? -Infinity) > clock()) throw invalidToken();
    const proof = await once(key, () => prove(read.payload, key));
    // Read after the comparison, and by each request for itself: the token may be revoked in the meantime.
    const provenRow = await rowOf(proof);
    if (!provenRow) throw invalidToken();
    return accepted(provenRow);
  }

  async function rowOf({ tokenId, hash }: Proof): Promise<store.TokenRow | undefined> {
    const row = await reads.byId(tokenId);
    return row && !row.isRevoked && row.hash === hash ? row : undefined;
  }

  function accepted(row: store.TokenRow) {
    uses.note(row.id);
    const { id, label, prefix, createdAt, lastUsedAt, user, adminGranted } = row;
    return { token: { id, label, prefix, createdAt, lastUsedAt }, user, adminGranted };
  }

  async function prove(payload: string, key: string): Promise<Proof> {
    const { prefix, secret } = splitPayload(payload);
    const candidates = await reads.byPrefix(prefix);
    // A comparison with a made-up hash would hide that the prefix is unknown, and sell 250 ms of processor to anybody.
    if (candidates.length === 0) throw invalidToken();
    refuseAfterFailures(prefix);
    const admission = await gate.enter(prefix);
    if (admission !== "admitted") throw tooBusyToCheck(admission === "crowded" ? "tooMany" : "unavailable");
    try {
      refuseAfterFailures(prefix);
      for (const { id, hash } of candidates) {
        if (!(await matches(secret, id, hash))) continue;
        const proof = { tokenId: id, hash };
        proven.set(key, proof);
        return proof;
      }
      failures.record(prefix);
      refutedUntil.set(key, clock() + 60_000);
      throw invalidToken();
    } finally {
      gate.leave(prefix);
    }
  }

  function refuseAfterFailures(prefix: string): void {
    const wait = failures.wait(prefix);
    if (wait > 0) throw tooManyFailures(Math.ceil(wait / 1000));
  }

  async function matches(secret: string, tokenId: number, hash: string): Promise<boolean> {
    try {
      if (!isBcryptHash(hash)) return damaged(tokenId);
      bcryptCount++;
      return await bcryptVerify(secret, hash);
    } catch (error) {
      if (String((error as { code?: unknown }).code).startsWith("PASSWORD_")) return damaged(tokenId);
      throw error;
    }
  }

  function damaged(tokenId: number): false {
    log.error({ tokenId }, "the stored hash of a token is damaged: revoke the token and make another");
    return false;
  }

  return {
    verify,
    settled: uses.settled,
    get bcryptCount() {
      return bcryptCount;
    },
  };
}
