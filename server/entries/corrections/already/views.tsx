/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../../ui/frame.ts";
import { Page } from "../../../ui/page.tsx";
import type { Clock } from "../../../ui/relative-time.ts";
import { Time } from "../../../ui/time.tsx";
import type { EntryKind } from "../../entry-filter.ts";
import { correctionPage, entryPage } from "../../page-address.ts";
import type { TypedCorrection } from "../typed-correction.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  entry: { id: number; kind: EntryKind };
  /** The correction that took the entry's place. */
  correction: { correctedBy: { login: string } | null; createdAt: Date; reason: string | null };
  /** What stands now: that correction, or a later one. */
  currentId: number;
  /** What was typed, where the form was sent: it is not lost with it. */
  typed?: TypedCorrection;
};

/** For whoever would correct an entry that was corrected already (D8), also where somebody was quicker by a moment. */
export function AlreadyCorrectedPage({ frame, clock, entry, correction, currentId, typed }: Props) {
  const t = words[frame.language];
  const { already } = t;
  const current = entryPage(entry.kind, currentId);
  return (
    <Page
      frame={frame}
      title={already.title(entry.kind, entry.id)}
      current={entry.kind === "time" ? "entries" : "plans"}
      narrow
    >
      {/* As where the preview of an open form comes from: who is typing is told as well. */}
      <div id="preview-result">
        <p class="lead" role={typed && "alert"} safe>
          {already.lead}
        </p>
        <dl class="facts">
          <dt safe>{already.by}</dt>
          <dd safe>{correction.correctedBy?.login ?? "–"}</dd>
          <dt safe>{already.when}</dt>
          <dd>
            <Time at={correction.createdAt} clock={clock} />
          </dd>
          <dt safe>{already.reason}</dt>
          <dd safe>{correction.reason ?? "–"}</dd>
        </dl>
        <p class="actions">
          <a class="button primary" href={current} safe>
            {already.stands(currentId)}
          </a>
          <a class="button" href={correctionPage(entry.kind, currentId)} safe>
            {already.correct}
          </a>
        </p>
      </div>
      {typed !== undefined && <Typed frame={frame} kind={entry.kind} typed={typed} />}
    </Page>
  );
}

function Typed({ frame, kind, typed }: { frame: Frame; kind: EntryKind; typed: TypedCorrection }) {
  const t = words[frame.language];
  const filled = [
    [t.added, typed.added],
    [t.duration, typed.duration],
    [t.day[kind], typed.day],
    [t.note, typed.note],
    [t.reason, typed.reason],
  ].filter((one): one is [string, string] => one[1] !== "");
  return (
    <>
      <h2 safe>{t.already.typed}</h2>
      <dl class="facts">
        {filled.map(([name, text]) => (
          <>
            <dt safe>{name}</dt>
            <dd safe>{text}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
