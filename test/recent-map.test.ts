import { expect, test } from "bun:test";
import { recentMap } from "../server/recent-map.ts";

test("what was used last stays, what was not used falls out", () => {
  const map = recentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  expect(map.size).toBe(2);
});

test("setting a key again replaces its value and pushes nothing out", () => {
  const map = recentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  expect([map.get("a"), map.get("b")]).toEqual([3, 2]);
  map.delete("a");
  expect([map.get("a"), map.size]).toEqual([undefined, 1]);
});

test("a flood of keys never makes it grow", () => {
  const map = recentMap<number, true>(100);
  for (let i = 0; i < 10_000; i++) map.set(i, true);
  expect(map.size).toBe(100);
  expect(map.get(9_999)).toBe(true);
});
