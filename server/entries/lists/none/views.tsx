/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../../ui/copyable.tsx";
import { Empty } from "../../../ui/empty.tsx";
import type { Frame } from "../../../ui/frame.ts";
import type { EntryKind } from "../../entry-filter.ts";
import { svcLine } from "../command-lines.ts";
import { listHref } from "../list-page.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  kind: EntryKind;
  /** The filter with the names of the API. */
  query: URLSearchParams;
  isFirst: boolean;
  /** What the filter asks for that no entry ever had. */
  neverSeen: { labels: { label: string; closest: string | undefined }[]; prefix: string | undefined };
};

/** In place of an empty list: nothing was ever logged, or nothing fits. */
export function Nothing(props: Props) {
  const { frame, kind, query, isFirst } = props;
  if (query.size > 0 || !isFirst) return <NothingFound {...props} />;
  const { none, copies } = words[frame.language];
  const { language } = frame;
  return (
    <Empty title={none.ever[kind]}>
      <p safe>{none.next}</p>
      <Copyable id="command" name="" text={kind === "time" ? "/log 2h" : "/plan 8h"} language={language} />
      <p safe>{none.check}</p>
      <Copyable id="svc" name={copies.svc} text={svcLine(kind, query)} language={language} />
    </Empty>
  );
}

function NothingFound({ frame, kind, query, isFirst, neverSeen }: Props) {
  const { none } = words[frame.language];
  return (
    <Empty title={isFirst ? none.filtered[kind] : none.page}>
      {neverSeen.labels.map(({ label, closest }) => (
        <p>
          <span safe>{none.label(label)}</span>{" "}
          {closest !== undefined && (
            <a href={listHref(kind, withLabel(query, label, closest))} safe>
              {none.closest(closest)}
            </a>
          )}
        </p>
      ))}
      {neverSeen.prefix !== undefined && <p safe>{none.prefix(neverSeen.prefix)}</p>}
      {isFirst && <p safe>{none.widen}</p>}
      <p>
        <a class="button" href={listHref(kind, isFirst ? new URLSearchParams() : query)} safe>
          {isFirst ? none.all : none.first}
        </a>
      </p>
    </Empty>
  );
}

/** The filter with another label in the place of one. */
function withLabel(query: URLSearchParams, label: string, other: string): URLSearchParams {
  return new URLSearchParams(
    [...query].map(([name, value]): [string, string] => [
      name,
      name === "label" && value === label ? other : value,
    ]),
  );
}
