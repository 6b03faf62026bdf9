import { openToRead } from "../../../../db/backup/place.ts";
import { pendingIn } from "../../../../db/beside.ts";
import type { Database } from "../../../../db/connect.ts";
import { findEmbedded } from "../../../../db/embedded.ts";
import { explained } from "../../../../db/problem.ts";
import type { Config } from "../../../config.ts";
import { createConnection } from "../../../connection/live/actions.ts";
import type { Log } from "../../../log.ts";
import { findStanding } from "../../../redelivery/store.ts";
import { type Check, failed, ok, skipped } from "../check.ts";
import { deliveryCheck, pollingCheck } from "../hearing.ts";
import { aboutServer, pollingStanding, somebodyKnown } from "./store.ts";

type Examined = {
  checks: Check[];
  deliveries: Check[];
  /** Where svc's own database keeps its data; undefined where it is on a server. */
  dataDir: string | undefined;
  somebody: { githubId: number; login: string } | undefined;
  source: "environment" | "stored" | "none";
};

/** How it stands with the database. Has `config` be what it is with what is stored there. */
export async function examineDatabase({ config, log }: { config: Config; log: Log }): Promise<Examined> {
  const options = { ...config, log: { info: () => {}, error: (message: string) => log.error(message) } };
  const nothing: Examined = {
    checks: [],
    deliveries: [],
    dataDir: undefined,
    somebody: undefined,
    source: config.github.appId === undefined ? "none" : "environment",
  };
  try {
    const own = config.databaseUrl === undefined;
    const { db, close } = await openToRead(options, 10_000);
    const dataDir = own ? findEmbedded(options).dataDir : undefined;
    try {
      return { ...nothing, dataDir, ...(await examine({ config, db, log }, dataDir)) };
    } finally {
      await close();
    }
  } catch (error) {
    const known = explained(error);
    const fix = known instanceof Error ? known.message : String(known);
    const check = failed("Database", "it cannot be used", fix);
    return { ...nothing, checks: [check, skipped("Migrations", "not before the database can be used")] };
  }
}

async function examine(
  { config, db, log }: { config: Config; db: Database; log: Log },
  dataDir: string | undefined,
): Promise<Partial<Examined>> {
  const { version, readOnly } = await aboutServer(db);
  const where = dataDir === undefined ? "the server of DATABASE_URL" : `svc's own, in ${dataDir}`;
  const server = readOnly
    ? failed(
        "Database",
        `PostgreSQL ${version}, ${where}, is read-only`,
        "Name the primary server in DATABASE_URL.",
      )
    : ok("Database", `PostgreSQL ${version}, ${where}`);
  const pending = await pendingIn(db);
  if (pending.length > 0) {
    const behind = failed(
      "Migrations",
      `${pending.length} to apply: ${pending.join(", ")}`,
      "Run the command migrate, or start svc, which does it by itself.",
    );
    return { checks: [server, behind] };
  }
  const connection = createConnection({ db, config, log, use: () => {} });
  await connection.refresh();
  const problem = connection.problem();
  const stored =
    problem === undefined ? [] : [failed("Connection", "the stored GitHub App cannot be used", problem)];
  return {
    checks: [server, ok("Migrations", "all applied"), ...stored],
    deliveries: await deliveriesOf(config, db),
    somebody: await somebodyKnown(db),
    source: connection.source(),
  };
}

async function deliveriesOf({ github }: Config, db: Database): Promise<Check[]> {
  const now = new Date();
  if (github.appId === undefined) return [skipped("Deliveries", "no GitHub is connected")];
  if (github.hears === "polling") return [pollingCheck(await pollingStanding(db), now)];
  return [deliveryCheck(await findStanding(db), now)];
}
