/** @jsxImportSource @kitajs/html */
import { Empty } from "../../../ui/empty.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Field } from "../../../ui/field.tsx";
import type { Frame } from "../../../ui/frame.ts";
import { Page } from "../../../ui/page.tsx";
import { ForAdmins } from "../../../ui/refused.tsx";
import { longestName } from "../../name.ts";
import { longestPattern, longestRepository } from "../mapping.ts";
import { Preview, type PreviewProps } from "../preview/views.tsx";
import { words as mappingWords } from "../words.ts";
import type { FormProblem, TypedMapping } from "./typed-mapping.ts";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  orgs: string[];
  typed: TypedMapping;
  /** The active clients' names; where there are too many to choose from, some to suggest. */
  clients: { names: string[]; isAll: boolean };
  /** Labels to suggest. */
  labels: string[];
  problems: FormProblem[];
  /** Whether the form was sent to make a mapping, and not just to look. */
  sent: boolean;
  preview: PreviewProps["preview"];
};

/** The form that makes a mapping, and below it what the mapping would do (spec 4.5). */
export function NewMappingPage(props: Props) {
  const { frame, problems, sent } = props;
  const t = words[frame.language];
  const told = problems.map((problem) => ({ ...problem, message: messageOf(props, problem) }));
  if (props.clients.names.length === 0) return <NoClients frame={frame} />;
  return (
    <Page frame={frame} title={t.title} current="mappings" narrow>
      <ErrorSummary problems={sent ? told : []} language={frame.language} />
      <MappingForm {...props} problems={told} />
      {/* Beside what it leads to, which would be marked as the target. */}
      <span id="preview"></span>
      <section
        aria-live="polite"
        hx-get="/admin/mappings/new"
        hx-include="#mapping"
        hx-trigger="input from:#mapping delay:300ms"
        hx-sync="this:queue last"
        hx-target="#preview-result"
        hx-select="#preview-result"
        hx-swap="outerHTML"
      >
        <Preview frame={frame} preview={props.preview} problems={told} areToldAbove={sent} />
      </section>
    </Page>
  );
}

function NoClients({ frame }: { frame: Frame }) {
  const t = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="mappings" narrow>
      <Empty title={t.noClients}>
        <p>
          <a class="button primary" href="/admin/clients/new" safe>
            {t.createClient}
          </a>
        </p>
      </Empty>
    </Page>
  );
}

function messageOf({ frame, typed }: Props, problem: FormProblem): string {
  return (
    words[frame.language].problems[`${problem.field}.${problem.code}`]?.(typed, problem) ?? problem.message
  );
}

function MappingForm({ frame, orgs, typed, clients, labels, problems }: Props) {
  const t = words[frame.language];
  const { language } = frame;
  const problemOf = (field: FormProblem["field"]) => problems.find((one) => one.field === field)?.message;
  const chosen = clients.isAll
    ? {
        options: [
          { value: "", text: t.choose },
          ...clients.names.map((name) => ({ value: name, text: name })),
        ],
      }
    : { suggestions: clients.names, hint: t.clientHint, mostCharacters: longestName };
  return (
    <form id="mapping" method="post" action="/admin/mappings">
      <Field
        name="label"
        label={t.label}
        hint={t.labelHint}
        value={typed.label}
        problem={problemOf("label")}
        suggestions={labels}
        mostCharacters={longestPattern}
        language={language}
      />
      <Field
        name="client"
        label={t.client}
        value={typed.client}
        problem={problemOf("client")}
        language={language}
        {...chosen}
      />
      <Field
        name="repository"
        label={t.repository}
        hint={t.repositoryHint}
        value={typed.repository}
        problem={problemOf("repository")}
        mostCharacters={longestRepository}
        optional
        language={language}
      />
      <div class="actions">
        <ForAdmins frame={frame} label={t.submit} reason={mappingWords[language].onlyAdmins(orgs.join(", "))}>
          <button class="primary" safe>
            {t.submit}
          </button>
        </ForAdmins>
        <button formmethod="get" formaction="/admin/mappings/new#preview" safe>
          {t.preview}
        </button>
        <a class="button" href="/admin/mappings" safe>
          {t.cancel}
        </a>
      </div>
    </form>
  );
}
