import type { Database, Queries } from "../../../db/connect.ts";
import type { Config } from "../../config.ts";
import type { Log } from "../../log.ts";
import { ConnectionProblem } from "../problem.ts";
import { seal, unseal } from "../secrets/actions.ts";
import { boundTo, configOf, type Stored } from "../stored.ts";
import { readConnection, readRevision, type Row, writeConnection } from "../store.ts";

/** The App that svc works with, wherever it comes from. The one owner of what is live in Config. */
export type Connection = {
  /** Where the App comes from: settings in the environment stand above what is stored, and are never mixed with it. */
  source(): "environment" | "stored" | "none";
  /** What is stored and in use. */
  stored(): Stored | undefined;
  /** Why what is stored is not in use; undefined where it is, or where nothing is stored. */
  problem(): string | undefined;
  /** Reads what is stored, where another instance may have changed it, and has everything work with it. */
  refresh(): Promise<void>;
  /** Stores another App in the place of the one before, in the caller's transaction. To be followed by `refresh`. */
  put(tx: Queries, stored: Stored): Promise<void>;
  /** Changes what is stored, one after the other; false where nothing is, or the change says that it is not to be. To be followed by `refresh`. */
  change(tx: Queries, by: (stored: Stored) => Partial<Stored> | undefined): Promise<boolean>;
  /** To be told of every verified delivery: the first one after the switch to webhooks ends the polling. */
  heard(): void;
  /** Calls back after every change. */
  onChange(listener: () => void): void;
  /** Looks for changes by other instances, in milliseconds; the answer ends it. */
  follow(everyMs: number): () => void;
};

type World = {
  db: Database;
  config: Config;
  log: Log;
  /** Has everything work with another GitHub. */
  use(github: Config["github"]): void;
};

/** Nothing is read before `refresh`. */
export function createConnection({ db, config, log, use }: World): Connection {
  const given = { github: config.github, allowedOrgs: config.allowedOrgs };
  const { appId, privateKey, webhookSecret, clientId, clientSecret } = given.github;
  const inEnvironment = [appId, privateKey, webhookSecret, clientId, clientSecret].some(Boolean);
  const listeners: (() => void)[] = [];
  let revision: string | undefined;
  let stored: Stored | undefined;
  let problem: string | undefined;
  let isEnding = false;

  async function refresh(): Promise<void> {
    if (inEnvironment) return;
    const row = await readConnection(db);
    if (row?.revision === revision) return;
    [stored, problem] = row ? opened(row) : [undefined, undefined];
    revision = row?.revision;
    if (problem !== undefined) log.error(problem);
    config.github = stored ? configOf(stored) : given.github;
    config.allowedOrgs = given.allowedOrgs.length > 0 ? given.allowedOrgs : (stored?.organisations ?? []);
    use(config.github);
    for (const listener of listeners) listener();
  }

  function opened(row: Row): [Stored | undefined, string | undefined] {
    try {
      const { id: _, revision: _revision, sealed, ...plain } = row;
      return [{ ...plain, secrets: unseal(config, sealed, boundTo(plain)) }, undefined];
    } catch (error) {
      if (error instanceof ConnectionProblem) return [undefined, error.message];
      throw error;
    }
  }

  async function put(tx: Queries, { secrets, ...plain }: Stored): Promise<void> {
    await writeConnection(tx, { ...plain, sealed: seal(config, secrets, boundTo(plain)) });
  }

  async function change(tx: Queries, by: Parameters<Connection["change"]>[1]): Promise<boolean> {
    const row = await readConnection(tx, { locked: true });
    const [before] = row ? opened(row) : [];
    const changes = before && by(before);
    if (!changes) return false;
    await put(tx, { ...before, ...changes });
    return true;
  }

  function heard(): void {
    if (isEnding || stored?.hears !== "polling" || stored.webhookSetAt === null) return;
    isEnding = true;
    endPolling()
      .catch((error: unknown) => log.warn({ err: String(error) }, "the polling goes on for now"))
      .finally(() => (isEnding = false));
  }

  async function endPolling(): Promise<void> {
    await db.transaction((tx) =>
      change(tx, ({ hears, webhookSetAt }) =>
        hears === "polling" && webhookSetAt !== null ? { hears: "webhook" } : undefined,
      ),
    );
    await refresh();
    log.info("GitHub delivers: the polling ends.");
  }

  async function look(): Promise<void> {
    if ((await readRevision(db)) !== revision) await refresh();
  }

  function follow(everyMs: number): () => void {
    if (inEnvironment) return () => {};
    const timer = setInterval(() => {
      look().catch((error: unknown) =>
        log.warn({ err: String(error) }, "the connection could not be read again"),
      );
    }, everyMs);
    return () => clearInterval(timer);
  }

  return {
    source: () => (inEnvironment ? "environment" : stored ? "stored" : "none"),
    stored: () => stored,
    problem: () => problem,
    refresh,
    put,
    change,
    heard,
    onChange: (listener) => void listeners.push(listener),
    follow,
  };
}
