import { readConfig } from "../../../server/config.ts";
import { settings } from "../../../server/config/settings.ts";
import { pageOf } from "./markdown.ts";

type Setting = { secret: boolean; description: string; default?: string; example?: string };

/** docs/reference/configuration.md: every setting of the server, in the order of `.env.example`. */
export function configurationPage(): string {
  return pageOf("Configuration", [
    introduction,
    `## In production\n\n${inProduction()}`,
    ...Object.entries<Setting>(settings).flatMap(([name, setting]) => section(name, setting)),
  ]);
}

const introduction =
  `svc reads its settings from the environment and from \`.env\`, once, at start. What is wrong with them is said all at
once, with what to do, before anything starts. An empty value counts as not set. A secret can be read from a file: set its name
followed by \`_FILE\` to the file's path. A name that looks like one of svc's and is none is warned about.

\`bun server/main.ts config\` prints what is in force and where it comes from, without the secrets. The same settings, to copy and fill
in, stand in [.env.example](../../.env.example). The \`svc\` program has its own few variables: \`svc help environment\`, or
[the command line](cli.md#svc-help-environment).`.replaceAll(/(?<!\n)\n(?!\n)/g, " ");

/** What a start beyond this machine needs, as the code itself refuses it. */
function inProduction(): string {
  const at = (env: Record<string, string>) => {
    const reading = readConfig({ HOST: "0.0.0.0", ...env }, () => "");
    return named(reading.ok ? reading.unlessConnected : reading.problems);
  };
  const connectable = at({ PUBLIC_URL: "https://hours.example.com" });
  const always = at({}).filter((name) => !connectable.includes(name));
  return [
    "Where `HOST` is another address than this machine itself, or `NODE_ENV` is `production`, svc does not start without:\n",
    ...always.map((name) => `- ${linked(name)}`),
    ...connectable.map((name) => `- ${linked(name)}, unless a GitHub App was connected in the panel`),
  ].join("\n");
}

function named(problems: string[]): string[] {
  return problems.flatMap((problem) => /^([A-Z_]+) is missing: /.exec(problem)?.[1] ?? []);
}

const linked = (name: string) => `[\`${name}\`](#${name.toLowerCase()})`;

function section(name: string, setting: Setting): string[] {
  const lines = [
    setting.default !== undefined && `- Default: ${setting.default === "" ? "none" : code(setting.default)}`,
    setting.example !== undefined && `- Example: ${code(`${name}=${setting.example}`)}`,
    setting.secret &&
      `- A secret: never printed, and may be read from the file that ${code(`${name}_FILE`)} names`,
  ].filter((line) => line !== false);
  return [`## ${name}`, setting.description, ...(lines.length > 0 ? [lines.join("\n")] : [])];
}

const code = (text: string) => `\`${text}\``;
