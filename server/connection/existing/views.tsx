/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../ui/copyable.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { pages } from "../manifest.ts";
import type { TypedApp, TypedProblem } from "../typed.ts";
import { problemOf, toldOf } from "../views.tsx";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  /** Without the secrets, which are never shown again. */
  typed: Pick<TypedApp, "site" | "app_id" | "client_id">;
  problems: TypedProblem[];
  /** What GitHub said. */
  reason: string | undefined;
  usualSite: string;
  publicUrl: string;
};

/** The form for an App that is there already. */
export function ExistingAppPage({ frame, typed, problems, reason, usualSite, publicUrl }: Props) {
  const { language } = frame;
  const all = words[language];
  const t = all.app;
  const told = toldOf(problems, language);
  const common = (name: keyof TypedApp) => ({ name, problem: problemOf(told, name), language });
  return (
    <Page frame={frame} title={t.title} current="setUp" narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <ErrorSummary problems={told} language={language} />
      {reason !== undefined && (
        <p class="notice bad" safe>
          {reason}
        </p>
      )}
      {problems.length > 0 && <p safe>{t.secretsAgain}</p>}
      <p safe>{t.setUp}</p>
      <Copyable id="callback" name={t.callback} text={publicUrl + pages.signedIn} language={language} />
      <form method="post" action="/admin/set-up/github/existing">
        <Field {...common("app_id")} label={t.app_id} value={typed.app_id} mostCharacters={20} />
        <Field {...common("client_id")} label={t.client_id} value={typed.client_id} mostCharacters={100} />
        <Field {...common("client_secret")} label={t.client_secret} mostCharacters={200} />
        <Field
          {...common("webhook_secret")}
          label={t.webhook_secret}
          hint={t.webhookHint}
          mostCharacters={500}
          optional
        />
        <Field
          {...common("private_key")}
          label={t.private_key}
          hint={t.keyHint}
          rows={6}
          mostCharacters={10_000}
        />
        <div class="field" hidden>
          <label for="key-file" safe>
            {t.file}
          </label>
          <input id="key-file" type="file" accept=".pem" data-into="field-private_key" />
        </div>
        <details open={typed.site !== ""}>
          <summary safe>{all.enterprise}</summary>
          <Field
            {...common("site")}
            label={all.site}
            hint={all.siteHint(usualSite)}
            value={typed.site}
            mostCharacters={200}
            optional
          />
        </details>
        <p class="actions">
          <button class="primary" safe>
            {t.submit}
          </button>
        </p>
      </form>
    </Page>
  );
}
