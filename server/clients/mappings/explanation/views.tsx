/** @jsxImportSource @kitajs/html */
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Field } from "../../../ui/field.tsx";
import type { Frame } from "../../../ui/frame.ts";
import { Page } from "../../../ui/page.tsx";
import { Table } from "../../../ui/table.tsx";
import { longestRepository } from "../mapping.ts";
import type { Explanation, MappingOutcome } from "./explain.ts";
import type { IssueProblem, TypedIssue } from "./tried-issue.ts";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  typed: TypedIssue;
  problems: IssueProblem[];
  /** Undefined where the form is not filled in so far. */
  explanation: Explanation | undefined;
};

/** The tester: where labels lead in a repository, and what became of each mapping (spec 7.1). */
export function TesterPage({ frame, typed, problems, explanation }: Props) {
  const t = words[frame.language];
  const problemOf = (field: IssueProblem["field"]) => {
    const problem = problems.find((one) => one.field === field);
    return problem && t.problems[problem.code];
  };
  return (
    <Page
      frame={frame}
      title={t.title}
      current="mappings"
      actions={
        <a class="button" href="/admin/mappings" safe>
          {t.back}
        </a>
      }
    >
      <p class="lead" safe>
        {t.lead}
      </p>
      <form id="tried" action="/admin/mappings/tester">
        <Field
          name="repository"
          label={t.repository}
          hint={t.repositoryHint}
          value={typed.repository}
          problem={problemOf("repository")}
          mostCharacters={longestRepository}
          language={frame.language}
        />
        <Field
          name="labels"
          label={t.labels}
          hint={t.labelsHint}
          value={typed.labels}
          problem={problemOf("labels")}
          rows={4}
          language={frame.language}
        />
        <button class="primary" safe>
          {t.submit}
        </button>
      </form>
      <section
        aria-live="polite"
        hx-get="/admin/mappings/tester"
        hx-include="#tried"
        hx-trigger="input from:#tried delay:300ms"
        hx-sync="this:queue last"
        hx-target="#results"
        hx-select="#results"
        hx-swap="outerHTML"
        hx-replace-url="true"
      >
        <Outcome frame={frame} problems={problems} explanation={explanation} />
      </section>
    </Page>
  );
}

function Outcome({ frame, problems, explanation }: Pick<Props, "frame" | "problems" | "explanation">) {
  const t = words[frame.language];
  return (
    <div id="results">
      <h2 safe>{t.result}</h2>
      {problems.map(({ code }) => (
        <p class="problem" safe>
          {t.problems[code]}
        </p>
      ))}
      {!explanation && problems.length === 0 && (
        <p class="fine" safe>
          {t.missing}
        </p>
      )}
      {explanation !== undefined && <Decision frame={frame} explanation={explanation} />}
    </div>
  );
}

function Decision({ frame, explanation }: { frame: Frame; explanation: Explanation }) {
  const t = words[frame.language];
  const { client, ambiguous, labels } = explanation;
  const anyMapped = labels.some(({ mappings }) => mappings.length > 0);
  return (
    <>
      <p class={["notice", client ? (ambiguous ? "warn" : "good") : undefined]}>
        <b safe>{client ? t.client(client.name) : anyMapped ? t.noneActive : t.none}</b>{" "}
        {ambiguous && <span safe>{t.ambiguous}</span>}
      </p>
      <OutcomeTable frame={frame} labels={labels} />
    </>
  );
}

function OutcomeTable({ frame, labels }: { frame: Frame; labels: Explanation["labels"] }) {
  const t = words[frame.language];
  const columns = [
    { name: t.columns.label },
    { name: t.columns.client, long: true },
    { name: t.columns.place, long: true },
    { name: t.columns.outcome },
  ];
  const rows = labels.flatMap(({ label, mappings }) =>
    mappings.length === 0
      ? [{ faded: true, cells: [<span safe>{label}</span>, <>–</>, <>–</>, <span safe>{t.unmapped}</span>] }]
      : mappings.map(({ mapping, outcome }) => ({
          cells: [
            <span safe>{label}</span>,
            <a href={`/admin/clients/${mapping.clientId}`} safe>
              {mapping.clientName}
            </a>,
            mapping.repository === null ? (
              <span safe>{t.everywhere}</span>
            ) : (
              <code safe>{mapping.repository}</code>
            ),
            <OutcomeOf frame={frame} outcome={outcome} />,
          ],
        })),
  );
  return <Table caption={t.result} columns={columns} rows={rows} />;
}

/** In a badge what decides or wants a look; the rest is a mere remark. */
function OutcomeOf({ frame, outcome }: { frame: Frame; outcome: MappingOutcome }) {
  const tone = toneOf[outcome];
  const text = words[frame.language].outcomes[outcome];
  return tone ? <Badge text={text} tone={tone} /> : <span safe>{text}</span>;
}

const toneOf: Partial<Record<MappingOutcome, Tone>> = {
  wins: "good",
  other_client: "warn",
  client_deactivated: "warn",
};
