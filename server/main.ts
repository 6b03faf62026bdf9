import { readFileSync } from "node:fs";
import { DatabaseProblem } from "../db/problem.ts";
import { carryOut } from "./commands/actions.ts";
import { readCommand, usage } from "./commands/command.ts";
import { printableConfig } from "./config/print.ts";
import { readConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { serve } from "./serve.ts";
import { createSignInLink } from "./sign-in/actions.ts";
import { stopOnSignals } from "./stopping.ts";

// A supervisor's signal: load balancers ask every second or two. At the terminal nobody waits for them.
const graceMs = 3_000;

const command = readCommand(process.argv.slice(2));
if ("problem" in command) {
  console.error(command.problem);
  process.exit(2);
}
const { kind } = command.value;
if (kind === "help") {
  console.log(usage);
  process.exit(0);
}
const readFile = (path: string) => readFileSync(path, "utf8");
const reading = readConfig(process.env, readFile);
if (!reading.ok) {
  console.error(
    ["svc cannot start with these settings:", ...reading.problems.map((line) => `  - ${line}`)].join("\n"),
  );
  process.exit(1);
}
const { config, warnings } = reading;
if (kind === "print-config") {
  process.stdout.write(printableConfig(config, process.env, readFile));
  process.exit(0);
}
const log = kind === "start" ? createLog(config.logLevel) : createLog(config.logLevel, toStandardError);
for (const warning of warnings) log.warn(warning);

try {
  if (kind !== "start") {
    await carryOut({ config, log, say: console.log }, command.value);
    process.exit(0);
  }
  const serving = await serve(config, log);
  const facts = {
    url: serving.url,
    database: config.databaseUrl ? "the server of DATABASE_URL" : "svc's own PostgreSQL",
    github: serving.deps.github.configured
      ? config.github.url
      : "not connected: see README.md, or try `bun run demo`",
  };
  log.info(facts, "svc is ready");
  if (process.stdout.isTTY) {
    console.log(`svc is ready at ${facts.url}\n  database  ${facts.database}\n  GitHub    ${facts.github}`);
  }
  const link = await createSignInLink(serving.deps);
  // Beside the log, which may be collected: whoever has the link is the admin.
  if (link)
    (process.stdout.isTTY ? console.log : console.error)(`  Sign in   ${link}   (once, within 30 minutes)`);
  stopOnSignals(
    (signal) => serving.stop(signal === "SIGTERM" ? graceMs : 0),
    (message) => log.info(message),
  );
} catch (error) {
  // What can be mended by the person at the terminal is said to them, not logged as a bug.
  if (error instanceof DatabaseProblem) console.error(error.message);
  else if (isTaken(error))
    console.error(
      `Port ${config.port} on ${config.host} is taken. Set PORT to another one, or stop what listens there.`,
    );
  else log.fatal({ err: error }, kind === "start" ? "svc could not start" : `${kind} failed`);
  process.exit(1);
}

function toStandardError(line: string): void {
  process.stderr.write(line);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
