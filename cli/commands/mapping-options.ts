import type { Command } from "commander";
import type { MappingJson } from "../../server/clients/mappings/json.ts";
import type { Api } from "../api.ts";
import { known } from "../unknown-form.ts";
import { chooseClient, readClients } from "../clients.ts";
import { addServerOptions, each, needed, once, type ServerOptions } from "./server-options.ts";

/** Which mapping is meant, as typed. */
export type MappingOptions = ServerOptions & {
  label?: string[];
  client?: string[];
  repo?: string[];
  json?: boolean;
  yes?: boolean;
};

/** Declares the options that say which mapping is meant. */
export function addMappingOptions(command: Command, only: "only of" | "of"): Command {
  const none = only === "only of" ? ", or none for the global ones" : " (left out: every repository)";
  command
    .option("--label <label>", `${only} this label, compared exactly`, each)
    .option("--client <client>", `${only} this client, by name or id`, each)
    .option("--repo <owner/repo>", `${only} this repository${none}`, each)
    .option("--json", "the result as JSON");
  return addServerOptions(command);
}

/** The body that makes a mapping, or asks what it would do. */
export async function bodyFrom(api: Api, options: MappingOptions) {
  const label = needed("--label", options.label, "client:acme");
  const asked = needed("--client", options.client, "Acme");
  const repository = once("--repo", options.repo);
  const { id } = chooseClient(await readClients(api), asked);
  return { label_pattern: label, client_id: id, ...(repository !== undefined && { repository }) };
}

/** Whether what is read of a mapping is there. */
export function isMapping({ id, label_pattern, client }: Partial<MappingJson>): boolean {
  return Number.isSafeInteger(id) && typeof label_pattern === "string" && typeof client?.name === "string";
}

/** The server's answer as a mapping. @throws CliError `failed` where it is none */
export function mappingIn({ host }: Api, answer: unknown): MappingJson {
  return known<MappingJson>(answer, host, isMapping);
}

/** `client:acme leads to Acme, in acme/web` */
export function inWords({ label_pattern, client, repository }: MappingJson): string {
  return `${label_pattern} leads to ${client.name}, in ${repository ?? "every repository"}`;
}
