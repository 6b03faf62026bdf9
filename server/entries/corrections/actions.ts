import type { Queries } from "../../../db/connect.ts";
import { takeLocks } from "../../../db/locks.ts";
import { retrying } from "../../../db/retry.ts";
import type { Actor } from "../../audit/event.ts";
import { recordEvent } from "../../audit/store.ts";
import { attribute } from "../../clients/mappings/attribution.ts";
import {
  attributing,
  lockMappingsFor,
  type MappingOfClient,
  mappingsFor,
} from "../../clients/mappings/store.ts";
import type { Deps } from "../../deps.ts";
import { AppError, type FieldProblem } from "../../errors.ts";
import {
  type Corrected,
  correct,
  type CorrectionRequest,
  nothingChanges,
  withClientKept,
} from "./correction.ts";
import { dayIn } from "../date-range.ts";
import type { EntryKind } from "../entry-filter.ts";
import { alreadyCorrected, entryNotFound } from "../refusals.ts";
import { recordingOn } from "../store.ts";
import { findEntry, lockCurrent, type Recorded, supersede } from "./store.ts";

export type Correction = {
  kind: EntryKind;
  id: number;
  request: CorrectionRequest;
  actor: Actor;
  requestId: string;
};

/**
 * Records an entry that supersedes an old one (D8) and returns its id. Whoever calls it has made sure that an admin asks.
 * Throws `notFound`, `invalid` with every field that cannot be so, and `conflict` where the entry was corrected already:
 * of many who correct one entry at once, one does.
 */
export async function correctEntry(
  { db, config }: Pick<Deps, "db" | "config">,
  { kind, id, request, actor, requestId }: Correction,
): Promise<number> {
  const old = await findEntry(db, id);
  if (old?.kind !== kind) throw entryNotFound(kind, id, old?.kind);
  const read = correct(old, request, dayIn(config.timeZone, new Date()));
  return retrying(() =>
    db.transaction(async (tx) => {
      await takeLocks(tx, recordingOn(old.repositoryId, old.issueNumber), attributing);
      const currentId = await lockCurrent(tx, id);
      if (currentId !== id) throw alreadyCorrected(kind, id, currentId);
      if (!read.ok) throw invalidCorrection(read.problems);
      const client = await clientOf(old, read.value, (...issue) => lockMappingsFor(tx, ...issue));
      if (read.value.changed.length === 0 && client.clientId === old.clientId) {
        throw invalidCorrection([nothingChanges]);
      }
      const { entry, reason, changed } = read.value;
      const newId = await supersede(tx, old, { entry, ...client, byUserId: actor.userId, reason });
      const detail = { superseded_by: newId, changed: changed.join(", "), reason };
      const event = { action: "entry.corrected", target: { type: "entry", id }, detail } as const;
      await recordEvent(tx, { actor, requestId }, event);
      return newId;
    }),
  );
}

/** The client that a correction would lead to if it were made now, and why; nothing is written. */
export function foreseeClient(db: Queries, old: Attributed, corrected: Corrected) {
  return clientOf(old, corrected, (...issue) => mappingsFor(db, ...issue));
}

type Attributed = Pick<Recorded, "clientId" | "attribution" | "repository">;

/** By the labels where they are given; otherwise what was decided stays, whatever has become of the mappings since. */
async function clientOf(
  old: Attributed,
  { entry, decidesClient }: Corrected,
  mappingsOf: (labels: string[], repository: string) => Promise<MappingOfClient[]>,
) {
  if (!decidesClient) return { clientId: old.clientId, attribution: old.attribution };
  const kept = withClientKept(await mappingsOf(entry.labels, old.repository), old.clientId);
  const { clientId, record } = attribute(entry.labels, old.repository, kept);
  return { clientId, attribution: record };
}

function invalidCorrection(problems: FieldProblem[]): AppError {
  const message = problems.map((problem) => problem.message).join(" ");
  return new AppError("invalid", "invalid_body", message, { problems });
}
