import type { Transaction } from "../../db/connect.ts";
import type { Actor, AuditAction } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import type { Deps } from "../deps.ts";
import { haltAttribution } from "./mappings/store.ts";
import { isSameName, parseClientName } from "./name.ts";
import { clientNotFound, invalidName, nameTaken, nameTakenSince } from "./refusals.ts";
import * as store from "./store.ts";
import type { Client } from "./store.ts";

type World = Pick<Deps, "db">;
/** Who does it, for the audit log. */
type By = { actor: Actor; requestId: string };

/** Makes a client (spec 4.4). Throws `invalid` for a name that cannot be one, `conflict` for another active client's (D12). */
export async function createClient({ db }: World, wanted: By & { name: string }): Promise<Client> {
  const name = nameFrom(wanted.name);
  return db.transaction(async (tx) => {
    await store.lockNames(tx);
    const other = await activeNamed(tx, name);
    if (other) throw nameTaken(other);
    const client = await store.insertClient(tx, name);
    await audit(tx, wanted, "client.created", client, { name });
    return client;
  });
}

/** Gives a client another name. Throws as `createClient`, and `notFound`. Its entries show the new name. */
export async function renameClient(
  { db }: World,
  wanted: By & { id: number; name: string },
): Promise<Client> {
  const name = nameFrom(wanted.name);
  return db.transaction(async (tx) => {
    await store.lockNames(tx);
    const client = await store.lockClient(tx, wanted.id);
    if (!client) throw clientNotFound(wanted.id);
    if (client.name === name) return client;
    const other = client.deactivatedAt === null ? await activeNamed(tx, name, client.id) : undefined;
    if (other) throw nameTaken(other);
    await audit(tx, wanted, "client.renamed", client, { from: client.name, to: name });
    return store.setName(tx, client.id, name);
  });
}

/**
 * From the moment this returns nothing new is attributed to the client; what was stays (spec 3.2). A client that is
 * deactivated already stays as it is. Throws `notFound`.
 */
export async function deactivateClient({ db }: World, { id, ...by }: By & { id: number }): Promise<Client> {
  return db.transaction(async (tx) => {
    await haltAttribution(tx);
    const client = await store.lockClient(tx, id);
    if (!client) throw clientNotFound(id);
    if (client.deactivatedAt !== null) return client;
    await audit(tx, by, "client.deactivated", client, { name: client.name });
    return store.markDeactivated(tx, id);
  });
}

/** Has entries attributed to the client again (D12). Throws `notFound`, and `conflict` where its name is taken by now. */
export async function reactivateClient({ db }: World, { id, ...by }: By & { id: number }): Promise<Client> {
  return db.transaction(async (tx) => {
    await store.lockNames(tx);
    const client = await store.lockClient(tx, id);
    if (!client) throw clientNotFound(id);
    if (client.deactivatedAt === null) return client;
    const other = await activeNamed(tx, client.name);
    if (other) throw nameTakenSince(client.name, other);
    await audit(tx, by, "client.reactivated", client, { name: client.name });
    return store.markActive(tx, id);
  });
}

function nameFrom(text: string): string {
  const read = parseClientName(text);
  if (!read.ok) throw invalidName(read.code, read.message);
  return read.name;
}

async function activeNamed(tx: Transaction, name: string, but?: number): Promise<Client | undefined> {
  const candidates = await store.activeClientsLike(tx, name);
  return candidates.find((client) => client.id !== but && isSameName(client.name, name));
}

function audit(
  tx: Transaction,
  { actor, requestId }: By,
  action: AuditAction,
  { id }: Client,
  detail: Record<string, string>,
): Promise<void> {
  return recordEvent(tx, { actor, requestId }, { action, target: { type: "client", id }, detail });
}
