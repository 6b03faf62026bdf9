import { version } from "../package.json" with { type: "json" };
import { commandTable } from "./command-table.ts";

/**
 * What a command line prints that asks for no more than `--help` or `--version`; undefined for every other. It needs no
 * parser, whose loading takes longer than all the rest of it.
 */
export function overviewFor(argv: string[]): string | undefined {
  const [word, ...more] = argv;
  if (more.length > 0) return undefined;
  if (word === "--version") return `${version}\n`;
  return word === "--help" || word === "-h" || word === "help" ? overview() : undefined;
}

/** The help of the program as a whole. */
export function overview(): string {
  const names = commandTable.map(({ name, alias }) => (alias ? `${name}, ${alias}` : name));
  const width = Math.max(...names.map((name) => name.length));
  const commands = commandTable.map(({ summary }, i) => `  ${names[i]!.padEnd(width)}  ${summary}\n`);
  return `${before}${commands.join("")}${after}`;
}

const before = `Examples:
  $ svc entries --from 2026-10-01 --to 2026-10-31
  $ svc entries --label-prefix wbso: --period last-month --csv -o wbso.csv
  $ svc plans --label client:acme

Usage: svc [options] [command]

Hours logged with /log on issues, from the command line.

Commands:
`;

const after = `
Options:
  -h, --help  print this help, or that of a command
  --version   print the version
  --debug     tell every request and answer on stderr, without tokens (also SVC_DEBUG=api)

First:  svc auth login --host https://hours.example.com
More:   svc help entries, svc help csv, svc help environment, svc help exit-codes
`;
