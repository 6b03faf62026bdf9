/** @jsxImportSource @kitajs/html */
import type { Href } from "./href.ts";
import type { Language } from "./language.ts";
import { words } from "./words.ts";

type Props = {
  newer: Href | undefined;
  older: Href | undefined;
  /** Of a list in the order of names, where nothing is newer. */
  byName?: boolean;
  language: Language;
};

/** To the pages before and after this one; lists know no page numbers (D23). */
export function Pager({ newer, older, byName, language }: Props) {
  const t = words[language].pages;
  if (!newer && !older) return <></>;
  return (
    <nav class="pager" aria-label={t.name}>
      {newer && (
        <a class="button" rel="prev" href={newer} safe>
          {byName ? t.first : t.newer}
        </a>
      )}
      {older && (
        <a class="button" rel="next" href={older} safe>
          {byName ? t.next : t.older}
        </a>
      )}
    </nav>
  );
}
