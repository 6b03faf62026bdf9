/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../../errors.ts";
import { Field } from "../../../ui/field.tsx";
import { filterFields } from "../../../ui/filter-fields.ts";
import type { Frame } from "../../../ui/frame.ts";
import type { EntryKind } from "../../entry-filter.ts";
import { listHref } from "../list-page.ts";
import { words } from "./words.ts";

export type FilterProps = {
  frame: Frame;
  kind: EntryKind;
  /** The fields as they were typed; of `label` each. */
  typed: Record<string, string>;
  labels: string[];
  problems: FieldProblem[];
  suggestions: { labels: string[]; clients: string[] };
};

const rare = ["repository", "issue", "as_of", "include"];
/** The names of its fields. */
const fields = ["label", "label_prefix", "client", "user", "from", "to", ...rare];

/** The field in which a part of the address is typed, if it is. */
export function fieldOf({ name }: FieldProblem): string | undefined {
  return name === "client_id" ? "client" : fields.find((field) => field === name);
}

/** What is wrong with the address, in the reader's language. */
export function messageOf({ language }: Frame, problem: FieldProblem): string {
  const { problems } = words[language];
  const isPlace = problem.name === "cursor" || problem.name === "newer";
  const say =
    problems[`${problem.name}.${problem.code}`] ??
    problems[isPlace && problem.code === "unreadable" ? "unreadable_cursor" : problem.code];
  return say?.(problem) ?? problem.message;
}

/** Which entries are listed. The form's state is the address; htmx takes the results out of the same page. */
export function Filter(props: FilterProps) {
  const { frame, kind, typed, problems, suggestions } = props;
  const { language } = frame;
  const t = words[language];
  const { field, day } = filterFields({
    language,
    typed,
    problemOf(name) {
      const problem = problems.find((problem) => fieldOf(problem) === name);
      return problem && messageOf(frame, problem);
    },
  });
  const included = [
    { value: "", text: t.standing },
    { value: "superseded", text: t.superseded },
  ];
  const unfolded = rare.some((name) => field(name).problem !== undefined || typed[name]);
  return (
    <form
      id="filter"
      class="filters"
      action={listHref(kind, new URLSearchParams())}
      aria-label={t.name}
      autocomplete="off"
      hx-get={listHref(kind, new URLSearchParams())}
      hx-target="#results"
      hx-select="#results"
      hx-select-oob="#labels:outerHTML"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-sync="this:replace"
      hx-trigger="change, submit"
    >
      <LabelFields {...props} problem={field("label").problem} />
      <Field {...field("label_prefix")} label={t.label_prefix} type="search" optional />
      <Field {...field("client")} label={t.client} type="search" suggestions={suggestions.clients} optional />
      <Field {...field("user")} label={t.user} type="search" optional />
      <Field {...day("from")} label={t.from} optional />
      <Field {...day("to")} label={t.to} optional />
      <button safe>{t.submit}</button>
      <details open={unfolded}>
        <summary safe>{t.more}</summary>
        <div class="filters">
          <Field
            {...field("repository")}
            label={t.repository}
            hint={t.repositoryHint}
            type="search"
            optional
          />
          <Field {...field("issue")} label={t.issue} hint={t.issueHint} type="search" optional />
          <Field {...field("as_of")} label={t.as_of} hint={t.asOfHint} type="search" optional />
          <Field {...field("include")} label={t.include} options={included} optional />
        </div>
      </details>
    </form>
  );
}

/** A field for each label that is asked for, and one more to add another. */
function LabelFields({ frame, labels, suggestions, problem }: FilterProps & { problem: string | undefined }) {
  const t = words[frame.language];
  return (
    <div class={["field", problem !== undefined && "wrong"]} id="labels">
      <label for="field-label" safe>
        {t.label}
      </label>
      {problem !== undefined && (
        <p class="problem" id="problem-label" safe>
          {problem}
        </p>
      )}
      <div class="chips">
        {[...labels, ""].map((label, place) => (
          <input
            id={place === 0 ? "field-label" : `field-label-${place + 1}`}
            name="label"
            type="search"
            value={label}
            list="suggestions-label"
            autocomplete="off"
            aria-label={place === 0 ? undefined : t.nthLabel(place + 1)}
            aria-describedby={problem === undefined ? undefined : "problem-label"}
            aria-invalid={problem === undefined ? undefined : "true"}
          />
        ))}
      </div>
      <datalist id="suggestions-label">
        {suggestions.labels.map((label) => (
          <option value={label}></option>
        ))}
      </datalist>
    </div>
  );
}
