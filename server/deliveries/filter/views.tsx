/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../../errors.ts";
import { Field } from "../../ui/field.tsx";
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

/** Which deliveries are listed. The form's state is the address; htmx takes the results out of the same page. */
export function Filter({ frame, typed, problems }: Props) {
  const { filter: t, outcomes, replies } = words[frame.language];
  const field = (name: string) => {
    const problem = problems.find((problem) => problem.name === name);
    return { name, value: typed[name], problem: problem && messageOf(frame, problem) };
  };
  const options = [
    { value: "", text: t.any },
    ...listedOutcomes.map((outcome) => ({ value: outcome, text: outcomes[outcome] })),
  ];
  const replyOptions = [
    { value: "", text: t.any },
    ...listedReplies.map((reply) => ({ value: reply, text: replies[reply] })),
  ];
  const { language } = frame;
  return (
    <form
      class="filters"
      action="/admin/deliveries"
      aria-label={t.name}
      autocomplete="off"
      hx-get="/admin/deliveries"
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-trigger="change, submit"
    >
      <Field {...field("outcome")} language={language} label={t.outcome} options={options} optional />
      <Field {...field("reply")} language={language} label={t.reply} options={replyOptions} optional />
      <Field {...field("repository")} language={language} label={t.repository} type="search" optional />
      <Field {...field("sender")} language={language} label={t.sender} type="search" optional />
      <Field {...field("guid")} language={language} label={t.guid} type="search" optional />
      <button safe>{t.submit}</button>
    </form>
  );
}
