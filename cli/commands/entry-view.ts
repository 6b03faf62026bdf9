import type { Command } from "commander";
import { formatDuration } from "../../server/entries/duration.ts";
import type { EntryDetailJson, EntryVersionJson } from "../../server/entries/history/json.ts";
import type { Api } from "../api.ts";
import { CliError } from "../errors.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type Options = ServerOptions & { json?: boolean; web?: boolean };

const kinds = {
  entries: { path: "/time-entries", one: "entry", a: "an entry of logged time", example: 1041 },
  plans: { path: "/plans", one: "plan", a: "a plan", example: 1042 },
} as const;

/** Adds `svc entries view` or `svc plans view`: one entry, why it has its client, and its versions (D8, D9). */
export function addView(list: Command, world: World, kind: keyof typeof kinds): void {
  const { one } = kinds[kind];
  const command = list
    .helpCommand(false)
    .command("view <id>")
    .summary(`show one ${one}: its labels, why it has its client, its corrections`)
    .description(`Shows one ${one}: its labels, why it has its client, and all its versions.`)
    .addHelpText("before", examples(kind))
    .option("--json", "all that the server says, as JSON")
    .option("--web", "show the comment that made it in the browser");
  addServerOptions(command).action((id: string, options: Options) => view(world, kind, id, options));
}

const examples = (kind: keyof typeof kinds) => `Examples:
  $ svc ${kind} view ${kinds[kind].example}
  $ svc ${kind} view ${kinds[kind].example} --json
  $ svc ${kind} view ${kinds[kind].example} --web
`;

async function view(world: World, kind: keyof typeof kinds, id: string, options: Options): Promise<void> {
  if (!/^[1-9]\d{0,15}$/.test(id)) {
    const fix = `See the ids with: svc ${kind}`;
    throw new CliError("usage", `${JSON.stringify(id)} is not the id of an entry`, fix);
  }
  const entry = await find(await connect(world, options), kind, id);
  if (options.web) {
    if (!(await world.openBrowser(entry.comment_url))) await tell(world, "No browser could be started.");
    return world.stdout.write(`${terminalText(entry.comment_url)}\n`);
  }
  if (options.json) return printJson(world.stdout, entry);
  await world.stdout.write(`${linesOf(entry).map(terminalText).join("\n")}\n`);
}

/** Entries and plans are numbered together, so that one is easily asked for as the other. */
async function find(api: Api, kind: keyof typeof kinds, id: string): Promise<EntryDetailJson> {
  try {
    return await readEntry(api, kind, id);
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== "notFound") throw error;
    const other = kind === "entries" ? "plans" : "entries";
    const found = await readEntry(api, other, id).catch(() => undefined);
    if (!found)
      throw new CliError("notFound", `there is no ${kinds[kind].one} ${id}`, `See them with: svc ${kind}`);
    throw new CliError("notFound", `${id} is ${kinds[other].a}`, `See it with: svc ${other} view ${id}`);
  }
}

async function readEntry(api: Api, kind: keyof typeof kinds, id: string): Promise<EntryDetailJson> {
  return known<EntryDetailJson>(
    await api.get(`${kinds[kind].path}/${id}`),
    api.host,
    ({ labels, history, attribution, issue, user }) =>
      Array.isArray(labels) &&
      Array.isArray(history) &&
      typeof attribution?.explanation === "string" &&
      typeof issue?.url === "string" &&
      typeof user?.login === "string",
  );
}

function linesOf(entry: EntryDetailJson): string[] {
  const done = entry.kind === "time" ? "logged" : "planned";
  const { superseded_by_id: newer, attribution, issue } = entry;
  const facts: [name: string, value: string | null][] = [
    ["Issue", `${entry.repository}#${issue.number} ${issue.title}`],
    ["Labels", entry.labels.length > 0 ? entry.labels.join(", ") : "none"],
    ["Client", entry.client?.name ?? "none"],
    ["Why", attribution.explanation],
    ["Note", entry.note],
    ["Comment", entry.comment_url],
  ];
  return [
    `${entry.id}  ${formatDuration(entry.minutes)} ${done} by ${entry.user.login} on ${entry.worked_on}`,
    ...(newer === null ? [] : [`It counts no longer: ${newer} corrects it.`]),
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(9)}${value}`])),
    ...(entry.history.length > 1 ? ["Versions", ...entry.history.map(version)] : []),
  ];
}

function version({ id, minutes, worked_on, labels, client, correction }: EntryVersionJson): string {
  const what = `${id}  ${worked_on}  ${formatDuration(minutes)}  ${client?.name ?? "–"}  ${labels.join(", ")}`;
  if (!correction) return `  ${what}`;
  return `  ${what}  (by ${correction.by.login} on ${correction.at.slice(0, 10)}: ${correction.reason})`;
}
