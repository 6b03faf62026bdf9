/** @jsxImportSource @kitajs/html */
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import type { Frame } from "../ui/frame.ts";
import type { Href } from "../ui/href.ts";
import { Page } from "../ui/page.tsx";
import { type Permission, permissions } from "./manifest.ts";
import type { TypedAccount, TypedProblem } from "./typed.ts";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  typed: TypedAccount;
  problems: TypedProblem[];
  /** The code host that is meant where none is named. */
  usualSite: string;
  publicUrl: string;
  hears: "webhook" | "polling";
  /** Why what is stored cannot be used. */
  unusable: string | undefined;
  /** Another App is connected. */
  replaces: boolean;
};

/** Where an App is to be made, and what it may do. */
export function ConnectPage(props: Props) {
  const { frame, typed, problems, usualSite } = props;
  const { language } = frame;
  const t = words[language];
  const told = toldOf(problems, language);
  return (
    <Page frame={frame} title={t.title} current="setUp" narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <Standing {...props} />
      <ErrorSummary problems={told} language={language} />
      <form method="post" action="/admin/set-up/github/new">
        <Field
          name="account"
          label={t.account}
          hint={t.accountHint}
          problem={problemOf(told, "account")}
          value={typed.account}
          mostCharacters={60}
          language={language}
          optional
        />
        <details open={typed.site !== "" || problemOf(told, "site") !== undefined}>
          <summary safe>{t.enterprise}</summary>
          <Field
            name="site"
            label={t.site}
            hint={t.siteHint(usualSite)}
            problem={problemOf(told, "site")}
            value={typed.site}
            mostCharacters={200}
            language={language}
            optional
          />
        </details>
        <p class="actions">
          <button class="primary" safe>
            {t.submit}
          </button>
          <a class="button" href="/admin/set-up/github/existing" safe>
            {t.existing}
          </a>
        </p>
      </form>
      <h2 safe>{t.what}</h2>
      <ul>
        {(Object.keys(permissions) as Permission[]).map((name) => (
          <li safe>{t.permissions[name]}</li>
        ))}
      </ul>
      <p safe>{t.not}</p>
      <p safe>{t.hears[props.hears](props.publicUrl)}</p>
    </Page>
  );
}

function Standing({ frame, unusable, replaces }: Props) {
  const t = words[frame.language];
  return (
    <>
      {unusable !== undefined && (
        <div class="notice bad" role="alert">
          <h2 safe>{t.problem}</h2>
          <p safe>{unusable}</p>
        </div>
      )}
      {replaces && (
        <p class="notice" safe>
          {t.replaces}
        </p>
      )}
    </>
  );
}

/** The form that leaves for GitHub with the manifest: by itself where there is JavaScript. */
export function LeavingPage({ frame, address, manifest }: { frame: Frame; address: Href; manifest: string }) {
  const t = words[frame.language].leaving;
  return (
    <Page frame={frame} title={t.title} current="setUp" narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <form method="post" action={address} data-on>
        <input type="hidden" name="manifest" value={manifest} />
        <button class="primary" safe>
          {t.submit}
        </button>
      </form>
    </Page>
  );
}

/** The problems in the reader's words. */
export function toldOf(problems: TypedProblem[], language: Frame["language"]) {
  const said = words[language].problems;
  return problems.map(({ field, code }) => ({
    ...(field !== "" && { field }),
    message: said[field]?.[code] ?? words.en.problems[""]!["refused"]!,
  }));
}

export function problemOf(told: { field?: string; message: string }[], field: string): string | undefined {
  return told.find((one) => one.field === field)?.message;
}
