import { expect, test } from "bun:test";
import { markupProblems } from "./markup.ts";
import { missedHoles } from "./markup-canary.ts";

test("every hole that is planted is found", async () => {
  expect(await missedHoles()).toEqual([]);
}, 60_000);

test("pages that hold every part there is pass", () => {
  expect(markupProblems("tsconfig.json", ["test/ui/gallery.tsx", "server/ui/page.tsx"])).toEqual([]);
}, 60_000);

test("a file that cannot be read is not passed over", () => {
  expect(markupProblems("test/check/canary/tsconfig.json", ["test/check/canary/none.tsx"])).toEqual([
    "only 0 of 1 files could be read",
  ]);
}, 60_000);
