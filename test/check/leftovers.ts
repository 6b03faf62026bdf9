import { homedir } from "node:os";
import type { SourceFile } from "./tracked.ts";

/** Places of this machine that no file may name: elsewhere they mean nothing. */
export type Machine = { checkout: string; home: string };

export const thisMachine: Machine = { checkout: process.cwd(), home: homedir() };

/** What must not stay in a file that others read: work left for later, tests switched off, places of one machine. */
export function leftovers(files: SourceFile[], machine: Machine = thisMachine): string[] {
  const places = [machine.checkout, machine.home].filter(isTelling);
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) => {
      const found =
        [later, switchedOff, buildMachine, registry].map((form) => form.exec(line)?.[0]).find(Boolean) ??
        places.find((place) => line.includes(place));
      return found ? [`${path}:${i + 1}: ${found.trim()}`] : [];
    }),
  );
}

/** The lockfile names packages and checksums only: an address in it would bind everyone to one registry. */
export function lockfileProblems(lockfile: string): string[] {
  const addresses = lockfile.match(/\b(?:https?|git(?:\+\w+)?|ssh|file):[^"\s]+/g) ?? [];
  return addresses.map((address) => `bun.lock holds ${address}; install again without a registry setting`);
}

// Written backwards where this file would otherwise find itself.
const later = new RegExp(
  `\\b(${words("ODOT EMXIF KCAH")}|X{3})\\b|\\b(not ${words("detnemelpmi")}|coming ${words("noos")})\\b`,
);
const switchedOff = new RegExp(`\\b(test|it|describe)\\.(${words("piks ylno odot gniliaf")})\\b`);
const buildMachine = new RegExp(`(^|[^A-Za-z0-9_.])/(${words("krow mraf")})/`);
const registry =
  /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|\b[a-z0-9.-]*(verdaccio|artifactory|nexus-?repo)[a-z0-9.-]*\.[a-z]{2,}/i;

function words(backwards: string): string {
  return backwards
    .split(" ")
    .map((word) => [...word].toReversed().join(""))
    .join("|");
}

/** `/root` or `/app` may stand in a document for any machine; two folders deep it is one's own. */
function isTelling(path: string): boolean {
  return path.split("/").filter(Boolean).length >= 2;
}
