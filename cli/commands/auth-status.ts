import type { Command } from "commander";
import type { MeJson } from "../../server/members/json.ts";
import { openApi } from "../api.ts";
import { CliError } from "../errors.ts";
import { hostsPath, readHosts } from "../hosts-file.ts";
import { environmentToken, logIn, readHost, type Settings, tokenIn } from "../settings.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { World } from "../world.ts";
import { addServerOptions, once, type ServerOptions } from "./server-options.ts";
import { described, readMe } from "./whoami.ts";

/** Adds `svc auth status`: every token that svc would use, tried. */
export function addStatus(auth: Command, world: World): void {
  const command = auth
    .command("status")
    .summary("try the tokens that svc would use, and tell where they are from")
    .description("Tries the tokens that svc would use, and tells where they are from.")
    .addHelpText("before", examples);
  addServerOptions(command).action((options: ServerOptions) => status(world, options));
}

const examples = `Examples:
  $ svc auth status
  $ svc auth status --host https://hours.example.com
`;

async function status(world: World, options: ServerOptions): Promise<void> {
  const asked = once("--host", options.host);
  const first = await readHost(world, asked);
  const { tokens } = await readHosts(world);
  const hosts = new Set(asked === undefined ? [first, ...tokens.keys()] : [first]);
  let failure: CliError | undefined;
  for (const host of hosts) {
    const { lines, failed } = await tried(world, host, tokens.get(host));
    const title = host === first && hosts.size > 1 ? `${host} (asked where none is named)` : host;
    await world.stdout.write([title, ...lines.map((line) => `  ${line}`)].map(shown).join(""));
    failure ??= failed;
  }
  if (failure) throw failure;
}

const shown = (line: string) => `${terminalText(line)}\n`;

type Tried = { lines: string[]; failed?: CliError };

async function tried(world: World, host: string, stored: string | undefined): Promise<Tried> {
  const kept = stored === undefined ? undefined : { text: stored, from: hostsPath(world), isKept: true };
  try {
    const found = (await environmentToken(world, host)) ?? kept;
    if (!found) throw new CliError("auth", `no token for ${host}`, logIn(host));
    const token = tokenIn(found.text, found.from, host);
    const settings = { host, token, tokenFrom: found.from, isKept: found.isKept };
    const lines = told(await readMe(openApi(world, settings)), settings);
    const unused = kept && kept.from !== found.from;
    return { lines: unused ? [...lines, `The one in ${kept.from} is not used meanwhile`] : lines };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { lines: [`Does not work: ${error.message}`], failed: error };
  }
}

function told({ login, admin, token }: MeJson, { tokenFrom }: Settings): string[] {
  const used = token.last_used_at ? `last used ${token.last_used_at.slice(0, 10)}` : "not used before";
  return [
    `Works, as ${described({ login, admin })}`,
    `Token svc_${token.prefix}… “${token.label}”, made ${token.created_at.slice(0, 10)}, ${used}`,
    `It comes from ${tokenFrom}`,
  ];
}
