/** @jsxImportSource @kitajs/html */
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { ForAdmins } from "../../ui/refused.tsx";
import type { EntryKind } from "../entry-filter.ts";
import { words as entryWords } from "../one/words.ts";
import { correctionPage, correctionPreview, entryPage } from "../page-address.ts";
import { longestNote, longestReason } from "./correction.ts";
import type { Foreseen } from "./preview/foreseen.ts";
import { Preview } from "./preview/views.tsx";
import { type FormProblem, keepField, type TypedCorrection } from "./typed-correction.ts";
import { problemText, words } from "./words.ts";

type Props = {
  frame: Frame;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
  entry: { id: number; kind: EntryKind; labels: string[]; repository: string };
  typed: TypedCorrection;
  problems: FormProblem[];
  /** Whether the form was sent to correct, and not just to look. */
  sent: boolean;
  foreseen: Foreseen | undefined;
};

/** The form that corrects an entry (D8), and below it what follows, before it is saved. */
export function CorrectionPage(props: Props) {
  const { frame, entry, problems, sent, foreseen } = props;
  const t = words[frame.language];
  const told = problems.map(({ field, ...rest }) => ({
    ...(field !== undefined && { field }),
    message: problemText(frame.language, { ...rest, ...(field && { field }) }, entry.kind),
  }));
  return (
    <Page
      frame={frame}
      title={t.title(entry.kind, entry.id)}
      current={entry.kind === "time" ? "entries" : "plans"}
    >
      <ErrorSummary problems={sent ? told : []} language={frame.language} />
      <p class="lead" safe>
        {t.lead}
      </p>
      <CorrectionForm {...props} told={told} />
      <section
        id="preview"
        aria-live="polite"
        hx-post={correctionPreview(entry.kind, entry.id)}
        hx-include="#correction"
        hx-trigger="input from:#correction delay:300ms"
        hx-sync="this:queue last"
        hx-target="#preview-result"
        hx-select="#preview-result"
        hx-swap="outerHTML"
      >
        <Preview frame={frame} entry={entry} foreseen={foreseen} problems={sent ? [] : told} />
      </section>
    </Page>
  );
}

type Told = { field?: string; message: string }[];

function CorrectionForm({ frame, orgs, entry, typed, told }: Props & { told: Told }) {
  const t = words[frame.language];
  const { language } = frame;
  const problemOf = (name: string) => told.find(({ field }) => field === name)?.message;
  return (
    <form id="correction" method="post" action={correctionPage(entry.kind, entry.id)}>
      <div class="pair">
        <div>
          <Kept frame={frame} labels={entry.labels} kept={typed.kept} />
          <Field
            name="added"
            label={t.added}
            hint={t.addedHint}
            value={typed.added}
            problem={problemOf("added")}
            rows={3}
            optional
            language={language}
          />
          <label class="check">
            <input type="checkbox" name="anew" value="on" checked={typed.anew} />
            <span safe>{t.anew}</span>
          </label>
        </div>
        <div>
          <Field
            name="duration"
            label={t.duration}
            hint={t.durationHint}
            value={typed.duration}
            problem={problemOf("duration")}
            mostCharacters={50}
            language={language}
          />
          <Field
            name="day"
            label={t.day[entry.kind]}
            type="date"
            value={typed.day}
            problem={problemOf("day")}
            language={language}
          />
          <Field
            name="note"
            label={t.note}
            value={typed.note}
            problem={problemOf("note")}
            mostCharacters={longestNote}
            optional
            language={language}
          />
          <Field
            name="reason"
            label={t.reason}
            hint={t.reasonHint}
            value={typed.reason}
            problem={problemOf("reason")}
            mostCharacters={longestReason}
            language={language}
          />
        </div>
      </div>
      <div class="actions">
        <ForAdmins frame={frame} label={t.submit} reason={entryWords[language].onlyAdmins(orgs.join(", "))}>
          <button class="primary" safe>
            {t.submit}
          </button>
        </ForAdmins>
        <button formnovalidate formaction={correctionPreview(entry.kind, entry.id)} safe>
          {t.preview}
        </button>
        <a class="button" href={entryPage(entry.kind, entry.id)} safe>
          {t.cancel}
        </a>
      </div>
    </form>
  );
}

function Kept({ frame, labels, kept }: { frame: Frame; labels: string[]; kept: boolean[] }) {
  const t = words[frame.language];
  return (
    <div class="field" role="group" aria-labelledby="kept" aria-describedby="hint-kept">
      <b id="kept" safe>
        {t.labels}
      </b>
      <p class="hint" id="hint-kept" safe>
        {labels.length === 0 ? t.noLabels : t.labelsHint}
      </p>
      <div class="chips">
        {labels.map((label, at) => (
          <label class="chip check">
            <input type="checkbox" name={keepField(at)} value="on" checked={kept[at] === true} />
            <span safe>{label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
