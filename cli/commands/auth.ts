import type { Command } from "commander";
import type { World } from "../world.ts";
import { addLogin } from "./auth-login.ts";
import { addLogout } from "./auth-logout.ts";
import { addStatus } from "./auth-status.ts";

/** Adds `svc auth`: the tokens that this machine keeps. */
export function addAuth(program: Command, world: World): void {
  const auth = program
    .command("auth")
    .helpCommand(false)
    .description("Logs in and out, and tells which tokens are kept here.")
    .addHelpText("before", examples);
  addLogin(auth, world);
  addStatus(auth, world);
  addLogout(auth, world);
}

const examples = `Examples:
  $ svc auth login --host https://hours.example.com
  $ svc auth status
  $ svc auth logout
`;
