/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { Refused } from "../../ui/refused.tsx";
import type { Clock } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import { mappingHref } from "../mappings/labels/label-list.ts";
import { longestName } from "../name.ts";
import { ClientState } from "../rows/views.tsx";
import { words } from "../words.ts";

type Client = { id: number; name: string; createdAt: Date; deactivatedAt: Date | null };
type Activity = { entries: number; minutes: number; plans: number; lastDay: string | null; mappings: number };
type Mapping = { id: number; labelPattern: string; repository: string | null };

type Props = {
  frame: Frame;
  clock: Clock;
  client: Client;
  activity: Activity;
  /** The first of those that lead here. */
  mappings: Mapping[];
  orgs: string[];
  /** What was typed as its new name, and what is wrong with it. */
  rename?: { name: string; problem: string };
  /** Why it cannot be reactivated. */
  refusal?: string;
};

/** One client: what it has, what leads to it, and what an admin can change of it. */
export function ClientPage(props: Props) {
  const { frame, client, rename, refusal } = props;
  const problems = [
    ...(rename ? [{ field: "name", message: rename.problem }] : []),
    ...(refusal === undefined ? [] : [{ message: refusal }]),
  ];
  return (
    <Page frame={frame} title={client.name} current="clients" narrow actions={<StateChange {...props} />}>
      <ErrorSummary problems={problems} language={frame.language} />
      <Facts {...props} />
      <Mappings {...props} />
      <Rename {...props} />
    </Page>
  );
}

function StateChange({ frame, client, orgs }: Props) {
  const { one: t, onlyAdmins } = words[frame.language];
  if (!frame.user?.admin) {
    return <Refused id="only-admins" label={t.change} reason={onlyAdmins(orgs.join(", "))} />;
  }
  if (client.deactivatedAt === null) {
    return (
      <a class="button danger" href={`/admin/clients/${client.id}/deactivation`} safe>
        {t.deactivate}
      </a>
    );
  }
  return (
    <form method="post" action={`/admin/clients/${client.id}/reactivation`}>
      <button safe>{t.reactivate}</button>
    </form>
  );
}

function Facts({ frame, clock, client, activity }: Props) {
  const { one: t, columns, never, entries, plans } = words[frame.language];
  return (
    <>
      {client.deactivatedAt !== null && (
        <p class="notice" safe>
          {t.deactivatedNote}
        </p>
      )}
      <dl class="facts">
        <dt safe>{columns.state}</dt>
        <dd>
          <ClientState frame={frame} clock={clock} client={client} />
        </dd>
        <dt safe>{columns.hours}</dt>
        <dd>
          <b safe>{formatDuration(activity.minutes)}</b> <span safe>{t.within}</span>{" "}
          <a href={`/admin/entries?client_id=${client.id}`} safe>
            {entries(activity.entries)}
          </a>
        </dd>
        <dt safe>{t.plans}</dt>
        <dd>
          <a href={`/admin/plans?client_id=${client.id}`} safe>
            {plans(activity.plans)}
          </a>
        </dd>
        <dt safe>{columns.last}</dt>
        <dd>
          {activity.lastDay === null ? <span safe>{never}</span> : <time safe>{activity.lastDay}</time>}
        </dd>
        <dt safe>{t.created}</dt>
        <dd>
          <Time at={client.createdAt} clock={clock} />
        </dd>
      </dl>
    </>
  );
}

function Mappings({ frame, client, activity, mappings }: Props) {
  const { one: t } = words[frame.language];
  const more = activity.mappings > mappings.length;
  return (
    <>
      <h2 safe>{t.mappings}</h2>
      {mappings.length === 0 ? (
        <p class="fine" safe>
          {t.noMapping}
        </p>
      ) : (
        <ul>
          {mappings.map((mapping) => (
            <li>
              <a href={mappingHref(mapping)}>
                <code safe>{mapping.labelPattern}</code>
              </a>{" "}
              <small safe>
                {mapping.repository === null ? t.everywhere : t.inRepository(mapping.repository)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <p class="actions">
        {client.deactivatedAt === null && (
          <a class="button" href={`/admin/mappings/new?client=${encodeURIComponent(client.name)}`} safe>
            {t.map}
          </a>
        )}
        {more && (
          <a class="button" href={`/admin/mappings?client_id=${client.id}`} safe>
            {t.allMappings(activity.mappings)}
          </a>
        )}
      </p>
    </>
  );
}

function Rename({ frame, client, rename }: Props) {
  const { one: t, form } = words[frame.language];
  if (!frame.user?.admin) return <></>;
  return (
    <>
      <h2 safe>{t.rename}</h2>
      <form method="post" action={`/admin/clients/${client.id}/name`}>
        <Field
          name="name"
          label={form.name}
          hint={t.renameHint}
          value={rename?.name ?? client.name}
          problem={rename?.problem}
          mostCharacters={longestName}
          language={frame.language}
        />
        <button safe>{t.save}</button>
      </form>
    </>
  );
}
