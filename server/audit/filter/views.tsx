/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../errors.ts";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { auditActions } from "../event.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  /** The fields as the address has them. */
  typed: Record<string, string>;
  problems: FieldProblem[];
};

/** The names of its fields. */
export const fields = ["who", "action", "target", "from", "to"];

/** What is wrong with the address, in the reader's language. */
export function messageOf({ language }: Frame, { code, message }: FieldProblem): string {
  return words[language].problems[code] ?? message;
}

/** Which events are listed. The form's state is the address; htmx takes the results out of the same page. */
export function Filter({ frame, typed, problems }: Props) {
  const { filter: t, actions } = words[frame.language];
  const field = (name: string) => {
    const problem = problems.find((problem) => problem.name === name);
    return { name, value: typed[name], problem: problem && messageOf(frame, problem) };
  };
  // What is no date would not be shown by a field for dates.
  const day = (name: string) => {
    const props = field(name);
    return { ...props, type: props.problem === undefined ? ("date" as const) : ("text" as const) };
  };
  const options = [
    { value: "", text: t.anything },
    ...auditActions.map((action) => ({ value: action, text: actions[action] })),
  ];
  const { language } = frame;
  return (
    <form
      class="filters"
      action="/admin/audit"
      aria-label={t.name}
      autocomplete="off"
      hx-get="/admin/audit"
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-trigger="change, submit"
    >
      <Field {...field("who")} language={language} label={t.who} type="search" optional />
      <Field {...field("action")} language={language} label={t.action} options={options} optional />
      <Field {...field("target")} language={language} label={t.target} type="search" optional />
      <Field {...day("from")} language={language} label={t.from} optional />
      <Field {...day("to")} language={language} label={t.to} optional />
      <button safe>{t.submit}</button>
    </form>
  );
}
