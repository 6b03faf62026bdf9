import type { Queries } from "../../../../db/connect.ts";
import type { Deps } from "../../../deps.ts";
import { dayIn } from "../../../entries/date-range.ts";
import { recentSince } from "../../recent-days.ts";
import { findClient } from "../../store.ts";
import { type MappingFields, parseMapping } from "../mapping.ts";
import { invalidMapping, unknownClient } from "../refusals.ts";
import { listMappings } from "../store.ts";
import { closestLabel } from "./closest-label.ts";
import { conflictsOf, leadsOf } from "./findings.ts";
import type { MappingPreview } from "./json.ts";
import { notesOf } from "./notes.ts";
import { countMatches, labelIsKnown, labelsAlike, repositoryIsKnown } from "./store.ts";

/**
 * What a mapping would do; nothing is written. Throws `invalid` for fields that cannot be one and an unknown client; a
 * deactivated one is told of.
 * @param now decides which 90 days are looked at, as days of the configured time zone.
 */
export async function previewMapping(
  { db, config }: Pick<Deps, "db" | "config">,
  fields: MappingFields,
  now: Date,
): Promise<MappingPreview> {
  const read = parseMapping(fields);
  if (!read.ok) throw invalidMapping(read.problems);
  const wanted = read.value;
  const { labelPattern, repository } = wanted;
  const row = await findClient(db, wanted.clientId);
  if (!row) throw unknownClient(wanted.clientId);
  const client = { name: row.name, active: row.deactivatedAt === null };
  const ofLabel = await listMappings(db, { labelPattern });
  const since = recentSince(dayIn(config.timeZone, now));
  const otherwiseMapped = ofLabel.flatMap((mapping) => mapping.repository ?? []);
  const [matched, label, ofRepository] = await Promise.all([
    countMatches(db, { labelPattern, repository, otherwiseMapped, since }),
    labelIsKnown(db, labelPattern),
    repository === null || repositoryIsKnown(db, repository),
  ]);
  const closest = label ? null : await closestTo(db, labelPattern);
  return {
    since,
    matched,
    leads: leadsOf(wanted, client, ofLabel),
    labelSeen: label,
    closestLabel: closest,
    conflicts: conflictsOf(wanted, ofLabel),
    notes: notesOf(wanted, client, { label, repository: ofRepository, closest }),
  };
}

// What comparing costs grows with the square of the length. Labels of the host have 50 characters at most.
const mostCompared = 500;
const longestCompared = 100;

async function closestTo(db: Queries, label: string): Promise<string | null> {
  if (label.length > longestCompared) return null;
  return closestLabel(label, await labelsAlike(db, label, mostCompared)) ?? null;
}
