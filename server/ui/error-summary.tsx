/** @jsxImportSource @kitajs/html */
import type { Language } from "./language.ts";
import { words } from "./words.ts";

type Props = {
  problems: { /** The name of the field, where it is of one. */ field?: string; message: string }[];
  language: Language;
};

/** All that is wrong with a form, above it, each leading to its field. app.js moves the focus here. */
export function ErrorSummary({ problems, language }: Props) {
  if (problems.length === 0) return <></>;
  return (
    <div class="summary" role="alert" tabindex="-1" data-focus>
      <h2 safe>{words[language].problems(problems.length)}</h2>
      <ul>
        {problems.map(({ field, message }) =>
          field === undefined ? (
            <li safe>{message}</li>
          ) : (
            <li>
              <a href={`#field-${field}`} safe>
                {message}
              </a>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
