import { expect, test } from "bun:test";
import { closestLabel } from "../../server/clients/mappings/preview/closest-label.ts";

const seen = [
  "client:acme",
  "client:globex",
  "client:ibm",
  "type:bugfix",
  "wbso:dev",
  "urgent",
  "intern:acme bv",
];

test.each([
  ["client:amce", "client:acme"],
  ["client:acmee", "client:acme"],
  ["Client:Acme", "client:acme"],
  ["cliemt:globex", "client:globex"],
  ["klant:globex", "client:globex"],
  ["globex", "client:globex"],
  ["acme", "client:acme"],
  ["type:bugfx", "type:bugfix"],
  ["urgnet", "urgent"],
  ["Urgent", "urgent"],
] as const)("%s may be meant for %s", (label, closest) => {
  expect(closestLabel(label, seen)).toBe(closest);
});

test.each(["client:initech", "client:kpn", "client:x", "strippenkaart:17", "something else", ""])(
  "%s is like none of them",
  (label) => {
    expect(closestLabel(label, seen)).toBeUndefined();
  },
);
