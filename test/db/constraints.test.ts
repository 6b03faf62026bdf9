import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { clients, confirmations, deliveries, entries, labelMappings } from "../../db/schema.ts";
import { tokens, users } from "../../db/schema/people.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  await db.insert(users).values({ githubId: 1, login: "ada" });
  await db
    .insert(clients)
    .values([{ name: "Gemeente Überlingen" }, { name: "Gone", deactivatedAt: new Date() }]);
  await db.insert(labelMappings).values([{ ...mapping }, { ...mapping, repository: "acme/web" }]);
  await db.insert(deliveries).values(delivery);
  await db.insert(confirmations).values(confirmation);
  await db.insert(tokens).values(token);
  await db.insert(entries).values(entry);
  await db.transaction(async (tx) => {
    await tx.insert(entries).values({ ...entry, ...correctionOf(1) });
    await tx.update(entries).set({ supersededById: 2, supersededAt: new Date() }).where(eq(entries.id, 1));
  });
});
afterAll(() => database.close());

const entry = {
  kind: "time" as const,
  minutes: 60,
  workedOn: "2026-10-05",
  labels: ["wbso:dev"],
  userId: 1,
  repository: "acme/web",
  repositoryId: 7,
  issueNumber: 1,
  issueTitle: "Checkout fails",
  commentId: 100,
  commandNo: 1,
  commentedAt: new Date("2026-10-05T15:00:00Z"),
};
const correctionOf = (id: number) => ({
  supersedesId: id,
  correctedById: 1,
  correctionReason: "wrong label",
});
const explained = { winner: null, runnersUp: [], deactivated: [] };
const mapping = { labelPattern: "client:a", clientId: 1 };
const delivery = { guid: "g-1", event: "issue_comment", payload: new Uint8Array([123, 125]) };
const confirmation = {
  commentId: 100,
  repository: "acme/web",
  issueNumber: 1,
  kind: "confirmation" as const,
  body: "2h",
};
const hash = `$2b$12$${"a".repeat(53)}`;
const token = { userId: 1, label: "laptop", prefix: "AZaz09_-", hash };

let comment = 1000;
const anEntry = () => ({ ...entry, commentId: comment++ });

test.each([
  ["a day of work", { minutes: 1440 }],
  ["a big plan", { kind: "plan", minutes: 60_000 }],
  ["the longest note", { note: "n".repeat(500) }],
  ["no labels", { labels: [] }],
  ["a client, with the reason", { clientId: 1, attribution: explained }],
  ["the second command of a comment", { commentId: 100, commandNo: 2 }],
])("an entry may have %s", async (_, differently) => {
  await add(entries, { ...anEntry(), ...differently });
});

test.each([
  ["of no minutes", { minutes: 0 }, "entries_minutes_range"],
  ["of negative minutes", { minutes: -60 }, "entries_minutes_range"],
  ["of more than a day", { minutes: 1441 }, "entries_minutes_range"],
  ["that plans too much", { kind: "plan", minutes: 60_001 }, "entries_minutes_range"],
  ["of another kind", { kind: "wish" }, "entries_kind"],
  ["with an empty note", { note: "" }, "entries_note_length"],
  ["with too long a note", { note: "n".repeat(501) }, "entries_note_length"],
  ["with null for labels", { labels: null }, "labels"],
  ["with a null among its labels", { labels: ["a", null] }, "entries_labels_not_null"],
  ["of command number 0", { commandNo: 0 }, "entries_command_no_range"],
  ["of command number 11", { commandNo: 11 }, "entries_command_no_range"],
  ["of a client for no reason", { clientId: 1 }, "entries_client_explained"],
  [
    "of a client that does not exist",
    { clientId: 99, attribution: explained },
    "entries_client_id_clients_id_fk",
  ],
  ["of nobody", { userId: 99 }, "entries_user_id_users_id_fk"],
  ["of a command that was recorded", { commentId: 100 }, "entries_command_once"],
  [
    "that corrects without a reason",
    { ...correctionOf(2), correctionReason: null },
    "entries_correction_whole",
  ],
  ["that corrects by nobody", { ...correctionOf(2), correctedById: null }, "entries_correction_whole"],
  ["with a reason, but nothing corrected", { correctionReason: "why not" }, "entries_correction_whole"],
  ["that corrects what was corrected", correctionOf(1), "entries_superseded_once"],
  ["that corrects what does not exist", correctionOf(99), "entries_supersedes_id_entries_id_fk"],
  ["superseded at no time", { supersededById: 1 }, "entries_superseded_whole"],
])("an entry %s is refused", async (_, differently, constraint) => {
  expect(await constraintAgainst(entries, { ...anEntry(), ...differently })).toBe(constraint);
});

