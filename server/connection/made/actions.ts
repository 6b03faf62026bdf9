import type { Deps } from "../../deps.ts";
import { GitHubError } from "../../github/github.ts";
import { type By, note } from "../actions.ts";
import { pages } from "../manifest.ts";
import {
  downloadedBefore,
  inEnvironment,
  notHandedOver,
  notStored,
  strangeInstallation,
} from "../refusals.ts";
import { envFile, type Stored } from "../stored.ts";
import type { Choice } from "./choice.ts";

type World = Pick<Deps, "config" | "connection" | "db" | "github">;

/** Where the App is installed, by GitHub's own word: what the browser brings back from there is not believed. */
export async function installationsToChoose({ connection, github }: World): Promise<Choice[]> {
  const stored = storedIn(connection);
  const installed = await asked(github.app.installations());
  const before = new Set(stored.organisations);
  return installed.map(({ id, account }) => ({
    id,
    account,
    isChosen: installed.length === 1 || before.has(account.toLowerCase()),
  }));
}

/** Whose members may use svc, from now on: some of those where the App is installed. */
export async function confirmOrganisations(world: World, by: By, chosen: number[]): Promise<void> {
  const { connection, db } = world;
  const there = await installationsToChoose(world);
  const organisations = there
    .filter(({ id }) => chosen.includes(id))
    .map(({ account }) => account.toLowerCase());
  if (organisations.length === 0 || organisations.length < chosen.length) throw strangeInstallation();
  await db.transaction(async (tx) => {
    await connection.change(tx, () => ({ organisations }));
    const target = { type: "github_app", id: storedIn(connection).appId };
    const detail = { organisations: organisations.join(",") };
    await note(tx, by, { action: "github.organisations_confirmed", target, detail });
  });
  await connection.refresh();
}

/** Has GitHub deliver to PUBLIC_URL. Comments are read as before until the first delivery has arrived. */
export async function switchToWebhooks({ config, connection, db, github }: World, by: By): Promise<void> {
  const { appId, secrets } = storedIn(connection);
  const url = config.publicUrl + pages.webhook;
  // First, and alike however often: what GitHub does not do is not noted either.
  await asked(github.app.setHook({ url, secret: secrets.webhookSecret }));
  await db.transaction(async (tx) => {
    await connection.change(tx, () => ({ webhookSetAt: new Date() }));
    const target = { type: "github_app", id: appId };
    await note(tx, by, { action: "github.webhook_set", target, detail: { url } });
  });
  await connection.refresh();
}

/** The credentials as settings for the environment, once. */
export async function download({ connection, db }: World, by: By): Promise<string> {
  const { appId } = storedIn(connection);
  const text = await db.transaction(async (tx) => {
    let given: Stored | undefined;
    await connection.change(tx, (stored) => {
      if (stored.downloadedAt !== null) return undefined;
      given = stored;
      return { downloadedAt: new Date() };
    });
    if (!given) throw downloadedBefore();
    await note(tx, by, { action: "github.downloaded", target: { type: "github_app", id: appId } });
    return envFile(given);
  });
  await connection.refresh();
  return text;
}

function storedIn(connection: Deps["connection"]): Stored {
  if (connection.source() === "environment") throw inEnvironment();
  const stored = connection.stored();
  if (!stored) throw notStored();
  return stored;
}

async function asked<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.catch((error: unknown) => {
    throw error instanceof GitHubError ? notHandedOver(error.message) : error;
  });
}
