import { expect, test } from "bun:test";
import { bestOffer } from "../server/accept.ts";

const offered = ["application/json", "text/csv"] as const;

test.each<[string | null, (typeof offered)[number] | undefined]>([
  [null, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv"],
  ["text/*", "text/csv"],
  ["Text/CSV", "text/csv"],
  [" text/csv ; q=0.5 , application/json ; q=0.4 ", "text/csv"],
  ["text/csv;header=absent", "text/csv"],
  ["text/csv,application/json", "application/json"],
  ["text/csv, */*", "text/csv"],
  ["*/*, text/*", "text/csv"],
  ["text/csv;q=0.1, */*;q=0.2", "application/json"],
  ["text/csv;q=0, */*;q=0.1", "application/json"],
  ["application/*;q=0, */*", "text/csv"],
  ["application/json;q=0.000, text/csv;q=0.001", "text/csv"],
  ["text/html", undefined],
  ["text/csv;q=0", undefined],
  ["application/json;q=0, text/*;q=0.0", undefined],
  // What is no range or weight is passed over, as a list of them asks for.
  ["text, text/csv;q=2, application/json;q=0.5", "application/json"],
  ["nonsense", "application/json"],
  ["*/csv, text/csv", "text/csv"],
])("%p takes %p", (accept, type) => {
  expect(bestOffer(accept, offered)).toBe(type);
});
