/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../errors.ts";
import { Chip } from "../../ui/chip.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Empty, NothingFound } from "../../ui/empty.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { SearchForm } from "../../ui/filter-form.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ForAdmins } from "../../ui/refused.tsx";
import type { Clock } from "../../ui/relative-time.ts";
import type { Mapping } from "./attribution.ts";
import { type LabelFilter, mappingsHref, type PlaceInList } from "./labels/label-list.ts";
import { type ListedMapping, MappingTable } from "./labels/views.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  /** The filter's fields as the address has them. */
  typed: Record<string, string>;
  problems?: FieldProblem[];
  list?: List;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
};
type List = {
  filter: LabelFilter;
  /** Of the client that the filter is for. */
  clientName: string | undefined;
  mappings: ListedMapping[];
  /** All mappings of the labels of these. */
  ofLabels: Mapping[];
  more: PlaceInList | undefined;
  isFirst: boolean;
};

/** The mappings, label by label (spec 2.4). */
export function MappingsPage(props: Props) {
  const { frame, typed, problems = [], list, orgs } = props;
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.title}
      current="mappings"
      actions={
        <>
          <a class="button" href="/admin/mappings/tester" safe>
            {t.test}
          </a>
          <ForAdmins frame={frame} label={t.create} reason={t.onlyAdmins(orgs.join(", "))}>
            <a class="button primary" href="/admin/mappings/new" safe>
              {t.create}
            </a>
          </ForAdmins>
        </>
      }
    >
      <p class="lead" safe>
        {t.lead}
      </p>
      <Filter frame={frame} typed={typed} list={list} />
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

function Filter({ frame, typed, list }: Pick<Props, "frame" | "typed"> & { list: List | undefined }) {
  const { filter: t } = words[frame.language];
  const { language } = frame;
  const options = [
    { value: "", text: t.any },
    { value: "deactivated", text: t.deactivated },
  ];
  const ofClient = list?.filter.clientId;
  return (
    <>
      <SearchForm page="/admin/mappings" name={t.name} submit={t.submit}>
        <Field
          name="label"
          label={t.label}
          value={typed["label"]}
          type="search"
          optional
          language={language}
        />
        <Field name="to" label={t.which} value={typed["to"]} options={options} optional language={language} />
        {ofClient !== undefined && <input type="hidden" name="client_id" value={String(ofClient)} />}
      </SearchForm>
      {list !== undefined && ofClient !== undefined && (
        <p class="chips">
          <Chip
            text={t.ofClient(list.clientName ?? String(ofClient))}
            without={mappingsHref({ ...list.filter, clientId: undefined })}
            language={language}
          />
        </p>
      )}
    </>
  );
}

function Results({ frame, clock, list }: Props & { list: List }) {
  const t = words[frame.language];
  const { filter, mappings, ofLabels, more, isFirst } = list;
  if (mappings.length === 0) {
    const isFiltered = Object.keys(filter).length > 0 || !isFirst;
    if (!isFiltered) return <NoMappings frame={frame} />;
    return <NothingFound title={t.none.filtered} all={t.none.all} href="/admin/mappings" />;
  }
  return (
    <>
      <p class="fine" role="status" safe>
        {t.shown(mappings.length, more !== undefined)}
      </p>
      <MappingTable frame={frame} clock={clock} mappings={mappings} ofLabels={ofLabels} />
      <Pager
        byName
        newer={isFirst ? undefined : mappingsHref(filter)}
        older={more === undefined ? undefined : mappingsHref(filter, more)}
        language={frame.language}
      />
    </>
  );
}

function NoMappings({ frame }: { frame: Frame }) {
  const { none, create } = words[frame.language];
  return (
    <Empty title={none.ever}>
      <p safe>{none.next}</p>
      {frame.user?.admin && (
        <p>
          <a class="button primary" href="/admin/mappings/new" safe>
            {create}
          </a>
        </p>
      )}
      <p class="fine" safe>
        {none.terminal}
      </p>
      <Copyable
        id="svc"
        name="svc"
        text="svc mappings create --label client:acme --client Acme"
        language={frame.language}
      />
    </Empty>
  );
}
