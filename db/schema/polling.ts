import { index, pgTable, text } from "drizzle-orm/pg-core";
import { hostId, instant } from "./columns.ts";

/** The organisations whose comments svc reads by itself, where the host cannot deliver them (D28). */
export const polledOwners = pgTable("polled_owners", {
  /** The login in lower case: an App has one installation for each. */
  owner: text("owner").primaryKey(),
  /** Comments of before are not asked for. */
  begunAt: instant("begun_at").notNull(),
  /** When its repositories were last listed. One that is found first was not there before. */
  listedAt: instant("listed_at"),
  /** When all that could be read was last read: the beginning of that turn. */
  readAt: instant("read_at"),
  /** What stood in the way of the last turn; null where nothing did. */
  problem: text("problem"),
  /** Since when. */
  problemAt: instant("problem_at"),
  /** The host asked not to be asked before. */
  pausedUntil: instant("paused_until"),
  /** Since when the host delivers. Reading goes on until what was written before is here for certain. */
  closingSince: instant("closing_since"),
  endedAt: instant("ended_at"),
});

/** How far the comments of each of their repositories were read. */
export const polledRepositories = pgTable(
  "polled_repositories",
  {
    /** The host's, which a renamed one keeps. */
    repositoryId: hostId("repository_id").primaryKey(),
    owner: text("owner")
      .notNull()
      .references(() => polledOwners.owner, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** By the host's clock: every change of before this was read and is kept. From here on it is asked. */
    since: instant("since").notNull(),
    /** What was written before this was read, too, so that it is not new when it is found changed. Moves once a whole turn is done. */
    newFrom: instant("new_from").notNull(),
    problem: text("problem"),
    /** Since when. */
    problemAt: instant("problem_at"),
  },
  (t) => [index("polled_repositories_owner").on(t.owner)],
);
