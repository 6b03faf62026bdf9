import { expect, test } from "bun:test";
import { anEntry, page, svc } from "./running.ts";

test("hours are the minutes to two decimals, rounded half up without floating-point error", async () => {
  const examples: [minutes: number, hours: string][] = [
    [1, "0.02"],
    [3, "0.05"],
    [15, "0.25"],
    [20, "0.33"],
    [40, "0.67"],
    [59, "0.98"],
    [60, "1.00"],
    [63, "1.05"],
    [1435, "23.92"],
    [60_000, "1000.00"],
    [1_000_000_029, "16666667.15"],
  ];
  const { stdout } = await svc(
    ["entries", "--csv"],
    [page(examples.map(([minutes]) => anEntry({ minutes })))],
  );
  const read = stdout
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",").slice(3, 5));
  expect(read).toEqual(examples.map(([minutes, hours]) => [String(minutes), hours]));
});
