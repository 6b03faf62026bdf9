import type { Command } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { type Api, openApi } from "../api.ts";
import { CliError } from "../errors.ts";
import { readServerVersion } from "../server-version.ts";
import { readHost, readSettings } from "../settings.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { World } from "../world.ts";
import { addServerOptions, once, type ServerOptions } from "./server-options.ts";
import { described, readMe } from "./whoami.ts";

/** Adds `svc doctor`: why something does not work, one question after the other. */
export function addDoctor(program: Command, world: World): void {
  const command = program
    .command("doctor")
    .description(
      "Finds out why svc does not work here: settings, connection, clock, version and token, one after the other.",
    )
    .addHelpText("before", examples);
  addServerOptions(command).action((options: ServerOptions) => examine(world, options));
}

const examples = `Examples:
  $ svc doctor
  $ svc doctor --host https://hours.example.com
`;

async function examine(world: World, options: ServerOptions): Promise<void> {
  const found: { failure?: CliError } = {};
  const say = (mark: string, what: string, outcome: string) =>
    world.stdout.write(`${mark.padEnd(6)}${what.padEnd(12)}${terminalText(outcome)}\n`);

  /** One question. What it throws is told, and what depends on its answer is left out. */
  async function check<A>(what: string, ask: () => Promise<{ answer: A; outcome: string }>) {
    try {
      const { answer, outcome } = await ask();
      await say("ok", what, outcome);
      return { answer };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      found.failure ??= error;
      await say("FAIL", what, error.message);
      if (error.fix) await say("", "", error.fix);
      return undefined;
    }
  }

  await say("", "svc", `${version} on ${world.machine.platform} ${world.machine.arch}`);
  const host = await check("server", async () => {
    const answer = await readHost(world, once("--host", options.host));
    return { answer, outcome: answer };
  });
  if (host) {
    const reached = await check("connection", () => reach(world, host.answer));
    const settings = await check("token", async () => {
      const answer = await readSettings(world, once("--host", options.host));
      return { answer, outcome: `from ${answer.tokenFrom}` };
    });
    if (reached) {
      await check("clock", async () => clock(reached.answer, world.now()));
      await check("version", () => versions(world, host.answer));
      if (settings) await check("membership", () => membership(openApi(world, settings.answer)));
    }
  }
  if (found.failure) {
    throw new CliError(found.failure.exit, "not all is well", "Begin with the first line that says FAIL");
  }
}

/** DNS, TLS and the way there: what fetch says of each stands in connection-problems.ts. */
async function reach(world: World, host: string): Promise<{ answer: Headers; outcome: string }> {
  const started = world.now().getTime();
  // Without a token, which is nobody's business before it is known who answers.
  const anonymous = openApi(world, { host, token: "", tokenFrom: "", isKept: false });
  const { response } = await anonymous.ask({ method: "GET", path: "/me" });
  if (response.status !== 401 || response.headers.get("content-type") !== "application/problem+json") {
    throw new CliError(
      "failed",
      `${host} answers (${response.status}), but not as svc does`,
      "Check the address (--host or SVC_HOST), and any proxy or sign-in page before it",
    );
  }
  return { answer: response.headers, outcome: `answers after ${world.now().getTime() - started} ms` };
}

/** @throws CliError where the clocks differ by more than a minute, which puts hours on another day around midnight. */
function clock(headers: Headers, now: Date): { answer: null; outcome: string } {
  const its = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(its)) return { answer: null, outcome: "the server does not tell its time" };
  const seconds = Math.round((now.getTime() - its) / 1000);
  const side = seconds > 0 ? "ahead of" : "behind";
  if (Math.abs(seconds) <= 60) return { answer: null, outcome: "agrees with the server’s" };
  const difference = `this machine's clock is ${Math.abs(seconds)} s ${side} the server's`;
  throw new CliError("failed", difference, "Let the clock be set by the network");
}

async function versions(world: World, host: string): Promise<{ answer: null; outcome: string }> {
  const its = await readServerVersion(world, host);
  if (its.split(".")[0] === version.split(".")[0]) {
    return { answer: null, outcome: its === version ? its : `the server has ${its}, which fits` };
  }
  throw new CliError(
    "failed",
    `the server has ${its}, and this svc is made for ${version}`,
    `Install svc ${its}`,
  );
}

async function membership(api: Api): Promise<{ answer: null; outcome: string }> {
  const me = await readMe(api);
  const outcome = `${described(me)} is let in, with the token “${me.token.label}” (svc_${me.token.prefix}…)`;
  return { answer: null, outcome };
}
