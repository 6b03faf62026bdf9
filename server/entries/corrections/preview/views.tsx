/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../../ui/frame.ts";
import { Why } from "../../attribution/views.tsx";
import { SideBySide } from "../../differences/views.tsx";
import { words } from "../words.ts";
import type { Foreseen } from "./foreseen.ts";

type Props = {
  frame: Frame;
  entry: { labels: string[]; repository: string };
  /** Undefined where what is typed cannot be saved. */
  foreseen: Foreseen | undefined;
  problems: { message: string }[];
};

/** What a correction would change, and why the client: the part of the page that changes while somebody types. */
export function Preview({ frame, entry, foreseen, problems }: Props) {
  const t = words[frame.language].whatFollows;
  return (
    <div id="preview-result">
      <h2 safe>{t.title}</h2>
      {problems.length > 0 && (
        <>
          <p safe>{t.notYet}</p>
          <ul>
            {problems.map(({ message }) => (
              <li class="problem" safe>
                {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {!foreseen && (
        <p class="fine" safe>
          {t.waiting}
        </p>
      )}
      {foreseen !== undefined && <Outcome frame={frame} entry={entry} foreseen={foreseen} />}
    </div>
  );
}

function Outcome({ frame, entry, foreseen }: { frame: Frame; entry: Props["entry"]; foreseen: Foreseen }) {
  const t = words[frame.language].whatFollows;
  const { before, after, reasons, nowOther } = foreseen;
  return (
    <>
      {after === undefined && (
        <p class="fine" safe>
          {t.nothing}
        </p>
      )}
      {after !== undefined && reasons !== undefined && (
        <>
          <p safe>{t.client}</p>
          <Why
            frame={frame}
            reasons={reasons}
            entry={{ labels: after.labels, repository: entry.repository }}
          />
        </>
      )}
      {after !== undefined && reasons === undefined && <p safe>{t.keeps}</p>}
      {nowOther !== undefined && (
        <p class="notice warn" safe>
          {t.nowOther(nowOther.name)}
        </p>
      )}
      {after !== undefined && <SideBySide frame={frame} caption={t.caption} before={before} after={after} />}
    </>
  );
}
