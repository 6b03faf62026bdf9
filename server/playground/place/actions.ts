import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { freshState, readState, type State } from "../world/state.ts";

// The state is the mark by which the folder is known for ours.
const [name, mark, gone] = ["playground", "github.json", "playground.gone-"];

/** Where the playground lies below svc's data directory. */
export const placeIn = (dataDir: string) => join(dataDir, name);

/** `strange`: there is something by that name which svc did not make, or an svc of another version. It is left alone. */
export function findPlace(dataDir: string): "none" | "ours" | "strange" {
  const place = placeIn(dataDir);
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return "none";
  if (!found.isDirectory()) return "strange";
  // Killed between making the folder and marking it.
  if (readdirSync(place).length === 0) return "none";
  return readKept(place) ? "ours" : "strange";
}

/** Makes the folder and marks it as ours, or reads what is kept in it. */
export function takePlace(dataDir: string, firstId: number): { place: string; state: State } {
  const place = placeIn(dataDir);
  const kept = existsSync(place) ? readKept(place) : undefined;
  if (kept) return { place, state: kept };
  mkdirSync(place, { recursive: true, mode: 0o700 });
  // As root, PostgreSQL runs as another user, who has to pass through here.
  if (userInfo().uid === 0) chmodSync(place, 0o711);
  const state = freshState(firstId);
  keepState(place, state);
  return { place, state };
}

/** Whole or not at all, whenever svc is killed. */
export function keepState(place: string, state: State): void {
  const file = join(place, mark);
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Deletes the playground's folder and nothing beside it. Broken off halfway it is not taken for a playground any more. */
export function clearPlace(dataDir: string): void {
  if (findPlace(dataDir) === "ours")
    renameSync(placeIn(dataDir), join(dataDir, gone + randomBytes(4).toString("hex")));
  clearRemains(dataDir);
}

/** What is left of a removal that was broken off. */
export function clearRemains(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith(gone)) rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

function readKept(place: string): State | undefined {
  try {
    return readState(readFileSync(join(place, mark), "utf8"));
  } catch {
    return undefined;
  }
}
