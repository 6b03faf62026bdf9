/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../ui/copyable.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { words } from "../words.ts";

type FormProps = {
  frame: Frame;
  label: string;
  /** Lets the form make one token, however often it is sent (D21). */
  nonce: string;
  problem?: string;
};

/** The form that makes a token. */
export function NewTokenPage({ frame, label, nonce, problem }: FormProps) {
  const t = words[frame.language].form;
  return (
    <Page frame={frame} title={t.title} current="tokens" narrow>
      <ErrorSummary
        problems={problem === undefined ? [] : [{ field: "label", message: problem }]}
        language={frame.language}
      />
      <form method="post" action="/admin/tokens">
        <input type="hidden" name="nonce" value={nonce} />
        <Field
          name="label"
          label={t.label}
          hint={t.hint}
          problem={problem}
          value={label}
          mostCharacters={100}
          language={frame.language}
        />
        <ul class="fine">
          <li safe>{t.rights}</li>
          <li safe>{t.expiry}</li>
        </ul>
        <p class="actions">
          <button class="primary" safe>
            {t.submit}
          </button>
          <a class="button" href="/admin/tokens" safe>
            {t.cancel}
          </a>
        </p>
      </form>
    </Page>
  );
}

/** The one page that ever shows a token (spec 3.3, D21). */
export function NewTokenMadePage({
  frame,
  label,
  plaintext,
  host,
}: {
  frame: Frame;
  label: string;
  plaintext: string;
  /** Where scripts reach svc: PUBLIC_URL. */
  host: string;
}) {
  const t = words[frame.language].created;
  const { language } = frame;
  return (
    <Page frame={frame} title={t.title} current="tokens" narrow>
      <p class="notice warn" role="alert" safe>
        {t.now}
      </p>
      <h2 safe>{t.name(label)}</h2>
      <Copyable id="token" name="token" text={plaintext} language={language} secret />
      <h2 safe>{t.command}</h2>
      <Copyable
        id="command"
        name="svc"
        text={`export SVC_HOST=${host} SVC_TOKEN=${plaintext}\nsvc entries`}
        language={language}
        secret
      />
      <h2 safe>{t.curl}</h2>
      <Copyable
        id="curl"
        name="curl"
        text={`curl -H "Authorization: Bearer ${plaintext}" ${host}/api/v1/time-entries`}
        language={language}
        secret
      />
      <p>
        <a class="button" href="/admin/tokens" safe>
          {t.back}
        </a>
      </p>
    </Page>
  );
}

/** What a form that was sent twice is answered with. */
export function FormUsedPage({ frame }: { frame: Frame }) {
  const t = words[frame.language].used;
  return (
    <Page frame={frame} title={t.title} current="tokens" narrow>
      <p class="lead" safe>
        {t.message}
      </p>
      <p class="actions">
        <a class="button primary" href="/admin/tokens" safe>
          {t.back}
        </a>
        <a class="button" href="/admin/tokens/new" safe>
          {t.again}
        </a>
      </p>
    </Page>
  );
}
