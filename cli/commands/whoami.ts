import type { Command } from "commander";
import type { MeJson } from "../../server/members/json.ts";
import type { Api } from "../api.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, type ServerOptions } from "./server-options.ts";

/** Adds `svc whoami`: whom the token acts as (spec 5.2). */
export function addWhoami(program: Command, world: World): void {
  const command = program
    .command("whoami")
    .description("Says whom your token acts as.")
    .addHelpText("before", examples)
    .option("--json", "all that the server says, as JSON");
  addServerOptions(command).action(async (options: ServerOptions & { json?: boolean }) => {
    const api = await connect(world, options);
    const me = await readMe(api);
    if (options.json) return printJson(world.stdout, me);
    const person = world.stdout.isTTY ? `${described(me)} on ${api.host}` : me.login;
    await world.stdout.write(`${terminalText(person)}\n`);
  });
}

const examples = `Examples:
  $ svc whoami
  $ svc whoami --json
  $ svc whoami --host https://hours.example.com
`;

/** Asks the server who the token's owner is. */
export async function readMe(api: Pick<Api, "get" | "host">): Promise<MeJson> {
  return known<MeJson>(
    await api.get("/me"),
    api.host,
    ({ login, admin, token }) =>
      typeof login === "string" && typeof admin === "boolean" && typeof token?.prefix === "string",
  );
}

/** `ada (admin)` */
export function described({ login, admin }: Pick<MeJson, "login" | "admin">): string {
  return admin ? `${login} (admin)` : login;
}
