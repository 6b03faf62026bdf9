/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../ui/copyable.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { curlLine, svcLine } from "./command-lines.ts";
import { Conditions, Presets } from "./conditions/views.tsx";
import { fieldOf, Filter, type FilterProps, messageOf } from "./filter/views.tsx";
import { listHref } from "./list-page.ts";
import { Nothing } from "./none/views.tsx";
import { EntryTable, type Row } from "./rows/views.tsx";
import { words } from "./words.ts";

type Props = FilterProps & {
  /** `YYYY-MM-DD`, in the organisation's time zone. */
  today: string;
  /** Where scripts reach svc: PUBLIC_URL. */
  host: string;
  list?: List;
};

type List = {
  /** The filter with the names of the API. */
  query: URLSearchParams;
  rows: Row[];
  totals: { entries: number; minutes: number };
  /** The name of the client that the filter is for. */
  clientName: string | undefined;
  /** Cursors of the pages beside this one. */
  newer: string | undefined;
  older: string | undefined;
  isFirst: boolean;
  neverSeen: { labels: { label: string; closest: string | undefined }[]; prefix: string | undefined };
};

/** The hours or the plans, with every filter that the API has (spec 4.1, 4.2). */
export function EntriesPage(props: Props) {
  const { frame, kind, problems, list } = props;
  const t = words[frame.language];
  return (
    <Page frame={frame} title={t.title[kind]} current={kind === "time" ? "entries" : "plans"}>
      <p class="lead" safe>
        {t.lead[kind]}
      </p>
      <Filter {...props} />
      <div id="results">
        <ErrorSummary
          language={frame.language}
          problems={problems.map((problem) => {
            const field = fieldOf(problem);
            return { message: messageOf(frame, problem), ...(field !== undefined && { field }) };
          })}
        />
        {list !== undefined && <Results {...props} list={list} />}
      </div>
    </Page>
  );
}

function Results(props: Props & { list: List }) {
  const { frame, kind, today, list } = props;
  const { query, rows, newer, older } = list;
  const t = words[frame.language];
  return (
    <>
      <div class="heading">
        <Presets frame={frame} kind={kind} query={query} today={today} />
        {rows.length > 0 && (
          <a class="button" href={listHref(kind, query, { format: "csv" })} safe>
            {t.csv}
          </a>
        )}
      </div>
      <Conditions frame={frame} kind={kind} query={query} clientName={list.clientName} />
      <p role="status">
        <span safe>{t.totals[kind](list.totals)}</span>
        {list.totals.entries > 0 && (
          <>
            {", "}
            <b safe>{t.sum(list.totals)}</b>
          </>
        )}
      </p>
      {rows.length === 0 ? (
        <Nothing frame={frame} kind={kind} {...list} />
      ) : (
        <>
          <EntryTable frame={frame} kind={kind} rows={rows} />
          <Pager
            newer={newer === undefined ? undefined : listHref(kind, query, { newer })}
            older={older === undefined ? undefined : listHref(kind, query, { cursor: older })}
            language={frame.language}
          />
        </>
      )}
      {(rows.length > 0 || query.size > 0) && <Copies {...props} />}
    </>
  );
}

/** How the very same entries are had on a command line and by a script. */
function Copies({ frame, kind, host, list }: Props & { list: List }) {
  const { copies: t } = words[frame.language];
  const { language } = frame;
  return (
    <details>
      <summary safe>{t.name[kind]}</summary>
      <p class="fine" safe>
        {t.hint}
      </p>
      <Copyable id="svc" name={t.svc} text={svcLine(kind, list.query)} language={language} />
      <Copyable id="curl" name={t.curl} text={curlLine(host, kind, list.query)} language={language} />
    </details>
  );
}
