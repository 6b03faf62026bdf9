/** @jsxImportSource @kitajs/html */
import { Chip } from "../../../ui/chip.tsx";
import type { Frame } from "../../../ui/frame.ts";
import type { EntryKind } from "../../entry-filter.ts";
import { words } from "../filter/words.ts";
import { conditionsOf, listHref, withValues } from "../list-page.ts";
import { daysOfPreset, presets } from "../presets.ts";

type Props = {
  frame: Frame;
  kind: EntryKind;
  /** The filter with the names of the API. */
  query: URLSearchParams;
};

/** Days that are often asked for, with the other conditions as they are. */
export function Presets({ frame, kind, query, today }: Props & { today: string }) {
  const t = words[frame.language].presets;
  return (
    <nav class="tabs" aria-label={t.name}>
      {presets.map((preset) => {
        const days = daysOfPreset(preset, today);
        const isShown = query.get("from") === days.from && query.get("to") === days.to;
        return (
          <a href={listHref(kind, withValues(query, days))} aria-current={isShown ? "true" : undefined} safe>
            {t[preset]}
          </a>
        );
      })}
    </nav>
  );
}

/** What the list is narrowed to, each with the way to be rid of it. */
export function Conditions({
  frame,
  kind,
  query,
  clientName,
}: Props & { /** Of the client that is asked for. */ clientName: string | undefined }) {
  const t = words[frame.language];
  if (query.size === 0) return <></>;
  return (
    <ul class="chips" aria-label={t.conditionsName}>
      {conditionsOf(query).map(({ name, value, without }) => (
        <li>
          <Chip
            text={t.conditions[name]?.(name === "client_id" ? (clientName ?? value) : value) ?? value}
            without={listHref(kind, without)}
            language={frame.language}
          />
        </li>
      ))}
    </ul>
  );
}
