import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, hostId, identity, instant } from "./columns.ts";

/** People, keyed by the code host's numeric id: logins change and are recycled (D14). */
export const users = pgTable(
  "users",
  {
    id: identity("id"),
    /** Null for the one who signs in by link on a machine that is not connected to a code host (D22). */
    githubId: hostId("github_id").unique(),
    login: text("login").notNull(),
    /** As the last membership decision had it (D13). */
    admin: boolean("admin").notNull().default(false),
    /** By whoever runs svc, beside what the code host and the settings say; no decision takes it back. */
    adminGranted: boolean("admin_granted").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("users_one_local")
      .on(sql`(${t.githubId} is null)`)
      .where(sql`${t.githubId} is null`),
  ],
);

/** Who is signed in to the panel, over which browser (D20). Ended sessions are deleted; the audit log remembers them. */
export const sessions = pgTable(
  "sessions",
  {
    id: identity("id"),
    userId: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the cookie's 32 random bytes. */
    secretHash: bytes("secret_hash").notNull().unique(),
    via: text("via", { enum: ["github", "link"] }).notNull(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    check("sessions_via", sql`${t.via} in ('github', 'link')`),
    check("sessions_secret_hashed", sql`length(${t.secretHash}) = 32`),
    index("sessions_user").on(t.userId),
  ],
);

/** Sign-ins that GitHub has not answered yet: one use each, ten minutes (D22). */
export const signIns = pgTable(
  "sign_ins",
  {
    /** SHA-256 of the state that GitHub and the browser's cookie must both bring back. */
    stateHash: bytes("state_hash").primaryKey(),
    /** PKCE's secret, for the exchange of the code. */
    verifier: text("verifier").notNull(),
    /** Path on this site to go on to. */
    next: text("next").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("sign_ins_created").on(t.createdAt)],
);

/** One-use sign-in links: thirty minutes (D22). Deleted by their use. */
export const signInLinks = pgTable("sign_in_links", {
  /** SHA-256 of the link's 32 random bytes. */
  secretHash: bytes("secret_hash").primaryKey(),
  /** Whom it signs in. Null: the local admin, where no code host is connected. */
  userId: bigint("user_id", { mode: "number" }).references(() => users.id),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Spec 2.5, D15. Never deleted; revoked rows remain for audit. */
export const tokens = pgTable(
  "tokens",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => users.id),
    label: text("label").notNull(),
    prefix: text("prefix").notNull(),
    hash: text("hash").notNull(),
    /** Of the form that made it: sent again, it makes no second token (D21). */
    formNonce: uuid("form_nonce"),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    revokedById: bigint("revoked_by_id", { mode: "number" }).references(() => users.id),
  },
  (t) => [
    check("tokens_label_filled", sql`length(btrim(${t.label})) between 1 and 100`),
    check("tokens_prefix_form", sql`${t.prefix} ~ '^[A-Za-z0-9_-]{8}$'`),
    check("tokens_hash_form", sql`${t.hash} ~ '^\\$2[aby]\\$12\\$.{53}$'`),
    check("tokens_revocation_whole", sql`(${t.revokedAt} is null) = (${t.revokedById} is null)`),
    index("tokens_prefix").on(t.prefix),
    index("tokens_user").on(t.userId),
    unique("tokens_form_once").on(t.userId, t.formNonce),
  ],
);

/** Who did what to what, when and over what. Append-only: a trigger refuses changes and deletes. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: identity("id"),
    at: instant("at").notNull().defaultNow(),
    /** Null where nobody was known, as for a sign-in that was refused. */
    actorId: bigint("actor_id", { mode: "number" }).references(() => users.id),
    /** How the actor was known: a session of GitHub's sign-in, one of a sign-in link, or a token. */
    via: text("via", { enum: ["session", "link", "token"] }),
    /** The session's or the token's id. */
    viaId: bigint("via_id", { mode: "number" }),
    /** E.g. `token.created`; see audit/event.ts. */
    action: text("action").notNull(),
    /** What it was done to, e.g. `token` and its id. */
    targetType: text("target_type").notNull(),
    targetId: text("target_id").notNull(),
    detail: jsonb("detail").$type<Record<string, string | number | boolean | null>>().notNull(),
    requestId: text("request_id").notNull(),
  },
  (t) => [
    check("audit_log_via", sql`${t.via} in ('session', 'link', 'token')`),
    check(
      "audit_log_actor_whole",
      sql`(${t.actorId} is null) = (${t.via} is null) and (${t.via} is null) = (${t.viaId} is null)`,
    ),
    index("audit_log_newest").on(t.at, t.id),
    index("audit_log_action").on(t.action, t.at, t.id),
    index("audit_log_target").on(t.targetType, t.targetId),
    index("audit_log_actor").on(t.actorId),
  ],
);
