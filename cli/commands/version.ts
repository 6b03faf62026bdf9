import type { Command } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { terminalText } from "../output/terminal-text.ts";
import { readServerVersion } from "../server-version.ts";
import { readHost } from "../settings.ts";
import type { World } from "../world.ts";
import { addServerOptions, once, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type Options = ServerOptions & { check?: boolean };

/** Adds `svc version`. Nothing is asked of anybody unless `--check` is given, and then of the server alone. */
export function addVersion(program: Command, world: World): void {
  const command = program
    .command("version")
    .description("Prints the version of svc, and with --check that of the server.")
    .addHelpText("before", examples)
    .option("--check", "ask the server for its version, and compare");
  addServerOptions(command).action(async (options: Options) => {
    const { platform, arch } = world.machine;
    await world.stdout.write(`svc ${version} (${platform} ${arch}, Bun ${Bun.version})\n`);
    if (!options.check) return;
    const host = await readHost(world, once("--host", options.host));
    const its = await readServerVersion(world, host);
    await world.stdout.write(terminalText(`${host} ${its}`) + "\n");
    if (its !== version) {
      await tell(world, `They differ. The svc that belongs to the server is version ${its}.`);
    }
  });
}

const examples = `Examples:
  $ svc version
  $ svc version --check
`;
