import type { Command } from "commander";
import { formatDuration } from "../../server/entries/duration.ts";
import type { MappingPreviewJson } from "../../server/clients/mappings/preview/json.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addMappingOptions, bodyFrom, type MappingOptions } from "./mapping-options.ts";
import { connect } from "./server-options.ts";

/** Adds `svc mappings preview`: what a mapping would do, before it is made. */
export function addPreview(mappings: Command, world: World): void {
  const command = mappings
    .command("preview")
    .summary("say what a mapping would do, before it is made")
    .description("Says what a mapping would do, before it is made. Nothing is written.")
    .addHelpText("before", examples);
  addMappingOptions(command, "of").action(async (options: MappingOptions) => {
    const api = await connect(world, options);
    const found = known<MappingPreviewJson>(
      await api.post("/label-mappings/preview", await bodyFrom(api, options)),
      api.host,
      ({ matches, label_alone, conflicts, notes }) =>
        [matches?.time, matches?.plan, label_alone?.before, label_alone?.after].every(Boolean) &&
        Array.isArray(conflicts) &&
        Array.isArray(notes),
    );
    if (options.json) return printJson(world.stdout, found);
    await world.stdout.write(linesOf(found).map(line).join(""));
  });
}

const examples = `Examples:
  $ svc mappings preview --label client:acme --client Acme
  $ svc mappings preview --label client:acme --client Acme --repo acme/web --json
`;

const line = (text: string) => `${terminalText(text)}\n`;

function linesOf({ matches, label_alone, closest_label, conflicts, notes }: MappingPreviewJson): string[] {
  const { time, plan, since } = matches;
  const led = ({ client }: (typeof label_alone)["before"]) => client?.name ?? "no client";
  return [
    `An issue with this label alone leads to ${led(label_alone.after)} (now: ${led(label_alone.before)}).`,
    `Since ${since} it would have matched ${counted(time, "time entries")} and ${counted(plan, "plans")}.`,
    ...conflicts.map(({ message }) => message),
    ...notes.map(({ message }) => message),
    ...(closest_label === null ? [] : [`The closest label that was seen: ${closest_label}`]),
  ];
}

function counted({ entries, minutes, without_client }: MappingPreviewJson["matches"]["time"], what: string) {
  const sum = minutes > 0 ? `, ${formatDuration(minutes)}` : "";
  return `${entries} ${what}${sum}${entries > 0 ? ` (${without_client} without client)` : ""}`;
}
