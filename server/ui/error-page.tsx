/** @jsxImportSource @kitajs/html */
import type { Frame } from "./frame.ts";
import { Page } from "./page.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  status: number;
  /** In English, as is the message; shown in the reader's language where we have it. */
  title: string;
  message: string;
  requestId: string;
  code: string;
};

/** A refusal or a failure, in the same frame as everything else: what is wrong, what to do next, what to tell an admin. */
export function ErrorPage({ frame, status, title, message, requestId, code }: Props) {
  const t = words[frame.language];
  const known = t.refusals[code];
  return (
    <Page frame={frame} title={known?.title ?? title} narrow>
      <p class="lead" lang={known ? undefined : "en"} safe>
        {known?.message ?? message}
      </p>
      <p>
        <a class="button" href="/admin" safe>
          {t.error.home}
        </a>
      </p>
      <details class="fine">
        <summary safe>{t.error.forAdmin}</summary>
        <dl class="facts">
          <dt safe>{t.error.requestId}</dt>
          <dd>
            <code safe>{requestId}</code>
          </dd>
          <dt safe>{t.error.code}</dt>
          <dd>
            <code safe>{`${status} ${code}`}</code>
          </dd>
        </dl>
      </details>
    </Page>
  );
}
