import type { Command } from "commander";
import type { ExplanationJson } from "../../server/clients/mappings/explanation/json.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, each, needed, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type Options = ServerOptions & { repo?: string[]; label?: string[]; json?: boolean };

/** Adds `svc mappings explain`: which client an issue would lead to, and why (spec 7.1). */
export function addExplain(mappings: Command, world: World): void {
  const command = mappings
    .command("explain")
    .summary("say which client an issue would lead to, and why")
    .description("Says which client an issue with these labels would lead to, and why. Nothing is written.")
    .addHelpText("before", examples)
    .option("--repo <owner/repo>", "the issue's repository", each)
    .option("--label <label>", "a label of the issue; repeat it, in the issue's order", each)
    .option("--json", "all that the server says, as JSON");
  addServerOptions(command).action((options: Options) => explain(world, options));
}

const examples = `Examples:
  $ svc mappings explain --repo acme/web --label client:acme
  $ svc mappings explain --repo acme/web --label type:bugfix --label client:acme --json
`;

async function explain(world: World, options: Options): Promise<void> {
  const repository = needed("--repo", options.repo, "acme/web");
  const api = await connect(world, options);
  const body = { repository, labels: options.label ?? [] };
  const found = known<ExplanationJson>(
    await api.post("/label-mappings/explain", body),
    api.host,
    ({ message, labels }) => typeof message === "string" && Array.isArray(labels),
  );
  if (options.json) return printJson(world.stdout, found);
  if (!world.stdout.isTTY) return printRows(world, stepsOf(found), columns, {});
  await world.stdout.write(`${terminalText(found.message)}\n`);
  if (found.labels.length > 0) await world.stdout.write("\n");
  await printRows(world, stepsOf(found), columns, {});
  if (found.ambiguous) await tell(world, "Another client matches as well: the first label decides.");
}

type Step = { label: string; mapping: string; client: string; outcome: string };

function stepsOf({ labels }: ExplanationJson): Step[] {
  return labels.flatMap(({ label, mappings }) =>
    mappings.length === 0
      ? [{ label, mapping: "", client: "", outcome: "not_mapped" }]
      : mappings.map(({ mapping, outcome }) => ({
          label,
          mapping: String(mapping.id),
          client: mapping.client.name,
          outcome,
        })),
  );
}

const columns: RowColumn<Step>[] = [
  { title: "LABEL", least: 10, person: ({ label }) => label },
  { title: "MAPPING", align: "right", person: ({ mapping }) => mapping },
  { title: "CLIENT", least: 8, person: ({ client }) => client },
  {
    title: "OUTCOME",
    person: ({ outcome }) => outcome.replaceAll("_", " "),
    program: ({ outcome }) => outcome,
  },
];
