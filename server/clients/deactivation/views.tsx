/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import { ForAdmins } from "../../ui/refused.tsx";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  orgs: string[];
  client: { id: number; name: string; deactivatedAt: Date | null };
  activity: { entries: number; minutes: number; plans: number; mappings: number };
  /** What it got in the last 90 days. */
  recent: { entries: number; minutes: number };
};

/** Asks once more, and says in numbers what follows (spec 3.2). */
export function DeactivationPage({ frame, orgs, client, activity, recent }: Props) {
  const { deactivation: t, entries, plans, onlyAdmins } = words[frame.language];
  const keeps = t.keeps(entries(activity.entries), formatDuration(activity.minutes), plans(activity.plans));
  const page: Href = `/admin/clients/${client.id}`;
  if (client.deactivatedAt !== null) {
    return (
      <Page frame={frame} title={t.title(client.name)} current="clients" narrow>
        <p class="notice" safe>
          {t.already}
        </p>
        <p>
          <a class="button" href={page} safe>
            {t.back}
          </a>
        </p>
      </Page>
    );
  }
  return (
    <Page frame={frame} title={t.title(client.name)} current="clients" narrow>
      <p class="lead" safe>
        {t.effect}
      </p>
      <ul>
        <li safe>{keeps}</li>
        <li safe>
          {recent.entries === 0 ? t.idle : t.recent(entries(recent.entries), formatDuration(recent.minutes))}
        </li>
        <li>
          <span safe>{activity.mappings === 0 ? t.noMappings : t.mappings(activity.mappings)}</span>{" "}
          {activity.mappings > 0 && (
            <a href={`/admin/mappings?client_id=${client.id}`} safe>
              {t.show}
            </a>
          )}
        </li>
        <li safe>{t.undo}</li>
      </ul>
      <form class="actions" method="post" action={`/admin/clients/${client.id}/deactivation`}>
        <a class="button" href={page} safe>
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
