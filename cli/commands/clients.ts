import { type Command, Option } from "commander";
import type { ClientJson } from "../../server/clients/json.ts";
import type { Api } from "../api.ts";
import { chooseClient, isClient, readClients } from "../clients.ts";
import { printJson } from "../output/json.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { confirm } from "./confirmation.ts";
import { addServerOptions, connect, filled, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type Options = ServerOptions & { json?: boolean; yes?: boolean; status?: ClientJson["status"] };

/** Adds `svc clients` (spec 2.3, 3.2, 4.4). Every member lists them, admins change them (D13). */
export function addClients(program: Command, world: World): void {
  const clients = program
    .command("clients")
    .helpCommand(false)
    .description("Lists clients, and for admins makes, renames, deactivates and reactivates them.")
    .addHelpText("before", overview);

  const sub = (name: string, summary: string, examples: string, detail = "") => {
    const command = clients.command(name).summary(summary);
    command.description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.${detail}`);
    command.addHelpText("before", `Examples:\n${examples}`).option("--json", "the result as JSON");
    return addServerOptions(command);
  };

  sub("list", "list the clients", listExamples)
    .addOption(new Option("--status <status>", "only these").choices(["active", "deactivated"]))
    .action((options: Options) => list(world, options));
  sub("create <name>", "make a client", "  $ svc clients create Acme\n").action(
    async (name: string, options: Options) => {
      const api = await connect(world, options);
      const made = client(api, await api.post("/clients", { name: filled("the name", name) }));
      await done(world, made, options, `Made client ${made.id}, ${made.name}.`);
    },
  );
  sub(
    "rename <client> <name>",
    "give a client another name",
    `  $ svc clients rename Acme "Acme Works"\n`,
  ).action(async (asked: string, name: string, options: Options) => {
    const api = await connect(world, options);
    const { id, name: before } = await find(api, asked);
    const renamed = client(api, await api.patch(`/clients/${id}`, { name: filled("the name", name) }));
    await done(world, renamed, options, `Client ${id}, ${before}, is now called ${renamed.name}.`);
  });
  sub("deactivate <client>", "attribute nothing new to a client", deactivateExamples, kept)
    .option("-y, --yes", "do not ask first")
    .action(async (asked: string, options: Options) => {
      const api = await connect(world, options);
      const { id, name } = await find(api, asked);
      await confirm(world, options.yes, `Deactivate ${name}? New hours will not be attributed to it.`);
      const deactivated = client(api, await api.post(`/clients/${id}/deactivation`));
      await done(world, deactivated, options, `Client ${id}, ${name}, is deactivated; what it has stays.`);
    });
  sub("reactivate <client>", "let a client have new hours again", "  $ svc clients reactivate Acme\n").action(
    async (asked: string, options: Options) => {
      const api = await connect(world, options);
      const { id, name } = await find(api, asked, "deactivated");
      const reactivated = client(api, await api.post(`/clients/${id}/reactivation`));
      await done(world, reactivated, options, `Client ${id}, ${name}, is active.`);
    },
  );
}

const overview = `Examples:
  $ svc clients list
  $ svc clients create Acme
  $ svc clients deactivate Acme --yes
`;
const listExamples = `  $ svc clients list
  $ svc clients list --status active
  $ svc clients list --json
`;
const deactivateExamples = "  $ svc clients deactivate Acme --yes\n  $ svc clients deactivate 3 --yes\n";
const kept = " Entries that it has stay with it. A client is named by its name or its id.";

const client = ({ host }: Api, answer: unknown) => known<ClientJson>(answer, host, isClient);

async function find(api: Api, asked: string, wanted?: ClientJson["status"]): Promise<ClientJson> {
  return chooseClient(await readClients(api), filled("the client", asked), wanted);
}

async function list(world: World, options: Options): Promise<void> {
  const api = await connect(world, options);
  const clients = await readClients(api, options.status);
  await printRows(world, clients, columns, options);
  if (clients.length > 0) return;
  const none = options.status ? `No client is ${options.status}.` : "No clients yet.";
  await tell(world, options.status ? none : `${none} Make one with: svc clients create NAME`);
}

const columns: RowColumn<ClientJson>[] = [
  { title: "ID", align: "right", person: ({ id }) => String(id) },
  { title: "NAME", least: 12, person: ({ name }) => name },
  { title: "STATUS", person: ({ status }) => status },
  {
    title: "SINCE",
    person: (client) => since(client).slice(0, 10),
    program: since,
  },
];

/** When it became what it is. */
function since({ created_at, deactivated_at }: ClientJson): string {
  return deactivated_at ?? created_at;
}

/** What was done: for a program the client, for a person a sentence. */
async function done(world: World, client: ClientJson, { json }: Options, sentence: string): Promise<void> {
  if (json) return printJson(world.stdout, client);
  if (!world.stdout.isTTY) await world.stdout.write(`${client.id}\n`);
  await tell(world, sentence);
}
