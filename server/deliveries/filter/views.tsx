/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../errors.ts";
import { Field } from "../../ui/field.tsx";
import { filterFields } from "../../ui/filter-fields.ts";
import { FilterForm } from "../../ui/filter-form.tsx";
import type { Frame } from "../../ui/frame.ts";
import { listedOutcomes, listedReplies } from "../delivery-list.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  /** The fields as the address has them. */
  typed: Record<string, string>;
  problems: FieldProblem[];
};

/** The names of its fields. */
export const fields = ["outcome", "reply", "repository", "sender", "guid"];

/** What is wrong with the address, in the reader's language. */
export function messageOf({ language }: Frame, { code, message }: FieldProblem): string {
  return words[language].problems[code] ?? message;
}

/** Which deliveries are listed. */
export function Filter({ frame, typed, problems }: Props) {
  const { filter: t, outcomes, replies } = words[frame.language];
  const { field } = filterFields({
    language: frame.language,
    typed,
    problemOf(name) {
      const problem = problems.find((problem) => problem.name === name);
      return problem && messageOf(frame, problem);
    },
  });
  const options = [
    { value: "", text: t.any },
    ...listedOutcomes.map((outcome) => ({ value: outcome, text: outcomes[outcome] })),
  ];
  const replyOptions = [
    { value: "", text: t.any },
    ...listedReplies.map((reply) => ({ value: reply, text: replies[reply] })),
  ];
  return (
    <FilterForm page="/admin/deliveries" name={t.name} submit={t.submit}>
      <Field {...field("outcome")} label={t.outcome} options={options} optional />
      <Field {...field("reply")} label={t.reply} options={replyOptions} optional />
      <Field {...field("repository")} label={t.repository} type="search" optional />
      <Field {...field("sender")} label={t.sender} type="search" optional />
      <Field {...field("guid")} label={t.guid} type="search" optional />
    </FilterForm>
  );
}
