import type { Language } from "./language.ts";

type Typed = {
  language: Language;
  /** The fields as the address has them. */
  typed: Record<string, string>;
  /** What is wrong with a field, in the reader's language. */
  problemOf: (name: string) => string | undefined;
};

/** The fields of a filter, each with what was typed into it and what is wrong with that. */
export function filterFields({ language, typed, problemOf }: Typed) {
  const field = (name: string) => ({ name, language, value: typed[name], problem: problemOf(name) });
  return {
    field,
    /** What is no date would not be shown by a field for dates. */
    day(name: string) {
      const props = field(name);
      return { ...props, type: props.problem === undefined ? ("date" as const) : ("text" as const) };
    },
  };
}
