/** @jsxImportSource @kitajs/html */
import type { Language } from "./language.ts";
import { words } from "./words.ts";

type Props = {
  name: string;
  label: string;
  language: Language;
  /** What to write, in a line below the label. */
  hint?: string | undefined;
  /** What is wrong with it, and what to do. */
  problem?: string | undefined;
  value?: string | undefined;
  optional?: boolean;
  type?: "text" | "search" | "date" | "number";
  /** Values to choose from; nothing else is accepted. */
  options?: { value: string; text: string }[];
  /** Values to suggest; anything else is accepted too. */
  suggestions?: string[];
  /** Lines, for a text of several. */
  rows?: number;
  mostCharacters?: number;
};

/** One field of a form: its label, hint and problem tied to it, what was typed kept. */
export function Field(props: Props) {
  const { name, label, hint, problem, optional, language } = props;
  return (
    <div class={["field", problem !== undefined && "wrong"]}>
      <label for={`field-${name}`}>
        <span safe>{label}</span>
        {optional && <small safe>{` (${words[language].optional})`}</small>}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`hint-${name}`} safe>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" id={`problem-${name}`} safe>
          {problem}
        </p>
      )}
      <Control field={props} />
    </div>
  );
}

// As a property and not spread, since names of attributes are not escaped.
function Control({ field }: { field: Props }) {
  const { name, value, options, rows, suggestions, optional, hint, problem } = field;
  const described = [hint !== undefined && `hint-${name}`, problem !== undefined && `problem-${name}`];
  const describedBy = described.filter(Boolean).join(" ") || undefined;
  const invalid = problem === undefined ? undefined : "true";
  const required = optional !== true;
  if (options) {
    return (
      <select
        id={`field-${name}`}
        name={name}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={invalid}
      >
        {options.map((option) => (
          <option value={option.value} selected={option.value === value} safe>
            {option.text}
          </option>
        ))}
      </select>
    );
  }
  if (rows !== undefined) {
    return (
      <textarea
        id={`field-${name}`}
        name={name}
        rows={String(rows)}
        maxlength={field.mostCharacters}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        safe
      >
        {
          /* A parser drops the first line break in here: better this one than one of the text. */ `\n${value ?? ""}`
        }
      </textarea>
    );
  }
  return (
    <>
      <input
        id={`field-${name}`}
        name={name}
        type={field.type ?? "text"}
        value={value}
        maxlength={field.mostCharacters}
        list={suggestions && `suggestions-${name}`}
        required={required}
        autocomplete="off"
        aria-describedby={describedBy}
        aria-invalid={invalid}
      />
      {suggestions !== undefined && (
        <datalist id={`suggestions-${name}`}>
          {suggestions.map((suggestion) => (
            <option value={suggestion}></option>
          ))}
        </datalist>
      )}
    </>
  );
}
