import { bigint, customType, timestamp } from "drizzle-orm/pg-core";

/** The kinds of column that several tables share. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A text column ordered byte by byte, so that a prefix is a range of its btree. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const identity = (name: string) =>
  bigint(name, { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
export const hostId = (name: string) => bigint(name, { mode: "number" });
