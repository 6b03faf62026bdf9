import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, bytewiseText, hostId, identity, instant } from "./schema/columns.ts";
import { users } from "./schema/people.ts";

/** Spec 2.3. A name is unique among the active clients, without case (D12). */
export const clients = pgTable(
  "clients",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    deactivatedAt: instant("deactivated_at"),
  },
  (t) => [
    check("clients_name_filled", sql`length(btrim(${t.name})) between 1 and 200`),
    uniqueIndex("clients_active_name")
      .on(sql`lower(${t.name})`)
      .where(sql`${t.deactivatedAt} is null`),
  ],
);

/** Spec 2.4. The same label may lead to two clients: that is what the ambiguity note is for (D12). */
export const labelMappings = pgTable(
  "label_mappings",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    labelPattern: text("label_pattern").notNull(),
    clientId: integer("client_id")
      .notNull()
      .references(() => clients.id),
    /** `owner/repo`; null for a global mapping. Compared without case. */
    repository: text("repository"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("label_mappings_pattern_filled", sql`length(${t.labelPattern}) between 1 and 1024`),
    check("label_mappings_repository_form", sql`${t.repository} ~ '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$'`),
    uniqueIndex("label_mappings_global_once")
      .on(t.labelPattern, t.clientId)
      .where(sql`${t.repository} is null`),
    uniqueIndex("label_mappings_repository_once")
      .on(t.labelPattern, sql`lower(${t.repository})`, t.clientId)
      .where(sql`${t.repository} is not null`),
    index("label_mappings_client").on(t.clientId),
  ],
);

/** Which mapping decided an entry's client, and which others matched (D9). Kept to explain, never to decide again. */
export type AttributionRecord = {
  winner: AttributionMatch | null;
  /** Matches of other active clients: with one of these, the attribution was ambiguous. */
  runnersUp: AttributionMatch[];
  /** Matches passed over because their client was deactivated. */
  deactivated: AttributionMatch[];
};
export type AttributionMatch = { mappingId: number; label: string; clientId: number };

/**
 * Hours and plans (spec 2.1, 2.2, D7). Rows are frozen: a trigger refuses every change but the
 * marking as superseded, and every delete. A correction is a new row that supersedes an old one (D8).
 */
