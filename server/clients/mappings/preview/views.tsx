/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../../entries/duration.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { Frame } from "../../../ui/frame.ts";
import type { NamedMapping } from "../explanation/explain.ts";
import type { WantedMapping } from "../mapping.ts";
import type { Conflict, Lead } from "./findings.ts";
import type { Note } from "./notes.ts";
import { words } from "./words.ts";

type Matched = { entries: number; minutes: number; withoutClient: number };

type Previewed = {
  wanted: WantedMapping;
  clientName: string;
  matched: { time: Matched; plan: Matched };
  leads: { before: Lead; after: Lead };
  closestLabel: string | null;
  conflicts: Conflict<NamedMapping>[];
  notes: Note[];
};

export type PreviewProps = {
  frame: Frame;
  /** Undefined where the form is not filled in so far. */
  preview: Previewed | undefined;
  /** Why there is none. */
  problems: { message: string }[];
  /** Whether the form itself says so already. */
  areToldAbove: boolean;
};

/** What a mapping would do, before it is made: the part of the page that changes while somebody types. */
export function Preview({ frame, preview, problems, areToldAbove }: PreviewProps) {
  const t = words[frame.language];
  return (
    <div id="preview-result">
      <h2 safe>{t.title}</h2>
      {preview !== undefined && <Findings frame={frame} preview={preview} />}
      {!preview && (areToldAbove || problems.length === 0) && (
        <p class="fine" safe>
          {areToldAbove ? t.unready : t.missing}
        </p>
      )}
      {!areToldAbove &&
        problems.map(({ message }) => (
          <p class="problem" safe>
            {message}
          </p>
        ))}
    </div>
  );
}

function Findings({ frame, preview }: { frame: Frame; preview: Previewed }) {
  const t = words[frame.language];
  const { wanted, clientName, leads, closestLabel, conflicts, notes } = preview;
  const about = {
    label: wanted.labelPattern,
    client: clientName,
    repository: wanted.repository ?? "",
    closest: closestLabel,
  };
  const instead = new URLSearchParams({
    label: closestLabel ?? "",
    client: clientName,
    repository: wanted.repository ?? "",
  });
  return (
    <>
      <p class={["notice", leads.after.ambiguous && "warn"]}>
        <b safe>{matchedText(frame, preview.matched)}</b>{" "}
        <span safe>{t.lead(leads.before.client?.name ?? null, leads.after.client?.name ?? null)}</span>{" "}
        {leads.after.ambiguous && <Badge text={t.ambiguous} tone="warn" />}
      </p>
      <ul>
        {conflicts.map((conflict) => (
          <li safe>{t.conflict(conflict, about)}</li>
        ))}
        {notes.map((note) => (
          <li>
            <span safe>{t.note(note, about)}</span>{" "}
            {note.code === "label_never_seen" && closestLabel !== null && (
              <a href={`/admin/mappings/new?${instead}`} safe>
                {t.take(closestLabel)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function matchedText({ language }: Frame, { time, plan }: Previewed["matched"]): string {
  const t = words[language];
  const hours = `${t.entries(time.entries)} (${formatDuration(time.minutes)})`;
  const plans = `${t.plans(plan.entries)} (${formatDuration(plan.minutes)})`;
  const without = time.withoutClient + plan.withoutClient;
  if (time.entries + plan.entries === 0) return t.matchedNone;
  if (plan.entries === 0) return t.matched(hours, without);
  return t.matched(time.entries === 0 ? plans : t.and(hours, plans), without);
}
