import type { Command } from "commander";
import type { MappingJson } from "../../server/clients/mappings/json.ts";
import { chooseClient, readClients } from "../clients.ts";
import { CliError } from "../errors.ts";
import { printJson } from "../output/json.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { readPages } from "../pages.ts";
import type { World } from "../world.ts";
import { confirm } from "./confirmation.ts";
import {
  addMappingOptions,
  bodyFrom,
  inWords,
  isMapping,
  mappingIn,
  type MappingOptions,
} from "./mapping-options.ts";
import { addExplain } from "./mappings-explain.ts";
import { addPreview } from "./mappings-preview.ts";
import { addServerOptions, connect, filled, once } from "./server-options.ts";
import { tell } from "./tell.ts";

/** Adds `svc mappings` (spec 2.4, 4.5): which label leads to which client. */
export function addMappings(program: Command, world: World): void {
  const mappings = program
    .command("mappings")
    .helpCommand(false)
    .description("Tells which label leads to which client, tries it out and, for admins, changes it.")
    .addHelpText("before", overview);

  const listing = mappings.command("list").summary("list the mappings").description("Lists the mappings.");
  addMappingOptions(listing.addHelpText("before", listExamples), "only of");
  listing.action((options: MappingOptions) => list(world, options));

  const creating = mappings.command("create").summary("make a mapping");
  creating.description("Makes a mapping. It counts for entries that are made from then on.");
  addMappingOptions(creating.addHelpText("before", createExamples), "of");
  creating.action(async (options: MappingOptions) => {
    const api = await connect(world, options);
    const made = mappingIn(api, await api.post("/label-mappings", await bodyFrom(api, options)));
    if (options.json) return printJson(world.stdout, made);
    if (!world.stdout.isTTY) await world.stdout.write(`${made.id}\n`);
    await tell(world, `Made mapping ${made.id}: ${inWords(made)}. It counts for new entries.`);
  });

  const deleting = mappings.command("delete <id>").summary("delete a mapping");
  deleting.description("Deletes a mapping. Entries that were attributed by it keep their client.");
  addServerOptions(deleting.addHelpText("before", deleteExamples).option("-y, --yes", "do not ask first"));
  deleting.action((id: string, options: MappingOptions) => remove(world, id, options));

  addPreview(mappings, world);
  addExplain(mappings, world);
}

const overview = `Examples:
  $ svc mappings list
  $ svc mappings create --label client:acme --client Acme
  $ svc mappings explain --repo acme/web --label client:acme
`;
const listExamples = `Examples:
  $ svc mappings list
  $ svc mappings list --repo none
  $ svc mappings list --client Acme --json
`;
const createExamples = `Examples:
  $ svc mappings create --label client:acme --client Acme
  $ svc mappings create --label client:acme --client Acme --repo acme/web
`;
const deleteExamples = `Examples:
  $ svc mappings delete 12 --yes
`;

async function list(world: World, options: MappingOptions): Promise<void> {
  const filter = new URLSearchParams();
  const label = once("--label", options.label);
  const asked = once("--client", options.client);
  const repository = once("--repo", options.repo);
  if (label !== undefined) filter.set("label", filled("--label", label));
  if (repository !== undefined) filter.set("repository", filled("--repo", repository));
  const api = await connect(world, options);
  if (asked !== undefined) filter.set("client_id", String(chooseClient(await readClients(api), asked).id));
  const mappings = await readPages<MappingJson>(api, "/label-mappings", filter, isMapping);
  await printRows(world, mappings, columns, options);
  if (mappings.length > 0) return;
  const make = "Make one with: svc mappings create --label LABEL --client CLIENT";
  await tell(world, filter.size > 0 ? "No mappings match." : `No mappings yet. ${make}`);
}

const columns: RowColumn<MappingJson>[] = [
  { title: "ID", align: "right", person: ({ id }) => String(id) },
  { title: "LABEL", least: 10, person: (mapping) => mapping.label_pattern },
  {
    title: "CLIENT",
    least: 8,
    person: ({ client }) => (client.status === "active" ? client.name : `${client.name} (deactivated)`),
    program: ({ client }) => client.name,
  },
  {
    title: "REPOSITORY",
    least: 10,
    person: (m) => m.repository ?? "every",
    program: (m) => m.repository ?? "",
  },
];

async function remove(world: World, id: string, options: MappingOptions): Promise<void> {
  if (!/^[1-9]\d*$/.test(id)) {
    const fix = "See the ids with: svc mappings list";
    throw new CliError("usage", `${JSON.stringify(id)} is not the id of a mapping`, fix);
  }
  const api = await connect(world, options);
  const mapping = mappingIn(api, await api.get(`/label-mappings/${id}`));
  await confirm(world, options.yes, `Delete mapping ${id}? ${inWords(mapping)}.`);
  await api.delete(`/label-mappings/${id}`);
  await tell(world, `Deleted mapping ${id}: ${inWords(mapping)} no longer.`);
}
