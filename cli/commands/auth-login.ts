import type { Command } from "commander";
import { openApi } from "../api.ts";
import { CliError } from "../errors.ts";
import { hostsPath, readHosts, writeHosts } from "../hosts-file.ts";
import { environmentToken, readHost, tokenIn } from "../settings.ts";
import type { World } from "../world.ts";
import { tell } from "./tell.ts";
import { addServerOptions, once, type ServerOptions } from "./server-options.ts";
import { described, readMe } from "./whoami.ts";

type LoginOptions = ServerOptions & { withToken?: boolean; browser: boolean };

/** Adds `svc auth login`. A token can be made in a browser only (spec 5.4), so it is pasted here, or piped in. */
export function addLogin(auth: Command, world: World): void {
  const command = auth
    .command("login")
    .summary("keep a token for a server on this machine")
    .description(
      "Keeps a token for a server on this machine. It opens the page on which you make one, and asks you to paste it.",
    )
    .addHelpText("before", examples)
    .option("--with-token", "read the token from standard input")
    .option("--no-browser", "only print the address of the page");
  addServerOptions(command).action((options: LoginOptions) => login(world, options));
}

const examples = `Examples:
  $ svc auth login --host https://hours.example.com
  $ svc auth login --host https://hours.example.com --with-token < token.txt
  $ svc auth login --no-browser
`;

async function login(world: World, options: LoginOptions): Promise<void> {
  const host = await readHost(world, once("--host", options.host));
  const hosts = await readHosts(world);
  const token = options.withToken
    ? tokenIn(await world.stdin.readAll(), "standard input", host)
    : tokenIn(await pasted(world, host, options.browser), "what you pasted", host);
  const me = await readMe(openApi(world, { host, token, tokenFrom: "your answer", isKept: true }));
  hosts.tokens.set(host, token);
  await writeHosts(world, { preferred: host, tokens: hosts.tokens });
  await tell(world, `Logged in to ${host} as ${described(me)}, with the token “${me.token.label}”.`);
  await tell(world, `It is kept in ${hostsPath(world)}`);
  const other = await environmentToken(world, host).catch(() => undefined);
  if (other) await tell(world, `But ${other.from} is set, and is used instead of it while it is.`);
}

async function pasted(world: World, host: string, browser: boolean): Promise<string> {
  if (!world.stdin.isTTY) {
    throw new CliError(
      "usage",
      "there is no terminal to paste a token into",
      "Pipe it in: svc auth login --with-token < FILE",
    );
  }
  const label = `svc on ${world.machine.name}`.slice(0, 100);
  const address = `${host}/admin/tokens/new?${new URLSearchParams({ label })}`;
  const shown = browser && (await world.openBrowser(address));
  await tell(world, shown ? "Your browser shows where to make a token:" : "Make a token here:");
  await tell(world, `  ${address}`);
  return world.stdin.ask("Paste it (it stays unseen): ", { hidden: true });
}
