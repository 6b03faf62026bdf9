import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** How far the code host's own record of its deliveries was read (D28): one row. */
export const deliveryListing = pgTable(
  "delivery_listing",
  {
    id: smallint("id").primaryKey().default(1),
    /** By the host's clock: what it delivered before this was looked at. */
    watermark: instant("watermark").notNull(),
    /** When the whole of it was last read. */
    readAt: instant("read_at"),
    /** What stood in the way of the last attempt; null where nothing did. */
    problem: text("problem"),
    problemAt: instant("problem_at"),
    /** The host asked not to be asked before. */
    pausedUntil: instant("paused_until"),
    /** Comments of this time the host delivers no more: they are to be read. Both or neither. */
    gapFrom: instant("gap_from"),
    gapUntil: instant("gap_until"),
    /** The repositories, by the host's ids, whose comments of that time were read. */
    gapRead: bigint("gap_read", { mode: "number" })
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    check("delivery_listing_one", sql`${t.id} = 1`),
    check("delivery_listing_gap_whole", sql`(${t.gapFrom} is null) = (${t.gapUntil} is null)`),
  ],
);

/** Deliveries that the host made and that did not arrive. One that arrives after all is taken off. */
export const missingDeliveries = pgTable(
  "missing_deliveries",
  {
    guid: text("guid").primaryKey(),
    /** The host's id of the latest attempt: a number that may be larger than 2^53. */
    deliveryId: text("delivery_id").notNull(),
    /** When it was first attempted, by the host's clock. */
    deliveredAt: instant("delivered_at").notNull(),
    /** What we, or whoever stands before us, answered last. */
    statusCode: integer("status_code").notNull(),
    /** How often the host was asked to send it again. */
    asked: smallint("asked").notNull().default(0),
    /** When something is to be done about it next. */
    nextAt: instant("next_at").notNull().defaultNow(),
    problem: text("problem"),
    givenUpAt: instant("given_up_at"),
    foundAt: instant("found_at").notNull().defaultNow(),
  },
  (t) => [
    index("missing_deliveries_due")
      .on(t.nextAt)
      .where(sql`${t.givenUpAt} is null`),
  ],
);
