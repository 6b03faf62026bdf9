/** @jsxImportSource @kitajs/html */
import { Badge } from "../../../ui/badge.tsx";
import type { Frame } from "../../../ui/frame.ts";
import type { Clock } from "../../../ui/relative-time.ts";
import { Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { type Comparable, differencesBetween } from "../../differences/differences.ts";
import { Differences } from "../../differences/views.tsx";
import { entryPage } from "../../page-address.ts";
import { words } from "../words.ts";

/** An entry as one of its versions (D8); what the store finds fits it by structure. */
export type Version = Comparable & {
  id: number;
  kind: "time" | "plan";
  user: { login: string };
  repository: string;
  issueNumber: number;
  issueTitle: string;
  commentedAt: Date;
  createdAt: Date;
  /** When svc read the comment itself, where GitHub's delivery was lost. */
  backfilledAt: Date | null;
  supersededById: number | null;
  correctedBy: { login: string } | null;
  reason: string | null;
};

type Props = { frame: Frame; clock: Clock; entry: Version; versions: Version[] };

/** What became of an entry from the comment on: who corrected it, when, why, and what came out different. */
export function History({ frame, clock, entry, versions }: Props) {
  const { history: t, title } = words[frame.language];
  if (versions.length === 1) {
    return (
      <p class="fine" safe>
        {t.untouched}
      </p>
    );
  }
  const columns = [
    { name: t.columns.version },
    { name: t.columns.when },
    { name: t.columns.by },
    { name: t.columns.reason, long: true },
    { name: t.columns.changes, long: true },
  ];
  const rows = versions.map((version, at) => {
    const before = versions[at - 1];
    return {
      id: `version-${version.id}`,
      cells: [
        <>
          <a
            href={entryPage(version.kind, version.id)}
            aria-current={version.id === entry.id ? "true" : undefined}
            safe
          >
            {title(version.kind, version.id)}
          </a>{" "}
          {version.id === entry.id && <Badge text={t.shown} />}{" "}
          {version.supersededById === null && <Badge text={t.stands} tone="good" />}
        </>,
        <Time at={version.createdAt} clock={clock} />,
        <span safe>{version.correctedBy?.login ?? version.user.login}</span>,
        <span safe>{version.reason ?? t.logged}</span>,
        before ? <Differences frame={frame} differences={differencesBetween(before, version)} /> : <>–</>,
      ],
    };
  });
  return <Table caption={t.title} columns={columns} rows={rows} />;
}
