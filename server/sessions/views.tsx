/** @jsxImportSource @kitajs/html */
import { Badge } from "../ui/badge.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { browserName } from "./user-agent.ts";
import { words } from "./words.ts";

export type ListedSession = {
  id: number;
  via: "github" | "link";
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
};

type Props = {
  frame: Frame;
  clock: Clock;
  sessions: ListedSession[];
  /** The one over which the page is asked for. */
  current: number;
};

/** Where somebody is signed in, with a way to end each (D20). */
export function SessionsPage({ frame, clock, sessions, current }: Props) {
  const t = words[frame.language];
  const columns = [
    { name: t.columns.browser },
    { name: t.columns.over },
    { name: t.columns.signedIn },
    { name: t.columns.lastSeen },
    { name: t.columns.action, unseen: true },
  ];
  const rows = sessions.map((session) => {
    const browser = browserName(session.userAgent) ?? t.unknownBrowser;
    return {
      cells: [
        <>
          <span safe>{browser}</span> {session.id === current && <Badge text={t.this} tone="good" />}
        </>,
        <span safe>{t.via[session.via]}</span>,
        <Time at={session.createdAt} clock={clock} />,
        <Time at={session.lastSeenAt} clock={clock} />,
        <form method="post" action={`/admin/sessions/${session.id}/revocation`}>
          <button aria-label={t.endNamed(browser)} safe>
            {t.end}
          </button>
        </form>,
      ],
    };
  });
  return (
    <Page frame={frame} title={t.title} current="sessions">
      <p class="lead" safe>
        {t.lead}
      </p>
      <Table caption={t.title} columns={columns} rows={rows} />
      <p class="fine" safe>
        {t.stolen}
      </p>
    </Page>
  );
}
