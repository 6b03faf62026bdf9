import { recordEvent } from "../audit/store.ts";
import type { Deps } from "../deps.ts";
import type { Visitor } from "../sessions/actions.ts";
import { type Step, stepsOf } from "./steps.ts";
import { findProgress } from "./store.ts";

type World = Pick<Deps, "config" | "db">;

// Once over it stays over: from then on it costs nothing to know.
const over = new WeakSet<Deps["db"]>();

/** The steps as they stand, and whether somebody has put the checklist away. */
export async function readSetUp(
  deps: World & Pick<Deps, "github" | "playground">,
): Promise<{ steps: Step[]; dismissed: boolean }> {
  const { config, db, github, playground } = deps;
  const [found, played] = await Promise.all([findProgress(db), playground?.entries() ?? 0]);
  const facts = { ...found, played: found.played || played > 0, connected: github.configured };
  return { steps: stepsOf({ ...facts, publicUrl: config.publicUrl }), dismissed: found.dismissed };
}

/** Whether an admin is still to be reminded of the set-up: not all of it is done, and nobody has put it away. */
export async function isSetUpOpen({ config, db }: World): Promise<boolean> {
  if (config.playground || over.has(db)) return false;
  const found = await findProgress(db);
  // Whoever was heard of came from GitHub.
  const facts = { ...found, connected: found.heard, publicUrl: config.publicUrl };
  const isOver = found.dismissed || stepsOf(facts).every(({ done }) => done);
  if (isOver) over.add(db);
  return !isOver;
}

/** Puts the checklist away for all admins. Its page stays where it is. */
export async function dismissSetUp({ db }: Pick<Deps, "db">, { actor }: Visitor, requestId: string) {
  const target = { type: "set_up", id: "checklist" } as const;
  await recordEvent(db, { actor, requestId }, { action: "set_up.dismissed", target });
}
