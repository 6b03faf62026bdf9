import type { Config } from "../../config.ts";
import type { Fetch } from "../../github/bounded-fetch.ts";
import { connectGitHub } from "../../github/github.ts";
import type { Log } from "../../log.ts";
import { printed } from "./check.ts";
import { examineDatabase } from "./database/actions.ts";
import { examineHost } from "./host/actions.ts";
import { examineAddress, examineDisk } from "./surroundings/actions.ts";

type Needs = { config: Config; fetch: Fetch; log: Log; say(line: string): void };

/**
 * Looks at everything svc depends on, beside the svc that runs or without one, changes nothing, and says what to do about
 * what is wrong. True where nothing is. What cannot be looked at is a failure of its own: it never throws for one.
 */
export async function doctor(
  { config, fetch, log, say }: Needs,
  { json }: { json: boolean },
): Promise<boolean> {
  const database = await examineDatabase({ config, log });
  const github = connectGitHub(config.github, { log });
  const checks = [
    ...database.checks,
    await examineDisk(config, database.dataDir),
    await examineAddress(config, fetch),
    ...(await examineHost({ config, github, source: database.source }, database.somebody)),
    ...database.deliveries,
  ];
  const healthy = checks.every(({ state }) => state !== "failed");
  say(json ? JSON.stringify({ ok: healthy, checks }, null, 2) : printed(checks));
  return healthy;
}
