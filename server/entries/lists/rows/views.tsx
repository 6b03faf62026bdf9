/** @jsxImportSource @kitajs/html */
import { Badge } from "../../../ui/badge.tsx";
import type { Frame } from "../../../ui/frame.ts";
import { Table } from "../../../ui/table.tsx";
import { formatDuration } from "../../duration.ts";
import type { EntryKind } from "../../entry-filter.ts";
import { entryPage, issuePage } from "../../page-address.ts";
import { words } from "../words.ts";

export type Row = {
  id: number;
  workedOn: string;
  minutes: number;
  note: string | null;
  labels: string[];
  user: { login: string };
  repository: string;
  issueNumber: number;
  clientId: number | null;
  clientName: string | null;
  supersededById: number | null;
  /** Another client would have matched as well. */
  ambiguous: boolean;
};

type Props = { frame: Frame; kind: EntryKind; rows: Row[] };

/** Hours or plans, one line each. */
export function EntryTable({ frame, kind, rows }: Props) {
  const { title, columns: t } = words[frame.language];
  const columns = [
    { name: t.day },
    { name: t.issue, plain: true },
    { name: t.client },
    { name: t.labels, plain: true },
    { name: t.hours, numeric: true, plain: true },
  ];
  const table = rows.map((row) => ({
    faded: row.supersededById !== null,
    cells: [
      <Day frame={frame} kind={kind} row={row} />,
      <Issue row={row} />,
      <Client frame={frame} row={row} />,
      <LabelChips frame={frame} labels={row.labels} />,
      <></>,
    ],
    texts: {
      ...(row.clientName !== null && !row.ambiguous && { 2: brief(row.clientName, longest.client) }),
      4: formatDuration(row.minutes),
    },
  }));
  return <Table caption={title[kind]} columns={columns} rows={table} />;
}

function Day({ frame, kind, row }: { frame: Frame; kind: EntryKind; row: Row }) {
  return (
    <>
      <a href={entryPage(kind, row.id)} safe>
        {row.workedOn}
      </a>
      <br />
      <small safe>{row.user.login}</small>
      {row.supersededById !== null && (
        <>
          {" "}
          <Badge text={words[frame.language].superseded} />
        </>
      )}
    </>
  );
}

function Issue({ row }: { row: Row }) {
  const { repository, issueNumber: number, note } = row;
  return (
    <>
      <a href={issuePage({ repository, number })} safe>
        {`${repository}#${number}`}
      </a>
      {note !== null && (
        <>
          <br />
          <small safe>{brief(note, longest.note)}</small>
        </>
      )}
    </>
  );
}

function Client({ frame, row: { clientName, ambiguous } }: { frame: Frame; row: Row }) {
  const t = words[frame.language];
  return (
    <>
      {clientName === null ? (
        <Badge text={t.noClient} tone="warn" />
      ) : (
        <span safe>{brief(clientName, longest.client)}</span>
      )}{" "}
      {ambiguous && <Badge text={t.ambiguous} tone="warn" />}
    </>
  );
}

/** Whole they stand on the entry's own page. */
const longest = { note: 80, label: 40, client: 60 };
const mostLabels = 5;

function LabelChips({ frame, labels }: { frame: Frame; labels: string[] }) {
  const others = labels.length - mostLabels;
  return (
    <>
      {labels.slice(0, mostLabels).map((label) => (
        <>
          <code safe>{brief(label, longest.label)}</code>{" "}
        </>
      ))}
      {others > 0 && <small safe>{words[frame.language].moreLabels(others)}</small>}
    </>
  );
}

function brief(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}
