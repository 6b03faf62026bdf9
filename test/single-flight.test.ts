import { expect, test } from "bun:test";
import { singleFlight } from "../server/single-flight.ts";

test("those who ask while the work runs share it; who comes afterwards starts it anew", async () => {
  const once = singleFlight<string, number>();
  let runs = 0;
  const work = async () => {
    await Bun.sleep(1);
    return ++runs;
  };
  expect(await Promise.all([once("a", work), once("a", work), once("b", work)])).toEqual([1, 1, 2]);
  expect(await once("a", work)).toBe(3);
});

test("a failure reaches all who wait and is not kept", async () => {
  const once = singleFlight<string, number>();
  const failing = () => Promise.reject(new Error("no"));
  const both = await Promise.allSettled([once("a", failing), once("a", failing)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await once("a", async () => 1)).toBe(1);
});
