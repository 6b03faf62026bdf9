/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../errors.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Empty, NothingFound } from "../ui/empty.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import { SearchForm } from "../ui/filter-form.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ForAdmins } from "../ui/refused.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { type ClientFilter, clientsHref } from "./client-list.ts";
import { clientStates } from "./list-query.ts";
import { ClientTable, type ListedClient } from "./rows/views.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  filter: ClientFilter;
  problems?: FieldProblem[];
  list?: List;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
};
type List = { clients: ListedClient[]; more: number | undefined; isFirst: boolean };

/** The clients by name, with what was worked for them. */
export function ClientsPage(props: Props) {
  const { frame, filter, problems = [], list, orgs } = props;
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.title}
      current="clients"
      actions={
        <ForAdmins frame={frame} label={t.create} reason={t.onlyAdmins(orgs.join(", "))}>
          <a class="button primary" href="/admin/clients/new" safe>
            {t.create}
          </a>
        </ForAdmins>
      }
    >
      <p class="lead" safe>
        {t.lead}
      </p>
      <Filter frame={frame} filter={filter} />
      <div id="results">
        <ErrorSummary
          language={frame.language}
          problems={problems.map(({ code, message }) => ({ message: t.problems[code] ?? message }))}
        />
        {list !== undefined && <Results {...props} list={list} />}
      </div>
    </Page>
  );
}

function Filter({ frame, filter }: Pick<Props, "frame" | "filter">) {
  const t = words[frame.language];
  return (
    <SearchForm page="/admin/clients" name={t.filter.name} submit={t.filter.submit}>
      <Field
        name="status"
        label={t.columns.state}
        value={filter.state}
        options={clientStates.map((state) => ({ value: state, text: t.states[state] }))}
        optional
        language={frame.language}
      />
      <Field
        name="name"
        label={t.filter.part}
        value={filter.name}
        type="search"
        optional
        language={frame.language}
      />
    </SearchForm>
  );
}

function Results({ list, ...props }: Props & { list: List }) {
  const { frame, filter } = props;
  const t = words[frame.language];
  if (list.clients.length === 0) return <NoClients {...props} isFirst={list.isFirst} />;
  return (
    <>
      <p class="fine" role="status" safe>
        {t.shown(list.clients.length, list.more !== undefined)}
      </p>
      <ClientTable
        frame={frame}
        clock={props.clock}
        clients={list.clients}
        withState={filter.state !== "active"}
      />
      <Pager
        byName
        newer={list.isFirst ? undefined : clientsHref(filter)}
        older={list.more === undefined ? undefined : clientsHref(filter, list.more)}
        language={frame.language}
      />
    </>
  );
}

function NoClients({ frame, filter, isFirst }: Props & { isFirst: boolean }) {
  const { none, create } = words[frame.language];
  if (filter.name !== undefined || filter.state === "deactivated" || !isFirst) {
    return <NothingFound title={none.filtered} all={none.all} href={clientsHref({ state: "all" })} />;
  }
  return (
    <Empty title={none.ever}>
      {frame.user?.admin && (
        <p>
          <a class="button primary" href="/admin/clients/new" safe>
            {create}
          </a>
        </p>
      )}
      <p class="fine" safe>
        {none.terminal}
      </p>
      <Copyable id="svc" name="svc" text="svc clients create Acme" language={frame.language} />
    </Empty>
  );
}
