import { readFileSync } from "node:fs";
import { findEmbedded } from "../db/embedded.ts";
import { DatabaseProblem, explained } from "../db/problem.ts";
import { program, usage, usageOf } from "./commands/catalogue.ts";
import { readCommand } from "./commands/command.ts";
import { CommandProblem } from "./commands/problem.ts";
import { healthcheck } from "./commands/health/actions.ts";
import { versionText } from "./commands/version/actions.ts";
import { printableConfig } from "./config/print.ts";
import { readConfig } from "./config.ts";
import { ConnectionProblem } from "./connection/problem.ts";
import { createLog, lookFor } from "./log.ts";
import type { Fetch } from "./github/bounded-fetch.ts";
import type { Serving } from "./serve.ts";
import { linkFileLine, noLinkLine, startLines } from "./set-up/start-lines.ts";
import { forgetLink, keepLink } from "./sign-in/link-file/actions.ts";
import { stopOnSignals } from "./stopping.ts";

// What commands ask svc itself with; GitHub is asked in server/github alone.
const fetch = globalThis.fetch as Fetch;
const problems = [DatabaseProblem, ConnectionProblem, CommandProblem];

// A supervisor's signal: load balancers ask every second or two. At the terminal nobody waits for them.
const graceMs = 3_000;

// By which what is begun at the start is done.
const settledMs = 5_000;
// Of the processor, in microseconds. Whoever was asked for something meanwhile used more.
const restingUse = 500_000;

const isTerminal = process.stdout.isTTY;

const command = readCommand(process.argv.slice(2));
if ("problem" in command) {
  console.error(asCalled(command.problem));
  process.exit(2);
}
const { value: asked } = command;
if (asked.kind === "help") {
  process.stdout.write(asCalled(asked.of ? usageOf(asked.of) : usage()));
  process.exit(0);
}
if (asked.kind === "version") {
  process.stdout.write(versionText("--json" in asked.options));
  process.exit(0);
}
const { kind } = asked;
const readFile = (path: string) => readFileSync(path, "utf8");
const reading = readConfig(process.env, readFile);
if (!reading.ok) {
  console.error(
    ["svc cannot start with these settings:", ...reading.problems.map((line) => `  - ${line}`)].join("\n"),
  );
  process.exit(1);
}
const { config, warnings, unlessConnected } = reading;
if (kind === "config") {
  process.stdout.write(printableConfig(config, process.env, readFile));
  process.exit(0);
}
// A command's output is for whoever asked; what is logged meanwhile stands beside it.
const stream = kind === "start" ? process.stdout : process.stderr;
const look = lookFor(config.logFormat, stream, process.env);
const log = createLog(config.logLevel, (line) => void stream.write(line), look);
for (const warning of warnings) log.warn(warning);

try {
  if (kind === "healthcheck") {
    console.log(await healthcheck(config, fetch));
    process.exit(0);
  }
  // Loaded late: containers ask for their health every half minute, and that needs next to nothing of it.
  if (kind !== "start") {
    const { runCommand } = await import("./commands/run/actions.ts");
    process.exit(await runCommand({ config, fetch, log, say: console.log }, { ...asked, kind }));
  }
  if (isTerminal && isFirstStart())
    console.log("Preparing svc's own database. That takes some seconds, this first time only.");
  const { openWhile } = await import("./opening.ts");
  const [opened, [{ serve }, { createSignInLink }]] = await openWhile(config, log, () =>
    Promise.all([import("./serve.ts"), import("./sign-in/actions.ts")]),
  );
  const serving = await serve(config, log, unlessConnected, opened);
  const { github, playground } = serving.deps;
  const connected = github.configured;
  const facts = {
    url: serving.url,
    database: config.databaseUrl ? "the server of DATABASE_URL" : "svc's own PostgreSQL",
    github: connected ? config.github.url : "not connected: Set-up in the panel does it",
  };
  log.info(facts, "svc is ready");
  const link = await createSignInLink(serving.deps);
  let kept: { end(): void } | undefined;
  forgetLink(config.dataDir);
  if (isTerminal) {
    const isPlaying = playground?.refusal() === undefined && playground?.standing().state !== "none";
    const facts = {
      publicUrl: config.publicUrl,
      database: { server: config.databaseUrl !== undefined, dataDir: config.dataDir },
      github: connected ? config.github.url : undefined,
      signIn: link,
      playground: isPlaying,
    };
    console.log(startLines(facts));
  } else if (link) kept = keep(serving, link);
  stopOnSignals(
    (signal) => {
      kept?.end();
      return serving.stop(signal === "SIGTERM" ? graceMs : 0);
    },
    (message) => log.info(message),
  );
  giveBackAtRest();
} catch (error) {
  // What can be mended by the person at the terminal is said to them, not logged as a bug.
  const told = explained(error);
  if (problems.some((kind) => told instanceof kind)) console.error((told as Error).message);
  else if (isTaken(error))
    console.error(
      `Port ${config.port} on ${config.host} is taken. Set PORT to another one, or stop what listens there.`,
    );
  else log.fatal({ err: error }, kind === "start" ? "svc could not start" : `${kind} failed`);
  process.exit(1);
}

/** With the name that this program has, once it is built. */
function asCalled(text: string): string {
  return Bun.isStandaloneExecutable ? text.replaceAll(program, process.execPath) : text;
}

/**
 * Gives back what was read and made for the start alone, all at once. Not under load: compiled code goes with it, which would
 * have to be made again just then.
 */
function giveBackAtRest(): void {
  const before = process.cpuUsage();
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system < restingUse) Bun.shrink();
  }, settledMs).unref();
}

/** Not into what is written, which may be collected: whoever has the link is the admin. */
function keep({ deps }: Serving, link: string): { end(): void } | undefined {
  const { dataDir } = config;
  const secret = link.split("/").at(-1)!;
  const isOpen = async () => {
    const { openLink } = await import("./sign-in/actions.ts");
    return (await openLink(deps, secret)) !== undefined;
  };
  try {
    const kept = keepLink({ dataDir, link, isOpen });
    console.error(linkFileLine(kept.file));
    return kept;
  } catch (error) {
    console.error(noLinkLine(dataDir, error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

function isFirstStart(): boolean {
  const { databaseUrl, dataDir, dataDirIsDefault } = config;
  const quiet = { info() {}, error() {} };
  return databaseUrl === undefined && !findEmbedded({ dataDir, dataDirIsDefault, log: quiet }).made;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
