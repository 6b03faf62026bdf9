/** @jsxImportSource @kitajs/html */
import { Badge } from "../../ui/badge.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Table } from "../../ui/table.tsx";
import { formatDuration } from "../duration.ts";
import { type Comparable, type Difference, differencesBetween } from "./differences.ts";
import { words } from "./words.ts";

/** An entry as it stands beside what a correction would make of it; what stays the same is faded. */
export function SideBySide({
  frame,
  caption,
  before,
  after,
}: {
  frame: Frame;
  caption: string;
  before: Comparable;
  after: Comparable;
}) {
  const t = words[frame.language];
  const changed = new Set(differencesBetween(before, after).map(({ field }) => field));
  const columns = [
    { name: t.columns.field },
    { name: t.columns.before, long: true },
    { name: t.columns.after, long: true },
  ];
  const sides = [before, after];
  const row = (field: Difference["field"], cell: (side: Comparable, other: Comparable) => JSX.Element) => ({
    faded: !changed.has(field),
    cells: [<span safe>{t.fields[field]}</span>, cell(before, after), cell(after, before)],
  });
  const text = (value: string | null) => <span safe>{value ?? t.none}</span>;
  const rows = [
    row("labels", (side, other) => (
      <LabelsOf frame={frame} labels={side.labels} other={other.labels} isAfter={side === sides[1]} />
    )),
    row("client", (side) => text(side.clientName)),
    row("minutes", (side) => text(formatDuration(side.minutes))),
    row("workedOn", (side) => text(side.workedOn)),
    row("note", (side) => text(side.note)),
  ];
  return <Table caption={caption} columns={columns} rows={rows} />;
}

function LabelsOf({
  frame,
  labels,
  other,
  isAfter,
}: {
  frame: Frame;
  labels: string[];
  other: string[];
  isAfter: boolean;
}) {
  const t = words[frame.language];
  const known = new Set(other);
  if (labels.length === 0) return <span safe>{t.none}</span>;
  return (
    <ul class="chips">
      {labels.map((label) =>
        known.has(label) ? (
          <Label text={label} />
        ) : (
          <Label text={label} change={isAfter ? "added" : "removed"} told={isAfter ? t.added : t.removed} />
        ),
      )}
    </ul>
  );
}

function Label({ text, change, told }: { text: string; change?: "added" | "removed"; told?: string }) {
  const [sign, tone] = change === "added" ? ["+ ", "good"] : change === "removed" ? ["− ", "bad"] : ["", ""];
  return (
    <li class={["badge", tone]}>
      <span safe>{`${sign}${text}`}</span>
      {told !== undefined && <span class="unseen" safe>{` (${told})`}</span>}
    </li>
  );
}

/** What a correction changed, in a few lines. */
export function Differences({ frame, differences }: { frame: Frame; differences: Difference[] }) {
  const t = words[frame.language];
  return (
    <>
      {differences.map((one) => (
        <div>
          <span safe>{`${t.fields[one.field]}: `}</span>
          {one.field === "labels" ? (
            <ChangedLabels frame={frame} removed={one.removed} added={one.added} />
          ) : (
            <>
              {one.before === null ? (
                <span safe>{t.none}</span>
              ) : (
                <del safe>{shown(one.field, one.before)}</del>
              )}{" "}
              <span class="unseen" safe>
                {t.to}
              </span>{" "}
              <b safe>{shown(one.field, one.after) ?? t.none}</b>
            </>
          )}
        </div>
      ))}
    </>
  );
}

function ChangedLabels({ frame, removed, added }: { frame: Frame; removed: string[]; added: string[] }) {
  const t = words[frame.language];
  if (removed.length + added.length === 0) return <span safe>{t.order}</span>;
  return (
    <ul class="chips">
      {removed.map((label) => (
        <Label text={label} change="removed" told={t.removed} />
      ))}
      {added.map((label) => (
        <Label text={label} change="added" told={t.added} />
      ))}
    </ul>
  );
}

const shown = (field: string, value: string | number | null) =>
  field === "minutes" ? formatDuration(Number(value)) : value === null ? null : String(value);

/** The labels of an entry, each apart: they may hold commas and spaces. */
export function Labels({ labels, none }: { labels: string[]; none: string }) {
  if (labels.length === 0) return <span safe>{none}</span>;
  return (
    <span class="chips">
      {labels.map((label) => (
        <Badge text={label} />
      ))}
    </span>
  );
}
