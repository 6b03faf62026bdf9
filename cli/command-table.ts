import type { Command } from "commander";
import type { World } from "./world.ts";

/** Adds a command to the program. @param print takes the help of a command. */
type Add = (program: Command, world: World, print: (text: string) => void) => unknown;

export type Entry = { name: string; alias?: string; summary: string; load: () => Promise<Add> };

/**
 * The commands in the order of the help. Each is loaded only where the command line names it: reading and declaring all of
 * them would take as long as starting Bun.
 */
export const commandTable: Entry[] = [
  {
    name: "entries",
    summary: "list the hours that were logged, newest first",
    load: () => list("entries"),
  },
  {
    name: "plans",
    summary: "list the hours that were planned, newest first",
    load: () => list("plans"),
  },
  {
    name: "statement",
    summary: "make a usage statement of a budget or a client",
    load: async () => (await import("./commands/statement.ts")).addStatement,
  },
  {
    name: "check",
    summary: "look for hours that the WBSO may ask about",
    load: async () => (await import("./commands/check.ts")).addCheck,
  },
  {
    name: "plan-vs-actual",
    alias: "pva",
    summary: "compare what an issue is planned at with what was logged on it",
    load: async () => (await import("./commands/plan-vs-actual.ts")).addPlanVsActual,
  },
  {
    name: "labels",
    summary: "list the labels that were seen, with their hours",
    load: async () => (await import("./commands/labels.ts")).addLabels,
  },
  {
    name: "parse",
    summary: "say what would be recorded for a comment, without posting it",
    load: async () => (await import("./commands/parse.ts")).addParse,
  },
  {
    name: "clients",
    summary: "list clients; make, rename, deactivate and reactivate them",
    load: async () => (await import("./commands/clients.ts")).addClients,
  },
  {
    name: "mappings",
    summary: "see which label leads to which client, try it out, and change it",
    load: async () => (await import("./commands/mappings.ts")).addMappings,
  },
  {
    name: "auth",
    summary: "log in and out, and see which tokens are kept here",
    load: async () => (await import("./commands/auth.ts")).addAuth,
  },
  {
    name: "whoami",
    summary: "say whom your token acts as",
    load: async () => (await import("./commands/whoami.ts")).addWhoami,
  },
  {
    name: "open",
    summary: "show a page of the panel, or an issue, in the browser",
    load: async () => (await import("./commands/open.ts")).addOpen,
  },
  {
    name: "api",
    summary: "send any request to the API, and print the answer as it is",
    load: async () => (await import("./commands/api.ts")).addApi,
  },
  {
    name: "completion",
    summary: "print the script that completes svc in a shell",
    load: async () => (await import("./commands/completion.ts")).addCompletion,
  },
  {
    name: "doctor",
    summary: "find out why svc does not work here",
    load: async () => (await import("./commands/doctor.ts")).addDoctor,
  },
  {
    name: "version",
    summary: "print the version of svc, and with --check that of the server",
    load: async () => (await import("./commands/version.ts")).addVersion,
  },
  {
    name: "help",
    summary: "explain a command, or output, csv, periods, environment, exit-codes",
    load: async () => (await import("./commands/help.ts")).addHelp,
  },
];

/** Those that may be meant; all of them where one is about the others. */
export function meant(argv: string[]): Entry[] {
  const all = argv.includes("help") || argv.includes("__complete");
  return commandTable.filter(
    ({ name, alias }) => all || argv.includes(name) || (alias && argv.includes(alias)),
  );
}

async function list(kind: "entries" | "plans"): Promise<Add> {
  const [{ addListCommand }, { addView }] = await Promise.all([
    import("./commands/entries.ts"),
    import("./commands/entry-view.ts"),
  ]);
  return (program, world) => addView(addListCommand(program, world, kind), world, kind);
}
