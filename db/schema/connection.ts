import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, hostId, instant } from "./columns.ts";
import { sessions } from "./people.ts";

/** The GitHub App that svc was connected to in the panel: one row. Settings in the environment stand above it. */
export const gitHubConnection = pgTable(
  "github_connection",
  {
    id: smallint("id").primaryKey().default(1),
    /** Another one with every change, by which the other instances see that there was one. */
    revision: uuid("revision").notNull(),
    appId: hostId("app_id").notNull(),
    slug: text("slug").notNull(),
    /** The App's own page on the code host. */
    htmlUrl: text("html_url").notNull(),
    clientId: text("client_id").notNull(),
    siteUrl: text("site_url").notNull(),
    apiUrl: text("api_url").notNull(),
    /** Accounts, in lower case, whose members may use svc; empty until somebody has confirmed them. */
    organisations: text("organisations").array().notNull(),
    hears: text("hears", { enum: ["webhook", "polling"] }).notNull(),
    /** When the code host was told to deliver; while `hears` is polling, its first delivery is waited for. */
    webhookSetAt: instant("webhook_set_at"),
    /** Private key, webhook secret and client secret: AES-256-GCM, the rest of the row being its associated data. */
    sealed: bytes("sealed").notNull(),
    connectedAt: instant("connected_at").notNull(),
    /** When the first admin of the code host signed in: until then the sign-in link goes on. */
    settledAt: instant("settled_at"),
    /** When the credentials were given out as a file, which happens once. */
    downloadedAt: instant("downloaded_at"),
  },
  (t) => [
    check("github_connection_one", sql`${t.id} = 1`),
    check("github_connection_hears", sql`${t.hears} in ('webhook', 'polling')`),
  ],
);

/** Apps that somebody went to the code host to make, and has not come back with: one use each, an hour. */
export const manifestStates = pgTable(
  "manifest_states",
  {
    /** SHA-256 of the state that the code host brings back. */
    stateHash: bytes("state_hash").primaryKey(),
    /** Nobody else may come back with it. */
    sessionId: bigint("session_id", { mode: "number" })
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    siteUrl: text("site_url").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("manifest_states_session").on(t.sessionId)],
);
