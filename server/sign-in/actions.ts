import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { recordEvent } from "../audit/store.ts";
import { settle } from "../connection/first-admin/actions.ts";
import type { Queries } from "../../db/connect.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { GitHubError } from "../github/github-error.ts";
import type { StandingAtSignIn } from "../members/actions.ts";
import { upsertLocalAdmin, upsertUser } from "../members/store.ts";
import { openSession } from "../sessions/actions.ts";
import { isSecret, linkAddress, linkIsAllowed } from "./link.ts";
import { type Refusal, refusalByGitHub } from "./refusal.ts";
import { findLink, insertLink, insertSignIn, type LinkedPerson, takeLink, takeSignIn } from "./store.ts";

type World = Pick<Deps, "config" | "connection" | "db" | "github" | "log" | "membership">;

/** What the browser brings, beside what it asks for. */
export type Browser = {
  userAgent: string | null;
  /** Secret of the session that it has now, which the new one replaces. */
  replaces: string | undefined;
  requestId: string;
};

export type Opened = { secret: string; maxAgeSeconds: number };

/**
 * Begins a sign-in (D22). The state goes into the browser's cookie and nowhere else in the clear; in ten minutes it is worth nothing.
 * @param asked `next` is a path that safeNext gave.
 */
export async function startSignIn(
  { config, db, github }: Pick<World, "config" | "db" | "github">,
  { next, chooseAccount }: { next: string; chooseAccount: boolean },
): Promise<{ address: string; state: string }> {
  const [state, verifier] = [newSecret(), newSecret()];
  await insertSignIn(db, { stateHash: digest(state), verifier, next });
  const challenge = digest(verifier).toString("base64url");
  const redirectUri = callbackUrl(config.publicUrl);
  return { address: github.signIn.addressFor({ state, challenge, redirectUri, chooseAccount }), state };
}

/**
 * Ends the sign-in with which a browser comes back from GitHub (D22, spec 5.7): one that this browser began, and once.
 * @param back `state` is that of the cookie; the parameters are those that GitHub gave the browser.
 */
export async function finishSignIn(
  world: World,
  back: { parameters: URLSearchParams; state: string | undefined; browser: Browser },
): Promise<{ next: string; opened: Opened } | { next: string; refusal: Refusal }> {
  const { config, connection, db, github, membership } = world;
  const { parameters, browser } = back;
  const begun = await beginningOf(world, only(parameters, "state"), back.state);
  if (!begun) return { next: "/admin", refusal: { kind: "stale" } };
  const { verifier, next } = begun;
  try {
    const code = codeIn(parameters);
    const redirectUri = callbackUrl(config.publicUrl);
    const person = await github.signIn.identify({ code, verifier, redirectUri });
    const standing = await membership.atSignIn(person);
    if (!standing.allowed) return { next, refusal: await refuse(world, person, standing, browser) };
    const opened = await db.transaction(async (tx) => {
      const user = await upsertUser(tx, { ...person, admin: standing.admin });
      await settle({ config, connection, db: tx }, { user, admin: standing.admin, browser });
      return openSession({ db: tx }, sessionOf(user.id, "github", browser));
    });
    await connection.refresh();
    return { next, opened };
  } catch (error) {
    return { next, refusal: refusalOf(world, error, browser) };
  }
}

async function beginningOf(
  { db }: Pick<World, "db">,
  given: string | undefined,
  kept: string | undefined,
): Promise<{ verifier: string; next: string } | undefined> {
  // Without the cookie somebody could have a browser finish a sign-in that they began themselves.
  if (given === undefined || kept === undefined || !isSecret(given)) return undefined;
  return timingSafeEqual(digest(given), digest(kept)) ? takeSignIn(db, digest(given)) : undefined;
}

/** The code, or the error that GitHub sends in place of it. */
function codeIn(parameters: URLSearchParams): string {
  const [code, error] = [only(parameters, "code"), only(parameters, "error")];
  if (error === undefined && code !== undefined && /^[\x21-\x7e]{1,200}$/.test(code)) return code;
  const name = error ?? "bad_verification_code";
  throw new GitHubError("refused", "GitHub sent the browser back without a code.", {
    code: /^[a-z_]{1,60}$/.test(name) ? name : "unknown_error",
  });
}

