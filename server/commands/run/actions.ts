import { openBeside } from "../../../db/beside.ts";
import type { Database } from "../../../db/connect.ts";
import type { Config } from "../../config.ts";
import { createConnection } from "../../connection/live/actions.ts";
import type { Fetch } from "../../github/bounded-fetch.ts";
import type { Log } from "../../log.ts";
import { carryOut } from "../actions.ts";
import type { CommandName } from "../catalogue.ts";
import type { Command } from "../command.ts";
import { doctor } from "../doctor/actions.ts";
import { grantAdmin, loginLink, revokeAdmin, revokeTokens } from "../people/actions.ts";
import { migrateDatabase } from "../schema/actions.ts";

type Needs = { config: Config; fetch: Fetch; log: Log; say(line: string): void };
type Run = Exclude<Command, { kind: "help" }> & {
  kind: Exclude<CommandName, "start" | "config" | "healthcheck" | "version">;
};

/**
 * Carries out a command other than `start`; what it ends the process with.
 * @throws DatabaseProblem or CommandProblem with what to do.
 */
export async function runCommand(needs: Needs, { kind, operands, options }: Run): Promise<0 | 1> {
  const { config, log, say } = needs;
  const [operand = ""] = operands;
  const login = typeof options["--user"] === "string" ? options["--user"] : undefined;
  switch (kind) {
    case "doctor":
      return (await doctor(needs, { json: "--json" in options })) ? 0 : 1;
    case "migrate": {
      const toLog = {
        info: (message: string) => log.info(message),
        error: (message: string) => log.error(message),
      };
      await migrateDatabase(
        { options: { ...config, log: toLog }, log, say },
        { dryRun: "--dry-run" in options },
      );
      break;
    }
    case "login-link":
      await withPeople(needs, (all) => loginLink(all, login));
      break;
    case "admin grant":
      await withPeople(needs, (all) => grantAdmin(all, operand));
      break;
    case "admin revoke":
      await withPeople(needs, (all) => revokeAdmin(all, operand));
      break;
    case "tokens revoke":
      await withPeople(needs, (all) => revokeTokens(all, login ?? ""));
      break;
    case "backup":
      await carryOut(needs, { kind, file: operand, force: "--force" in options });
      break;
    case "restore":
      await carryOut(needs, { kind, file: operand });
      break;
    case "move-to":
      await carryOut(needs, { kind, url: operand });
      break;
  }
  return 0;
}

/** With the database of the svc that runs, or that would, and what is stored of its connection in force. */
async function withPeople(
  { config, log, say }: Needs,
  act: (needs: { config: Config; db: Database; say(line: string): void }) => Promise<void>,
): Promise<void> {
  const toLog = {
    info: (message: string) => log.info(message),
    error: (message: string) => log.error(message),
  };
  const { db, close } = await openBeside({ ...config, log: toLog });
  try {
    await createConnection({ db, config, log, use: () => {} }).refresh();
    await act({ config, db, say });
  } finally {
    await close();
  }
}
