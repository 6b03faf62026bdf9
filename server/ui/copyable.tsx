/** @jsxImportSource @kitajs/html */
import type { Language } from "./language.ts";
import { words } from "./words.ts";

type Props = {
  /** Of its own on the page. */
  id: string;
  /** What it is, e.g. "token": the button's name ends with it. */
  name: string;
  text: string;
  language: Language;
  /** Taken off the page as soon as it is left. */
  secret?: boolean;
};

/** Text to copy. The button shows itself where there is JavaScript; without, the text can be selected with one click. */
export function Copyable({ id, name, text, language, secret }: Props) {
  const t = words[language].copy;
  return (
    <div class="copyable">
      <pre>
        <code id={id} data-gone={secret ? t.gone : undefined} safe>
          {text}
        </code>
      </pre>
      <button type="button" data-copy={id} data-copied={t.copied} data-selected={t.selected}>
        <span safe>{t.copy}</span>{" "}
        <span class="unseen" safe>
          {name}
        </span>
      </button>
    </div>
  );
}
