/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../errors.ts";
import { Field } from "../../ui/field.tsx";
import { filterFields } from "../../ui/filter-fields.ts";
import { FilterForm } from "../../ui/filter-form.tsx";
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

/** Which events are listed. */
export function Filter({ frame, typed, problems }: Props) {
  const { filter: t, actions } = words[frame.language];
  const { field, day } = filterFields({
    language: frame.language,
    typed,
    problemOf(name) {
      const problem = problems.find((problem) => problem.name === name);
      return problem && messageOf(frame, problem);
    },
  });
  const options = [
    { value: "", text: t.anything },
    ...auditActions.map((action) => ({ value: action, text: actions[action] })),
  ];
  return (
    <FilterForm page="/admin/audit" name={t.name} submit={t.submit}>
      <Field {...field("who")} label={t.who} type="search" optional />
      <Field {...field("action")} label={t.action} options={options} optional />
      <Field {...field("target")} label={t.target} type="search" optional />
      <Field {...day("from")} label={t.from} optional />
      <Field {...day("to")} label={t.to} optional />
    </FilterForm>
  );
}
