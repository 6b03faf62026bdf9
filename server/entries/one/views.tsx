/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import { Refused } from "../../ui/refused.tsx";
import { type Clock, exactTime } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import type { Reasons } from "../attribution/reasons.ts";
import { Why } from "../attribution/views.tsx";
import { Labels } from "../differences/views.tsx";
import { formatDuration } from "../duration.ts";
import { decimalHours } from "../hours.ts";
import { correctionPage, entryPage, issuePage, userListPage } from "../page-address.ts";
import { History, type Version } from "./history/views.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  entry: Version;
  /** All versions, from what was first recorded to what stands now (D8). */
  versions: Version[];
  reasons: Reasons;
  /** The delivery that brought its comment, where it is kept. */
  delivery: number | undefined;
  /** Where the issue and the comment are at the code host. */
  issue: Href | undefined;
  comment: Href | undefined;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
};

/** One entry: what it says, why it has its client, and what became of it. */
export function EntryPage(props: Props) {
  const { frame, clock, entry, versions, reasons } = props;
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.title(entry.kind, entry.id)}
      current={entry.kind === "time" ? "entries" : "plans"}
      actions={<Correct {...props} />}
    >
      <Superseded {...props} />
      <Backfilled {...props} />
      <Facts {...props} />
      <h2 safe>{t.why}</h2>
      <Why frame={frame} reasons={reasons} entry={entry} />
      <h2 safe>{t.history.title}</h2>
      <History frame={frame} clock={clock} entry={entry} versions={versions} />
    </Page>
  );
}

function Correct({ frame, entry, orgs }: Props) {
  const t = words[frame.language];
  if (entry.supersededById !== null) return <></>;
  if (!frame.user?.admin)
    return <Refused id="only-admins" label={t.correct} reason={t.onlyAdmins(orgs.join(", "))} />;
  return (
    <a class="button" href={correctionPage(entry.kind, entry.id)} safe>
      {t.correct}
    </a>
  );
}

function Superseded({ frame, entry, versions }: Props) {
  const t = words[frame.language];
  const current = versions.at(-1)!;
  if (entry.supersededById === null) return <></>;
  return (
    <p class="notice warn">
      <span safe>{t.superseded}</span>{" "}
      <a href={entryPage(current.kind, current.id)} safe>
        {t.title(current.kind, current.id)}
      </a>
      .
    </p>
  );
}

/** Where svc read the comment itself, its labels are not of the moment it was written (D28). */
function Backfilled({ frame, clock, versions }: Props) {
  const at = versions[0]?.backfilledAt;
  if (!at) return <></>;
  return (
    <p class="notice" safe>
      {words[frame.language].backfilled(exactTime(at, clock))}
    </p>
  );
}

function Facts({ frame, clock, entry, delivery, issue, comment }: Props) {
  const t = words[frame.language];
  const named = { repository: entry.repository, number: entry.issueNumber };
  return (
    <dl class="facts card">
      <dt safe>{t.duration[entry.kind]}</dt>
      <dd>
        <b safe>{formatDuration(entry.minutes)}</b> <small safe>{decimalHours(entry.minutes)}</small>
      </dd>
      <dt safe>{t.day[entry.kind]}</dt>
      <dd>
        <time safe>{entry.workedOn}</time>
      </dd>
      <dt safe>{t.person}</dt>
      <dd>
        <a href={userListPage(entry.kind, entry.user.login)} safe>
          {entry.user.login}
        </a>
      </dd>
      <dt safe>{t.client}</dt>
      <dd>
        {entry.clientId === null ? (
          <span safe>{t.none}</span>
        ) : (
          <a href={`/admin/clients/${entry.clientId}`} safe>
            {entry.clientName}
          </a>
        )}
      </dd>
      <dt safe>{t.labels}</dt>
      <dd>
        <Labels labels={entry.labels} none={t.none} />
      </dd>
      <dt safe>{t.note}</dt>
      <dd safe>{entry.note ?? t.none}</dd>
      <dt safe>{t.issue}</dt>
      <dd>
        <a href={issuePage(named)} safe>
          {`${named.repository}#${named.number}`}
        </a>{" "}
        <span safe>{entry.issueTitle}</span> <AtHost frame={frame} href={issue} what={t.issue} />
      </dd>
      <dt safe>{t.comment}</dt>
      <dd>
        <Time at={entry.commentedAt} clock={clock} /> <AtHost frame={frame} href={comment} what={t.comment} />
      </dd>
      <dt safe>{t.recorded}</dt>
      <dd>
        <Time at={entry.createdAt} clock={clock} />{" "}
        {delivery !== undefined && (
          <small>
            <a href={`/admin/deliveries/${delivery}`} safe>
              {t.delivery(delivery)}
            </a>
          </small>
        )}
      </dd>
    </dl>
  );
}

/** Two links with the same words must say which is which to whoever hears them. */
function AtHost({ frame, href, what }: { frame: Frame; href: Href | undefined; what: string }) {
  if (!href) return <></>;
  return (
    <small>
      <a href={href} rel="noreferrer">
        <span class="unseen" safe>{`${what}: `}</span>
        <span safe>{words[frame.language].atGitHub}</span>
      </a>
    </small>
  );
}
