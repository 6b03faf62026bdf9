/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import type { EntryKind } from "../../entries/entry-filter.ts";
import { entryPage } from "../../entries/page-address.ts";
import type { Frame } from "../../ui/frame.ts";
import { words } from "../words.ts";

export type Flow = {
  lastEventAt: Date | undefined;
  /** Where svc asks for comments by itself: when it last did. */
  asked: { readAt: Date | null } | undefined;
  /** Deliveries that are not processed, and not by being new. */
  unfinished: number;
  /** Replies that are yet to be posted, and those that GitHub refused. */
  waiting: number;
  failed: number;
  /** Mappings to deactivated clients. */
  deadMappings: number;
};

type Entry = {
  id: number;
  kind: EntryKind;
  minutes: number;
  login: string;
  repository: string;
  issueNumber: number;
  clientName: string | null;
};
type Props = {
  frame: Frame;
  flow: Flow;
  notArrived: string[];
  ambiguous: { entries: Entry[]; more: boolean };
};

/** What somebody should look at, each with the way there. */
export function Attention({ frame, flow, notArrived, ambiguous }: Props) {
  const t = words[frame.language].attention;
  const matters = [
    { count: flow.failed, text: t.failedReplies, href: "/admin/deliveries?reply=failed" },
    { count: flow.unfinished, text: t.unfinished, href: "/admin/deliveries?outcome=pending" },
    { count: flow.deadMappings, text: t.deadMappings, href: "/admin/mappings?to=deactivated" },
  ] as const;
  const pressing = matters.filter(({ count }) => count > 0);
  if (pressing.length + notArrived.length + ambiguous.entries.length === 0) {
    return (
      <p class="fine" safe>
        {t.nothing}
      </p>
    );
  }
  return (
    <section class="notice warn" aria-labelledby="attention">
      <h2 id="attention" safe>
        {t.title}
      </h2>
      <ul>
        {notArrived.map((matter) => (
          <li>
            <a href="/admin/deliveries" safe>
              {matter}
            </a>
          </li>
        ))}
        {pressing.map(({ count, text, href }) => (
          <li>
            <a href={href} safe>
              {text(count)}
            </a>
          </li>
        ))}
        {ambiguous.entries.length > 0 && (
          <li>
            <span safe>{t.ambiguous(ambiguous.entries.length, ambiguous.more)}</span>
            <ul>
              {ambiguous.entries.map((entry) => (
                <li>
                  <a href={entryPage(entry.kind, entry.id)} safe>
                    {t.entry({
                      hours: formatDuration(entry.minutes),
                      login: entry.login,
                      issue: `${entry.repository}#${entry.issueNumber}`,
                      client: entry.clientName ?? "–",
                    })}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </section>
  );
}