export const entries = pgTable(
  "entries",
  {
    id: identity("id"),
    kind: text("kind", { enum: ["time", "plan"] }).notNull(),
    minutes: integer("minutes").notNull(),
    workedOn: date("worked_on", { mode: "string" }).notNull(),
    note: text("note"),
    /** The issue's labels when the comment was made, in the issue's order (spec 3.1). */
    labels: text("labels").array().notNull(),
    /** The part up to the colon of each label of the form `dimension:value`: what a prefix filter finds first (D10, D31). */
    dimensions: text("dimensions")
      .array()
      .notNull()
      .generatedAlwaysAs(sql`label_dimensions(labels)`),
    clientId: integer("client_id").references(() => clients.id),
    attribution: jsonb("attribution").$type<AttributionRecord>(),
    userId: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => users.id),
    repository: text("repository").notNull(),
    repositoryId: hostId("repository_id").notNull(),
    issueNumber: integer("issue_number").notNull(),
    issueTitle: text("issue_title").notNull(),
    commentId: hostId("comment_id").notNull(),
    /** The place of the command among those of its comment, from 1. */
    commandNo: smallint("command_no").notNull(),
    commentedAt: instant("commented_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the comment and the labels were read from the host, where its delivery was lost; null for all others. */
    backfilledAt: instant("backfilled_at"),
    supersedesId: bigint("supersedes_id", { mode: "number" }).references((): AnyPgColumn => entries.id),
    correctedById: bigint("corrected_by_id", { mode: "number" }).references(() => users.id),
    correctionReason: text("correction_reason"),
    supersededById: bigint("superseded_by_id", { mode: "number" }),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    foreignKey({ name: "entries_superseded_by_fk", columns: [t.supersededById], foreignColumns: [t.id] }),
    check("entries_kind", sql`${t.kind} in ('time', 'plan')`),
    check(
      "entries_minutes_range",
      sql`${t.minutes} between 1 and case ${t.kind} when 'time' then 1440 else 60000 end`,
    ),
    check("entries_note_length", sql`length(${t.note}) between 1 and 500`),
    check("entries_labels_not_null", sql`array_position(${t.labels}, null) is null`),
    check("entries_command_no_range", sql`${t.commandNo} between 1 and 10`),
    check("entries_client_explained", sql`${t.clientId} is null or ${t.attribution} is not null`),
    check(
      "entries_correction_whole",
      sql`(${t.supersedesId} is null) = (${t.correctedById} is null) and (${t.supersedesId} is null) = (${t.correctionReason} is null)`,
    ),
    check("entries_superseded_whole", sql`(${t.supersededById} is null) = (${t.supersededAt} is null)`),
    // A chain, never a fork (D8).
    unique("entries_superseded_once").on(t.supersedesId),
    // Whatever is delivered again is recorded once (D28).
    uniqueIndex("entries_command_once")
      .on(t.commentId, t.commandNo)
      .where(sql`${t.supersedesId} is null`),
    // Superseded ones too, of which there are few: they are listed on request, and stood in the list of a day gone by.
    index("entries_newest").on(t.kind, t.workedOn, t.id),
    // Without the list of what is to be added later: every search would read it through, and whoever fills it up wait for all.
    index("entries_labels").using("gin", t.labels, t.dimensions).with({ fastupdate: false }),
    // The few with several labels of one dimension, which sums of what is kept of each label hold more than once.
    index("entries_repeated_dimensions")
      .using("gin", sql`repeated_dimensions(${t.labels})`)
      .with({ fastupdate: false })
      .where(sql`repeated_dimensions(${t.labels}) <> '{}'`),
    // What an issue adds up to is read from here alone, without the rows: on some everybody logs for years.
    index("entries_host_issue")
      .on(t.repositoryId, t.issueNumber, t.userId, t.kind, t.minutes)
      .where(sql`${t.supersededById} is null`),
    index("entries_issue").on(sql`lower(${t.repository})`, t.issueNumber),
    index("entries_client").on(t.clientId, t.kind, t.workedOn),
    index("entries_user").on(t.userId),
    // The hours of a month by day and client are read from here alone, without the rows.
    index("entries_daily")
      .on(t.kind, t.workedOn, t.clientId, t.minutes)
      .where(sql`${t.supersededById} is null`),
    // Those to look at: another client would have matched as well (spec 7.1.4).
    index("entries_ambiguous")
      .on(t.workedOn, t.id)
      .where(sql`${t.supersededById} is null and jsonb_array_length(${t.attribution} -> 'runnersUp') > 0`),
  ],
);

/**
 * One row for each entry, new or superseding another, in the order in which consumers are told (see entries/changes). A
 * trigger adds it without a number, and whoever reads next numbers what is committed by then: no number is ever given
 * that a transaction under way could come before.
 */
export const entryChanges = pgTable("entry_changes", {
  entryId: bigint("entry_id", { mode: "number" }).primaryKey(),
  /** From 1, without a gap. Null until the first reader. */
  seq: bigint("seq", { mode: "number" }).unique("entry_changes_seq"),
});

/**
 * Every label ever seen on an entry, filled by a trigger in the transaction that inserts the entry (D31).
 * An index for prefix filters, not a registry: nothing is validated against it.
 */
export const labelIndex = pgTable("label_index", { label: bytewiseText("label").primaryKey() });

/**
 * What the entries that stand add up to, month by month, for each label, dimension, client, person and repository and all of
 * them: a total over years is a handful of rows here. Kept by triggers in the transaction that changes the entries, so it is never wrong.
 */
export const entryTotals = pgTable(
  "entry_totals",
  {
    kind: text("kind", { enum: ["time", "plan"] }).notNull(),
    /**
     * `*` for all, `l:` and a label, `d:` and a dimension, `c:` and the id of a client, none for what has no client, `u:` and
     * the id of a person, or `r:` and the name of a repository in lower case.
     */
    key: bytewiseText("key").notNull(),
    /** Its first day. */
    month: date("month", { mode: "string" }).notNull(),
    /** Of the connection that wrote, so that two writers seldom wait for each other's row; 16 for what a correction takes off. */
    shard: smallint("shard").notNull(),
    entries: integer("entries").notNull(),
    minutes: bigint("minutes", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key, t.month, t.shard] }),
    // All labels of one month, where the key above has all months of one label.
    index("entry_totals_month").on(t.kind, t.month, t.key),
  ],
);

