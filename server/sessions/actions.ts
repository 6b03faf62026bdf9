import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../../db/connect.ts";
import type { Actor } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import { AppError } from "../errors.ts";
import { isSecret, type LinkConditions, linkIsAllowed } from "../sign-in/link.ts";
import { mostDays } from "./lifetime.ts";
import * as store from "./store.ts";
import { browserName } from "./user-agent.ts";

/** Somebody who is signed in to the panel. */
export type Visitor = {
  sessionId: number;
  via: "github" | "link";
  /** `admin` as the last membership decision had it (D13). */
  user: { id: number; login: string; admin: boolean };
  actor: Actor;
};

/**
 * Signs somebody in: a new secret each time, so that one planted before is worth nothing, and the session before is gone (D20).
 * @param session `replaces` is the secret that the browser brought, if any.
 * @returns the cookie's value, which is kept nowhere, and how long the browser is to keep it.
 */
export async function openSession(
  { db }: { db: Queries },
  session: {
    userId: number;
    via: "github" | "link";
    userAgent: string | null;
    replaces?: string;
    requestId: string;
  },
): Promise<{ secret: string; maxAgeSeconds: number }> {
  const { userId, via, replaces, requestId } = session;
  const secret = randomBytes(32).toString("base64url");
  const userAgent = session.userAgent?.slice(0, 500).toWellFormed() ?? null;
  await db.transaction(async (tx) => {
    const replaced = replaces === undefined ? undefined : await store.deleteSessionWith(tx, digest(replaces));
    await store.deleteExpired(tx);
    const id = await store.insertSession(tx, { userId, via, userAgent, secretHash: digest(secret) });
    const actor = actorOf({ id, via, userId });
    const browser = browserName(userAgent) ?? null;
    const detail = { browser, ...(replaced !== undefined && { replaces: replaced }) };
    const target = { type: "session", id } as const;
    await recordEvent(tx, { actor, requestId }, { action: "session.created", target, detail });
  });
  return { secret, maxAgeSeconds: mostDays * 24 * 3600 };
}

/**
 * Who a session's secret lets in: idle for 12 hours or 7 days old it lets in nobody (D20). Membership was checked at
 * sign-in (spec 5.7). The local admin's session ends as soon as there would be no link for them.
 */
export async function readSession(
  { db, config }: { db: Queries; config: LinkConditions },
  secret: string | undefined,
): Promise<Visitor | undefined> {
  if (secret === undefined || !isSecret(secret)) return undefined;
  const session = await store.findSession(db, digest(secret));
  if (!session || (session.user.isLocal && !linkIsAllowed(config))) return undefined;
  const { id, via, isDue } = session;
  const { isLocal: _, ...user } = session.user;
  if (isDue) await store.markSeen(db, id);
  return { sessionId: id, via, user, actor: actorOf({ id, via, userId: user.id }) };
}

/** Signs out. */
export async function endSession(
  { db }: { db: Queries },
  { sessionId, user, actor }: Visitor,
  requestId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, user.id, sessionId))) return;
    const target = { type: "session", id: sessionId } as const;
    await recordEvent(tx, { actor, requestId }, { action: "session.ended", target });
  });
}

/** Ends another session of the same person, e.g. one on a lost machine. Throws `notFound` for anybody else's. */
export async function revokeSession(
  { db }: { db: Queries },
  { user, actor }: Visitor,
  sessionId: number,
  requestId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, user.id, sessionId))) {
      throw new AppError("notFound", "session_not_found", "There is no such session. Reload the list.");
    }
    const target = { type: "session", id: sessionId } as const;
    await recordEvent(tx, { actor, requestId }, { action: "session.revoked", target });
  });
}

function actorOf({ id, via, userId }: { id: number; via: "github" | "link"; userId: number }): Actor {
  return { userId, via: via === "link" ? "link" : "session", viaId: id };
}

function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
