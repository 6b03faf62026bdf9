/** @jsxImportSource @kitajs/html */
import type { Href } from "./href.ts";
import type { Language } from "./language.ts";
import { words } from "./words.ts";

/** One condition of a filter, and the way to be rid of it. */
export function Chip({ text, without, language }: { text: string; without: Href; language: Language }) {
  return (
    <span class="chip">
      <span safe>{text}</span>
      <a href={without} aria-label={words[language].remove(text)}>
        ×
      </a>
    </span>
  );
}
