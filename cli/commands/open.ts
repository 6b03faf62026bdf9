import type { Command } from "commander";
import { nearest } from "../../server/nearest.ts";
import { CliError } from "../errors.ts";
import { readIssue } from "../issue-argument.ts";
import { terminalText } from "../output/terminal-text.ts";
import { readHost } from "../settings.ts";
import type { World } from "../world.ts";
import { readPlanVsActual } from "./plan-vs-actual.ts";
import { addServerOptions, connect, once, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

const pages: Record<string, string> = {
  overview: "/admin",
  entries: "/admin/entries",
  plans: "/admin/plans",
  clients: "/admin/clients",
  mappings: "/admin/mappings",
  tokens: "/admin/tokens",
  deliveries: "/admin/deliveries",
  audit: "/admin/audit",
  sessions: "/admin/sessions",
  docs: "/docs",
};

export const pageNames = Object.keys(pages);

/** Adds `svc open`: a page of the panel, or an issue on the code host. */
export function addOpen(program: Command, world: World): void {
  const command = program
    .command("open [page]")
    .description(
      `Shows a page of the panel in the browser, or an issue: ${pageNames.join(", ")}, or owner/repo#number.`,
    )
    .addHelpText("before", examples)
    .addHelpText("after", "\nIn a pipe it prints the address alone.\n")
    .option("--no-browser", "only print the address");
  addServerOptions(command).action((page: string | undefined, options: Options) =>
    open(world, page, options),
  );
}

type Options = ServerOptions & { browser: boolean };

const examples = `Examples:
  $ svc open
  $ svc open tokens
  $ svc open acme/web#12
`;

async function open(world: World, page = "overview", options: Options): Promise<void> {
  const address = page.includes("/")
    ? await issueAddress(world, page, options)
    : (await readHost(world, once("--host", options.host))) + pathOf(page);
  const shown = options.browser && world.stdout.isTTY && (await world.openBrowser(address));
  if (shown) return tell(world, `Your browser shows ${address}`);
  await world.stdout.write(`${terminalText(address)}\n`);
}

function pathOf(page: string): string {
  const path = Object.hasOwn(pages, page) ? pages[page] : undefined;
  if (path) return path;
  const meant = nearest(page, pageNames);
  const all = `Pages: ${pageNames.join(", ")}, or an issue like acme/web#12`;
  const fix = meant ? `Did you mean ${meant}?` : all;
  throw new CliError("usage", `there is no page ${JSON.stringify(page)}`, fix);
}

/** Which code host it is on, the server knows. */
async function issueAddress(world: World, text: string, options: Options): Promise<string> {
  const issue = readIssue(text);
  const found = await readPlanVsActual(await connect(world, options), issue);
  return found.issue.url;
}
