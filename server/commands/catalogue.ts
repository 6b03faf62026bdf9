/** One command of the server, as it is written and as `--help` tells of it. */
export type Entry = {
  words: string[];
  /** What must follow, by its name. */
  operands?: string[];
  flags?: Record<`--${string}`, { says: string; value?: string; required?: true }>;
  says: string;
  /** What one would ask next. */
  more?: string;
  examples: string[];
};

const json = { "--json": { says: "prints JSON, for programs" } } as const;

/** All commands, in the order in which they are told. */
export const catalogue = {
  start: {
    words: ["start"],
    says: "starts svc; the same without any command",
    more: "Brings the database up to date, listens on HOST and PORT, and stops on SIGTERM or Ctrl-C within 25 s.",
    examples: ["start"],
  },
  doctor: {
    words: ["doctor"],
    flags: json,
    says: "checks the database, GitHub and what lies between, each with what to do",
    more: "May run beside the svc that runs, and changes nothing. Ends with 1 where something is wrong.",
    examples: ["doctor", "doctor --json"],
  },
  config: {
    words: ["config"],
    says: "prints the settings in force and where each comes from, without secrets",
    examples: ["config"],
  },
  migrate: {
    words: ["migrate"],
    flags: { "--dry-run": { says: "only names what would be applied" } },
    says: "brings the database up to this svc's schema, which a start does by itself",
    more: "Several at once wait for each other. A database of a newer svc is refused.",
    examples: ["migrate --dry-run", "migrate"],
  },
  backup: {
    words: ["backup"],
    operands: ["FILE"],
    flags: { "--force": { says: "replaces a file that is there" } },
    says: "writes all data to FILE, while svc runs or not",
    examples: ["backup /backups/svc-2026-11-21.backup"],
  },
  restore: {
    words: ["restore"],
    operands: ["FILE"],
    says: "fills an empty database with what a backup holds",
    examples: ["restore /backups/svc-2026-11-21.backup"],
  },
  "move-to": {
    words: ["move-to"],
    operands: ["DATABASE_URL"],
    says: "copies svc's own database to an empty one on a server",
    examples: ["move-to postgres://svc@db.example.com/svc"],
  },
  "login-link": {
    words: ["login-link"],
    flags: { "--user": { says: "whom it signs in: somebody svc knows", value: "LOGIN" } },
    says: "prints a link that signs somebody in to the panel: once, within 30 minutes",
    more: "For when signing in with GitHub does not work. Without --user it is for the local admin, where no GitHub is connected.",
    examples: ["login-link --user ada", "login-link"],
  },
  "admin grant": {
    words: ["admin", "grant"],
    operands: ["LOGIN"],
    says: "makes somebody an admin beside the owners and ADMIN_LOGINS, at once",
    more: "For somebody svc knows: they signed in or logged hours. It stays until it is revoked, and is worth nothing once they leave every allowed organisation.",
    examples: ["admin grant ada"],
  },
  "admin revoke": {
    words: ["admin", "revoke"],
    operands: ["LOGIN"],
    says: "takes back what admin grant gave, at once",
    more: "Owners of an allowed organisation and those whom ADMIN_LOGINS names stay admins.",
    examples: ["admin revoke ada"],
  },
  "tokens revoke": {
    words: ["tokens", "revoke"],
    flags: {
      "--all": { says: "every token of theirs; single ones are revoked in the panel", required: true },
      "--user": { says: "whose", value: "LOGIN", required: true },
    },
    says: "revokes the tokens of somebody; they fail from the next request on",
    examples: ["tokens revoke --all --user ada"],
  },
  healthcheck: {
    words: ["healthcheck"],
    says: "asks the svc that runs here whether it can do its work, for containers",
    more: "Asks /readyz on PORT. Ends with 0 where it can, else with 1.",
    examples: ["healthcheck"],
  },
  version: {
    words: ["version"],
    flags: json,
    says: "prints which svc this is",
    examples: ["version"],
  },
} satisfies Record<string, Entry>;

export type CommandName = keyof typeof catalogue;

/** What svc is started by in a checkout. */
export const program = "bun server/main.ts";

/** What `--help` prints. */
export function usage(): string {
  const lines = Object.values<Entry>(catalogue).map((entry) => [written(entry), entry.says] as const);
  const width = Math.max(...lines.map(([line]) => line.length));
  return [
    `Usage: ${program} [command]`,
    "",
    ...lines.map(([line, says]) => `  ${line.padEnd(width)}  ${says}`),
    "",
    "A command with --help tells more. Each ends with 0 when it is done, with 1 and the reason when it could not be, and with 2",
    "when it was not understood. The settings are those of the environment and of .env: see .env.example.",
    "",
  ].join("\n");
}

/** What `--help` after a command prints. */
export function usageOf(name: CommandName): string {
  const entry: Entry = catalogue[name];
  const flags = Object.entries(entry.flags ?? {}).map(
    ([flag, { value, says }]) => [value === undefined ? flag : `${flag} ${value}`, says] as const,
  );
  const width = Math.max(0, ...flags.map(([flag]) => flag.length));
  return [
    `Usage: ${program} ${written(entry)}`,
    "",
    `${entry.says[0]!.toUpperCase()}${entry.says.slice(1)}.`,
    ...(entry.more === undefined ? [] : [entry.more]),
    ...(flags.length === 0 ? [] : ["", ...flags.map(([flag, says]) => `  ${flag.padEnd(width)}  ${says}`)]),
    "",
    entry.examples.length === 1 ? "Example:" : "Examples:",
    ...entry.examples.map((example) => `  ${program} ${example}`),
    "",
  ].join("\n");
}

function written({ words, operands = [], flags = {} }: Entry): string {
  const options = Object.entries(flags).map(([flag, { value, required }]) => {
    const option = value === undefined ? flag : `${flag} ${value}`;
    return required ? option : `[${option}]`;
  });
  return [...words, ...operands, ...options].join(" ");
}
