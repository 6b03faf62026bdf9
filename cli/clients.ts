import { nearest } from "../server/nearest.ts";
import type { ClientJson } from "../server/clients/json.ts";
import type { Api } from "./api.ts";
import { CliError } from "./errors.ts";
import { readPages } from "./pages.ts";

/** All clients, the deactivated ones too unless one status is asked for, in the order in which they were made. */
export function readClients(
  api: Pick<Api, "get" | "host">,
  status?: ClientJson["status"],
): Promise<ClientJson[]> {
  const filter = new URLSearchParams(status ? { status } : {});
  return readPages<ClientJson>(api, "/clients", filter, isClient);
}

/** Whether what is read of a client is there. */
export function isClient({ id, name, status, created_at }: Partial<ClientJson>): boolean {
  return Number.isSafeInteger(id) && [name, status, created_at].every((text) => typeof text === "string");
}

/**
 * The client that a person means by an id or by a name, of which case does not count (D12). A deactivated one is meant only
 * where no active one has the name, or where `wanted` says so.
 * @throws CliError `notFound` with the closest name, `usage` where several have the name.
 */
export function chooseClient(
  clients: ClientJson[],
  asked: string,
  wanted: ClientJson["status"] = "active",
): ClientJson {
  if (/^[1-9]\d*$/.test(asked)) {
    const found = clients.find(({ id }) => String(id) === asked);
    if (found) return found;
  }
  const named = clients.filter(({ name }) => folded(name) === folded(asked));
  const fitting = named.filter(({ status }) => status === wanted);
  const [found, ...others] = fitting.length > 0 ? fitting : named;
  if (found && others.length === 0) return found;
  if (found) {
    const ids = [found, ...others].map(({ id }) => id).join(", ");
    throw new CliError("usage", `several clients are called ${found.name}`, `Name one by its id: ${ids}`);
  }
  const meant = nearest(
    asked,
    clients.map(({ name }) => name),
  );
  throw new CliError(
    "notFound",
    `there is no client ${JSON.stringify(asked)}`,
    meant === undefined ? "See them with: svc clients list" : `Did you mean ${meant}?`,
  );
}

const folded = (name: string) => name.trim().normalize("NFC").toLowerCase();