test.each([
  ["of the same name", clients, { name: "Gemeente Überlingen" }, "clients_active_name"],
  ["of the same name in other case", clients, { name: "GEMEENTE überlingen" }, "clients_active_name"],
  ["of no name", clients, { name: "  " }, "clients_name_filled"],
  ["of too long a name", clients, { name: "n".repeat(201) }, "clients_name_filled"],
])("a client %s is refused", async (_, table, row, constraint) => {
  expect(await constraintAgainst(table, row)).toBe(constraint);
});

test("the name of a deactivated client is free", async () => {
  await add(clients, { name: "gone" });
});

test.each([
  ["that stands already", {}, "label_mappings_global_once"],
  ["that stands already for the repository", { repository: "ACME/Web" }, "label_mappings_repository_once"],
  ["of no label", { labelPattern: "" }, "label_mappings_pattern_filled"],
  ["for no repository's name", { repository: "acme" }, "label_mappings_repository_form"],
  ["for a repository and more", { repository: "acme/web/x" }, "label_mappings_repository_form"],
  ["to no client", { clientId: 99 }, "label_mappings_client_id_clients_id_fk"],
])("a mapping %s is refused", async (_, differently, constraint) => {
  expect(await constraintAgainst(labelMappings, { ...mapping, ...differently })).toBe(constraint);
});

test("a label may lead to two clients, and to one of them in a repository as well", async () => {
  await add(labelMappings, { ...mapping, clientId: 2 });
  await add(labelMappings, { ...mapping, clientId: 2, repository: "acme/web" });
  await add(labelMappings, { ...mapping, repository: "acme/api" });
});

test.each([
  ["a hash of lower cost", { hash: hash.replace("$12$", "$04$") }, "tokens_hash_form"],
  ["a hash of another kind", { hash: "$argon2id$v=19$m=65536" }, "tokens_hash_form"],
  ["itself for a hash", { hash: `svc_${"a".repeat(43)}` }, "tokens_hash_form"],
  ["a short prefix", { prefix: "abc" }, "tokens_prefix_form"],
  ["a blank label", { label: " " }, "tokens_label_filled"],
  ["been revoked by nobody", { revokedAt: new Date() }, "tokens_revocation_whole"],
])("a token that has %s is refused", async (_, differently, constraint) => {
  expect(await constraintAgainst(tokens, { ...token, ...differently })).toBe(constraint);
});

test("two tokens may have the same prefix", async () => {
  await add(tokens, { ...token, label: "desktop" });
});

test.each([
  ["delivery twice", deliveries, delivery, "deliveries_guid_unique"],
  [
    "delivery that is done with nothing to show",
    deliveries,
    { ...delivery, guid: "g-2", state: "done" },
    "deliveries_outcome_when_done",
  ],
  ["delivery in another state", deliveries, { ...delivery, guid: "g-3", state: "odd" }, "deliveries_state"],
  ["second answer to a comment", confirmations, confirmation, "confirmations_comment_id_unique"],
  [
    "answer of another kind",
    confirmations,
    { ...confirmation, commentId: 2, kind: "hello" },
    "confirmations_kind",
  ],
  [
    "answer posted at no time",
    confirmations,
    { ...confirmation, commentId: 3, state: "posted" },
    "confirmations_posted_whole",
  ],
  ["second person of one GitHub id", users, { githubId: 1, login: "eve" }, "users_github_id_unique"],
])("a %s is refused", async (_, table, row, constraint) => {
  expect(await constraintAgainst(table, row)).toBe(constraint);
});

/** Past what the types allow: the database has to hold out on its own. */
async function add(table: PgTable, row: object): Promise<void> {
  await database.db.insert(table).values(row);
}

async function constraintAgainst(table: PgTable, row: object): Promise<string | undefined> {
  const { cause } = await refusalOf(add(table, row));
  const { constraint_name, column_name } = cause as { constraint_name?: string; column_name?: string };
  return constraint_name ?? column_name;
}
