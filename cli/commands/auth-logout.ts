import type { Command } from "commander";
import { hostsPath, readHosts, writeHosts } from "../hosts-file.ts";
import { environmentToken, readHost } from "../settings.ts";
import type { World } from "../world.ts";
import { addServerOptions, once, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

/** Adds `svc auth logout`, which forgets a token here. Revoking it takes a browser (spec 3.3). */
export function addLogout(auth: Command, world: World): void {
  const command = auth
    .command("logout")
    .summary("forget the token for a server")
    .description("Forgets the token for a server. It stays valid until you revoke it in the panel.")
    .addHelpText("before", examples);
  addServerOptions(command).action((options: ServerOptions) => logout(world, options));
}

const examples = `Examples:
  $ svc auth logout
  $ svc auth logout --host https://hours.example.com
`;

async function logout(world: World, options: ServerOptions): Promise<void> {
  const host = await readHost(world, once("--host", options.host));
  const { preferred, tokens } = await readHosts(world);
  if (tokens.delete(host)) {
    await writeHosts(world, { preferred: preferred === host ? [...tokens.keys()][0] : preferred, tokens });
    await tell(world, `Forgot the token for ${host}, which was kept in ${hostsPath(world)}`);
    await tell(world, `It still works elsewhere until you revoke it: ${host}/admin/tokens`);
  } else {
    const others = tokens.size > 0 ? ` Tokens are kept for: ${[...tokens.keys()].join(", ")}` : "";
    await tell(world, `No token is kept for ${host}.${others}`);
  }
  const other = await environmentToken(world, host).catch(() => undefined);
  if (other) await tell(world, `${other.from} is set, and is used as before.`);
}
