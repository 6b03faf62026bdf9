import { createHash, randomBytes } from "node:crypto";
import type { Transaction } from "../../db/connect.ts";
import type { AuditEvent } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import { apiOf, canDeliver } from "../config.ts";
import type { Deps } from "../deps.ts";
import { GitHubError } from "../github/github.ts";
import { convertManifest } from "../github/manifest-conversion.ts";
import type { Visitor } from "../sessions/actions.ts";
import { isSecret } from "../sign-in/link.ts";
import { installingAddress, makingAddress, manifestOf } from "./manifest.ts";
import { ConnectionProblem } from "./problem.ts";
import { inEnvironment, notHandedOver, staleWayBack } from "./refusals.ts";
import { insertState, takeState } from "./store.ts";
import type { Stored } from "./stored.ts";

type World = Pick<Deps, "config" | "connection" | "db" | "log">;
/** Who does it, over which session, in which request. */
export type By = { visitor: Visitor; requestId: string };

/** Where to send the browser, with what, so that GitHub makes the App. Whoever comes back with the state must be the same session, within an hour. */
export async function beginApp(
  { config, connection, db }: World,
  { visitor }: By,
  { site, account }: { site: string; account: string | undefined },
): Promise<{ address: ReturnType<typeof makingAddress>; manifest: string }> {
  if (connection.source() === "environment") throw inEnvironment();
  const state = randomBytes(32).toString("base64url");
  await insertState(db, { stateHash: digest(state), sessionId: visitor.sessionId, siteUrl: site });
  const manifest = manifestOf(config.publicUrl, { site, account });
  return { address: makingAddress(site, account, state), manifest: JSON.stringify(manifest) };
}

/** Takes over the App that GitHub has made, once, and has everything work with it. Answers with where it is installed. */
export async function finishApp(
  world: World,
  by: By,
  { code, state }: { code: string | undefined; state: string | undefined },
): Promise<{ installAt: string }> {
  const { config, connection, db, log } = world;
  if (connection.source() === "environment") throw inEnvironment();
  if (state === undefined || !isSecret(state)) throw staleWayBack();
  const begun = await takeState(db, { stateHash: digest(state), sessionId: by.visitor.sessionId });
  if (!begun || code === undefined || !/^[\x21-\x7e]{1,200}$/.test(code)) throw staleWayBack();
  const site = begun.siteUrl;
  const apiUrl = apiOf(site);
  const { webhookSecret, privateKey, clientSecret, ...made } = await convertManifest(
    { apiUrl, log },
    code,
  ).catch((error: unknown) => {
    throw error instanceof GitHubError ? notHandedOver(error.message) : error;
  });
  const hears = webhookSecret !== null && canDeliver(config.publicUrl, site) ? "webhook" : "polling";
  await store(world, by, {
    ...made,
    siteUrl: site,
    apiUrl,
    hears,
    webhookSetAt: null,
    secrets: { privateKey, clientSecret, webhookSecret: webhookSecret ?? newSecret() },
  });
  return { installAt: installingAddress(site, made.htmlUrl, made.slug) };
}

type NewApp = Omit<Stored, "organisations" | "connectedAt" | "settledAt" | "downloadedAt">;

/**
 * Stores an App in the place of the one before and has everything work with it. The organisations stay where the code host does. On this machine the
 * sign-in link goes on until an admin has come in through it.
 * @throws AppError where the key cannot be had under which it is kept.
 */
export async function store(
  { connection, db }: Pick<World, "connection" | "db">,
  by: By,
  app: NewApp,
): Promise<void> {
  const before = connection.stored();
  const organisations = before?.siteUrl === app.siteUrl ? before.organisations : [];
  const stored: Stored = {
    ...app,
    organisations,
    connectedAt: new Date(),
    settledAt: null,
    downloadedAt: null,
  };
  await db
    .transaction(async (tx) => {
      await connection.put(tx, stored);
      await note(tx, by, {
        action: "github.connected",
        target: { type: "github_app", id: app.appId },
        detail: { slug: app.slug, site: app.siteUrl, hears: app.hears },
      });
    })
    .catch((error: unknown) => {
      throw error instanceof ConnectionProblem ? notHandedOver(error.message) : error;
    });
  await connection.refresh();
}

/** Notes in the audit log who did what with the connection. */
export async function note(tx: Transaction, { visitor, requestId }: By, event: AuditEvent): Promise<void> {
  await recordEvent(tx, { actor: visitor.actor, requestId }, event);
}

/** As long as GitHub's own. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
