import { connect, type Database } from "../../db/connect.ts";
import type { AppError } from "../../server/errors.ts";
import { createLog } from "../../server/log.ts";
import { upsertUser } from "../../server/members/store.ts";
import {
  createTokenVerifier,
  issueToken,
  revokeToken,
  type TokenVerifier,
} from "../../server/tokens/actions.ts";
import { freshDatabase } from "../support/database.ts";

/** A database of its own with what a test about tokens says: `await issue("ada")`, `instance()`. */
export async function startTokens() {
  const { db, address, close } = await freshDatabase();
  const others: Database[] = [];
  const logLines: string[] = [];
  const log = createLog("info", (line) => logLines.push(line));
  const githubIds = new Map<string, number>();

  async function user(login: string) {
    if (!githubIds.has(login)) githubIds.set(login, 1000 + githubIds.size);
    return upsertUser(db, { githubId: githubIds.get(login)!, login });
  }

  async function issue(login: string, random?: () => Uint8Array) {
    const owner = await user(login);
    const { id, plaintext } = await issueToken(
      { db, ...(random && { random }) },
      { userId: owner.id, label: "a script", actor: null, requestId: "a test" },
    );
    return { id, user: owner, plaintext, header: `Bearer ${plaintext}` };
  }

  /** Revokes as a person does, by the panel. */
  const revoke = (tokenId: number, by: { id: number }, admin = false) =>
    revokeToken({ db }, { tokenId, by: { id: by.id, admin }, actor: null, requestId: "a test" });

  /** One running svc as far as tokens go; `elsewhere` gives it a connection pool of its own. */
  function instance(
    options: Partial<Parameters<typeof createTokenVerifier>[0]> & { elsewhere?: boolean } = {},
  ): TokenVerifier {
    const { elsewhere = false, ...rest } = options;
    const pool = elsewhere ? connect(address) : db;
    if (elsewhere) others.push(pool);
    return createTokenVerifier({ db: pool, clock: () => performance.now(), log, ...rest });
  }

  return {
    db,
    logLines,
    user,
    issue,
    revoke,
    instance,
    async close() {
      for (const pool of others) await pool.$client.end({ timeout: 1 });
      await close();
    },
  };
}

/** A token of the right form that nobody was given. */
export function madeUpToken(prefix = ""): string {
  const random = crypto
    .getRandomValues(new Uint8Array(32))
    .toBase64({ alphabet: "base64url", omitPadding: true });
  return `svc_${prefix}${random.slice(prefix.length)}`;
}

/** How a promise was refused: its kind, code and challenge, or "accepted". */
export async function refusalOf(attempt: Promise<unknown>) {
  try {
    await attempt;
  } catch (error) {
    const { kind, code, message, retryAfter, headers } = error as AppError;
    return { kind, code, message, retryAfter, challenge: headers?.["www-authenticate"] };
  }
  return "accepted";
}