/** What the code host sent, byte for byte, before anything is done with it (D28). */
export const deliveries = pgTable(
  "deliveries",
  {
    id: identity("id"),
    /** X-GitHub-Delivery: the same for every attempt at one delivery. */
    guid: text("guid").notNull().unique(),
    event: text("event").notNull(),
    payload: bytes("payload").notNull(),
    state: text("state", { enum: ["pending", "done", "failed"] })
      .notNull()
      .default("pending"),
    /** What came of it, e.g. `recorded` or `not_a_member`; see deliveries/outcome.ts. */
    outcome: text("outcome"),
    detail: text("detail"),
    repository: text("repository"),
    sender: text("sender"),
    commentId: hostId("comment_id"),
    receivedAt: instant("received_at").notNull().defaultNow(),
    /** When svc read the comment itself and made this of it, since the host's delivery was lost; null for what was delivered. */
    backfilledAt: instant("backfilled_at"),
    /** When svc found the comment by asking for new ones, where the host cannot deliver; null for what was delivered. */
    polledAt: instant("polled_at"),
    processedAt: instant("processed_at"),
  },
  (t) => [
    check("deliveries_state", sql`${t.state} in ('pending', 'done', 'failed')`),
    check("deliveries_outcome_when_done", sql`${t.state} <> 'done' or ${t.outcome} is not null`),
    index("deliveries_unfinished")
      .on(t.receivedAt)
      .where(sql`${t.state} <> 'done'`),
    index("deliveries_comment").on(t.commentId),
    index("deliveries_outcome").on(t.outcome, t.id),
    index("deliveries_repository").on(sql`lower(${t.repository})`, t.id),
    index("deliveries_sender").on(sql`lower(${t.sender})`, t.id),
  ],
);

/** The one answer to one comment (D6): a confirmation, or what was wrong with the commands (D4). */
export const confirmations = pgTable(
  "confirmations",
  {
    id: identity("id"),
    /** Stands hidden in the posted comment, so that a retry can find it. */
    marker: uuid("marker").notNull().unique().defaultRandom(),
    commentId: hostId("comment_id").notNull().unique(),
    /** Null where the delivery did not name it. */
    installationId: hostId("installation_id"),
    repository: text("repository").notNull(),
    /** What tells it from another one that has its name by now. Null for those of before it was kept. */
    repositoryId: hostId("repository_id"),
    issueNumber: integer("issue_number").notNull(),
    kind: text("kind", { enum: ["confirmation", "refusal"] }).notNull(),
    body: text("body").notNull(),
    state: text("state", { enum: ["pending", "posted", "failed"] })
      .notNull()
      .default("pending"),
    attempts: integer("attempts").notNull().default(0),
    /** When the last attempt began, until what came of it is known. */
    underWaySince: instant("under_way_since"),
    problem: text("problem"),
    postedCommentId: hostId("posted_comment_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    postedAt: instant("posted_at"),
  },
  (t) => [
    check("confirmations_kind", sql`${t.kind} in ('confirmation', 'refusal')`),
    check("confirmations_state", sql`${t.state} in ('pending', 'posted', 'failed')`),
    check("confirmations_posted_whole", sql`(${t.state} = 'posted') = (${t.postedAt} is not null)`),
    index("confirmations_unposted")
      .on(t.createdAt)
      .where(sql`${t.state} <> 'posted'`),
    // Which wait for the same issue: a storm of them is answered in fewer comments.
    index("confirmations_waiting")
      .on(sql`lower(${t.repository})`, t.issueNumber)
      .where(sql`${t.state} = 'pending'`),
  ],
);

/** When the next comment may be posted on an owner's issues: one at a time, a second apart, whatever the number of instances (D29). */
export const postingTurns = pgTable("posting_turns", {
  /** The owner's login in lower case: an App has one installation for each. */
  owner: text("owner").primaryKey(),
  nextAt: instant("next_at").notNull(),
});
