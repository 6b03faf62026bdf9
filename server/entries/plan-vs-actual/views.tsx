/** @jsxImportSource @kitajs/html */
import { Bars } from "../../ui/bars.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Empty } from "../../ui/empty.tsx";
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { formatDuration } from "../duration.ts";
import type { Issue } from "../issue-name.ts";
import { entryPage, issueListPage } from "../page-address.ts";
import type { Comparison, PersonSums } from "./plan-vs-actual.ts";
import { words } from "./words.ts";

type Listed = {
  id: number;
  kind: "time" | "plan";
  workedOn: string;
  minutes: number;
  user: { login: string };
  clientName: string | null;
};

type Props = {
  frame: Frame;
  issue: Issue;
  /** As it was at the newest of the entries; null where there are none. */
  title: string | null;
  /** Where it is at the code host. */
  address: Href | undefined;
  comparison: Comparison & { people: (PersonSums & Comparison)[] };
  /** The newest that stand. */
  listed: Listed[];
};

/** Plan against actual of one issue, in all and by person (spec 4.3, D8a). */
export function IssuePage(props: Props) {
  const { frame, issue, title, address, listed } = props;
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={`${issue.repository}#${issue.number}`}
      current="entries"
      actions={
        address ? (
          <a class="button" href={address} rel="noreferrer" safe>
            {t.atGitHub}
          </a>
        ) : (
          <></>
        )
      }
    >
      {title !== null && (
        <p class="lead" safe>
          {title}
        </p>
      )}
      {listed.length === 0 ? <Nothing {...props} /> : <Report {...props} />}
      <Command {...props} />
    </Page>
  );
}

function Nothing({ frame }: Props) {
  const { empty: t } = words[frame.language];
  return (
    <Empty title={t.title}>
      <p>
        <span safe>{t.next}</span> <code>/log 2h</code> <code>/plan 8h</code>
      </p>
    </Empty>
  );
}

function Command({ frame, issue }: Props) {
  const t = words[frame.language];
  return (
    <>
      <p class="fine" safe>
        {t.command}
      </p>
      <Copyable id="command" name="svc" text={commandFor(issue)} language={frame.language} />
    </>
  );
}

// A shell would take what follows a bare # for a comment only at the start of a word.
const commandFor = ({ repository, number }: Issue) => `svc plan-vs-actual ${repository}#${number}`;

// A bar apiece says less and less; the table below has everybody.
const mostBars = 10;

function Report(props: Props) {
  const { frame, issue, comparison } = props;
  const t = words[frame.language];
  const { planned, actual, difference, people } = comparison;
  return (
    <>
      <h2 safe>{t.total}</h2>
      <p safe>{t.outcome(planned, difference)}</p>
      <Bars
        caption={t.total}
        headed
        columns={[t.total, t.hours]}
        bars={[
          bar(t.planned, planned, 2, issueListPage("plan", issue)),
          bar(t.actual, actual, 1, issueListPage("time", issue)),
        ]}
      />
      <h2 safe>{t.people}</h2>
      {people.length > 1 && (
        <Bars
          caption={t.people}
          headed
          columns={[t.person, t.hours]}
          bars={people
            .slice(0, mostBars)
            .flatMap(({ user: { login }, ...sums }) => [
              bar(`${login}: ${t.planned.toLowerCase()}`, sums.planned, 2),
              bar(`${login}: ${t.actual.toLowerCase()}`, sums.actual, 1),
            ])}
        />
      )}
      <People {...props} />
      <h2 safe>{t.latest}</h2>
      <Latest {...props} />
    </>
  );
}

function bar(name: string, minutes: number, series: number, href?: Href) {
  return { name, amount: minutes, text: formatDuration(minutes), series, ...(href && { href }) };
}

function People({ frame, issue, comparison }: Props) {
  const t = words[frame.language];
  const columns = [
    { name: t.person },
    { name: t.planned, numeric: true },
    { name: t.actual, numeric: true },
    { name: t.difference, numeric: true },
  ];
  const rows = comparison.people.map(({ user: { login }, planned, actual, difference }) => ({
    cells: [
      <span safe>{login}</span>,
      <a href={issueListPage("plan", issue, login)} safe>
        {formatDuration(planned)}
      </a>,
      <a href={issueListPage("time", issue, login)} safe>
        {formatDuration(actual)}
      </a>,
      <span safe>{signed(difference)}</span>,
    ],
  }));
  return <Table caption={t.people} columns={columns} rows={rows} />;
}

const signed = (minutes: number) =>
  minutes === 0 ? "0m" : `${minutes > 0 ? "+" : "−"}${formatDuration(Math.abs(minutes))}`;

function Latest({ frame, issue, listed }: Props) {
  const t = words[frame.language];
  const columns = [
    { name: t.columns.day },
    { name: t.columns.kind },
    { name: t.columns.who },
    { name: t.columns.client, long: true },
    { name: t.columns.hours, numeric: true },
  ];
  const rows = listed.map(({ id, kind, workedOn, minutes, user, clientName }) => ({
    cells: [
      <a href={entryPage(kind, id)}>
        <time safe>{workedOn}</time>
      </a>,
      <span safe>{t.kind[kind]}</span>,
      <span safe>{user.login}</span>,
      <span safe>{clientName ?? t.none}</span>,
      <span safe>{formatDuration(minutes)}</span>,
    ],
  }));
  return (
    <>
      <Table caption={t.latest} columns={columns} rows={rows} />
      <p class="actions">
        <a class="button" href={issueListPage("time", issue)} safe>
          {t.entries}
        </a>
        <a class="button" href={issueListPage("plan", issue)} safe>
          {t.plans}
        </a>
      </p>
    </>
  );
}
