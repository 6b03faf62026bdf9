import type { Chance } from "./chance.ts";
import type { World, WorldOptions } from "./world.ts";

/** One numbered fault, and what svc has to make of it. */
export type Scenario = {
  number: number;
  /** In the words of the table. */
  fault: string;
  /** Of the few that every run of the tests shows; a second or two each. */
  smoke?: boolean;
  /** After so long it has failed. By default five minutes. */
  limitSeconds?: number;
  /** What was seen, in a line. Throws where it is not as it has to be, and NotRun where this machine lacks something. */
  run(stage: Stage): Promise<string>;
};

export type Stage = {
  chance: Chance;
  /** A GitHub, a PostgreSQL and what is between it and svc. After the scenario the invariants are held against each. */
  world(options?: WorldOptions): Promise<World>;
  /** Runs when the scenario has ended, however it did. */
  afterwards(undo: () => unknown): void;
};

/** It could not be tried here, which is not the same as having been withstood. */
export class NotRun extends Error {}

/** Where a program is, or NotRun with how to get it. */
export function programOrNotRun(name: string, packageName = name): string {
  const found = Bun.which(name) ?? Bun.which(`/usr/sbin/${name}`);
  if (!found) throw new NotRun(`${name} is not installed: apt-get install ${packageName}`);
  return found;
}

export function holds(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}
