import { expect, test } from "bun:test";
import fc from "fast-check";
import { type CursorPlace, openCursor, sealCursor } from "../server/cursor.ts";
import { readCursor, writeCursor } from "../server/entries/cursor.ts";

const text = fc.string({ unit: "binary" }).filter((one) => one.isWellFormed());
const place: fc.Arbitrary<CursorPlace> = fc.array(fc.oneof(text, fc.maxSafeInteger()), { maxLength: 4 });

test("a cursor opens to the place it was made of, is plain in an address, and fits its own list alone", () => {
  fc.assert(
    fc.property(place, text, text, (place, list, other) => {
      const cursor = sealCursor(place, list);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(openCursor(cursor, list)).toEqual(place);
      if (other !== list) expect(openCursor(cursor, other)).toBe("other_list");
    }),
  );
});

test("whatever else is sent as one is unreadable or of another list, and never a place", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.base64String()), (cursor) => {
      expect(openCursor(cursor, "time?")).toBeOneOf(["unreadable", "other_list"]);
    }),
  );
});

test.each<[CursorPlace]>([
  [[]],
  [["2026-10-05"]],
  [["2026-10-05", "7"]],
  [["2026-10-05", -7]],
  [["2026-10-05", 0]],
  [["2026-02-30", 7]],
  [["2026-10-05\0", 7]],
  [[7, "2026-10-05"]],
  [["2026-10-05", 7, 8]],
])("a forged place %j is none in a list of entries", (place) => {
  expect(readCursor(sealCursor(place, "time?"), "time?")).toBe("unreadable");
  const real = { workedOn: "2026-10-05", id: 7 };
  expect(readCursor(writeCursor(real, "time?"), "time?")).toEqual(real);
});
