/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../../entries/duration.ts";
import type { Frame } from "../../../ui/frame.ts";
import { Page } from "../../../ui/page.tsx";
import { ForAdmins } from "../../../ui/refused.tsx";
import { mappingHref } from "../labels/label-list.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  orgs: string[];
  mapping: { id: number; labelPattern: string; clientName: string; repository: string | null };
  /** Time entries with the label, where the mapping counts, of the last 90 days. */
  recent: { entries: number; minutes: number };
  /** The client that the label leads to without it. */
  afterwards: string | undefined;
};

/** Asks once more, and says what follows. */
export function DeletionPage({ frame, orgs, mapping, recent, afterwards }: Props) {
  const { deletion: t, columns, everywhere, entries, onlyAdmins } = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="mappings" narrow>
      <dl class="facts">
        <dt safe>{columns.label}</dt>
        <dd>
          <code safe>{mapping.labelPattern}</code>
        </dd>
        <dt safe>{columns.client}</dt>
        <dd safe>{mapping.clientName}</dd>
        <dt safe>{columns.place}</dt>
        <dd safe>{mapping.repository ?? everywhere}</dd>
      </dl>
      <ul>
        <li safe>{t.effect}</li>
        <li safe>
          {recent.entries === 0 ? t.idle : t.recent(entries(recent.entries), formatDuration(recent.minutes))}
        </li>
        <li safe>{afterwards === undefined ? t.afterwardsNone : t.afterwards(afterwards)}</li>
      </ul>
      <form class="actions" method="post" action={`/admin/mappings/${mapping.id}/deletion`}>
        <a class="button" href={mappingHref(mapping)} safe>
          {t.cancel}
        </a>
        <ForAdmins frame={frame} label={t.submit} reason={onlyAdmins(orgs.join(", "))}>
          <button class="danger" safe>
            {t.submit}
          </button>
        </ForAdmins>
      </form>
    </Page>
  );
}