async function refuse(
  { db }: Pick<World, "db">,
  { githubId, login }: { githubId: number; login: string },
  { invitedTo }: Extract<StandingAtSignIn, { allowed: false }>,
  { requestId }: Browser,
): Promise<Refusal> {
  const reason = invitedTo.length > 0 ? "invited" : "not_a_member";
  const target = { type: "sign_in", id: githubId } as const;
  await recordEvent(
    db,
    { actor: null, requestId },
    { action: "sign_in.refused", target, detail: { login, github_id: githubId, reason } },
  );
  return reason === "invited" ? { kind: reason, login, invitedTo } : { kind: reason, login };
}

function refusalOf({ log }: Pick<World, "log">, error: unknown, { requestId }: Browser): Refusal {
  if (error instanceof AppError && error.code === "membership_undecided")
    return { kind: "undecided", retryAfter: error.retryAfter ?? 5 };
  if (!(error instanceof GitHubError)) throw error;
  const refusal = refusalByGitHub(error);
  const facts = { request_id: requestId, refusal: refusal.kind, code: error.code, reason: error.message };
  if (refusal.kind === "misconfigured") log.error(facts, "nobody can sign in with these settings");
  else log.info(facts, "a sign-in came to nothing");
  return refusal;
}

/** A one-use sign-in link for this start of svc (D22), to print; undefined where there is to be none. */
export async function createSignInLink({
  db,
  config,
}: Pick<World, "db" | "config">): Promise<string | undefined> {
  if (!linkIsAllowed(config)) return undefined;
  const secret = newSecret();
  await insertLink(db, digest(secret));
  return linkAddress(config.publicUrl, secret);
}

/** The same for somebody whom svc knows, whatever is connected: for whoever has the database at hand. To be noted by the caller. */
export async function createLinkFor(
  { db, config }: { db: Queries; config: Pick<World["config"], "publicUrl"> },
  userId: number,
): Promise<string> {
  const secret = newSecret();
  await insertLink(db, digest(secret), userId);
  return linkAddress(config.publicUrl, secret);
}

/** A link that could be used now, and for whom; null is the local admin. Looking does not use it up: programs that scan links look at them too. */
export async function openLink(
  { db, config }: Pick<World, "db" | "config">,
  secret: string,
): Promise<{ person: LinkedPerson | null } | undefined> {
  if (!isSecret(secret)) return undefined;
  const link = await findLink(db, digest(secret));
  return link?.person || linkIsAllowed(config) ? link : undefined;
}

/** Uses the link up and signs in whom it is for; undefined where the link is worth nothing. */
export async function takeSignInLink(
  world: World,
  { secret, browser }: { secret: string; browser: Browser },
): Promise<{ opened: Opened } | { refusal: Refusal } | undefined> {
  const { db } = world;
  const link = await openLink(world, secret);
  if (!link) return undefined;
  const refusal = link.person && (await refusalOfLinked(world, link.person, browser));
  const opened = await db.transaction(async (tx) => {
    if (!(await takeLink(tx, digest(secret)))) return undefined;
    if (refusal) return { refusal };
    const { id } = link.person ?? (await upsertLocalAdmin(tx));
    return { opened: await openSession({ db: tx }, sessionOf(id, "link", browser)) };
  });
  return opened;
}

/** Membership is checked at every sign-in (spec 5.7). Where GitHub cannot say, the link is there for just that. */
async function refusalOfLinked(
  world: World,
  { githubId, login }: LinkedPerson,
  browser: Browser,
): Promise<Refusal | undefined> {
  if (githubId === null) return undefined;
  try {
    const standing = await world.membership.atSignIn({ githubId, login });
    return standing.allowed ? undefined : await refuse(world, { githubId, login }, standing, browser);
  } catch (error) {
    if (error instanceof AppError && error.code === "membership_undecided") return undefined;
    throw error;
  }
}

function sessionOf(userId: number, via: "github" | "link", { userAgent, replaces, requestId }: Browser) {
  return { userId, via, userAgent, requestId, ...(replaces !== undefined && { replaces }) };
}

function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/sign-in/github/callback`;
}

/** The one value of a parameter; none where it is given twice. */
function only(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
