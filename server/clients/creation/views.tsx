/** @jsxImportSource @kitajs/html */
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { ForAdmins } from "../../ui/refused.tsx";
import { longestName } from "../name.ts";
import { words } from "../words.ts";

type Props = { frame: Frame; orgs: string[]; name: string; problem?: string };

/** The form that makes a client. */
export function NewClientPage({ frame, orgs, name, problem }: Props) {
  const { form: t, onlyAdmins } = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="clients" narrow>
      <ErrorSummary
        problems={problem === undefined ? [] : [{ field: "name", message: problem }]}
        language={frame.language}
      />
      <form method="post" action="/admin/clients">
        <Field
          name="name"
          label={t.name}
          hint={t.hint}
          value={name}
          problem={problem}
          mostCharacters={longestName}
          language={frame.language}
        />
        <div class="actions">
          <ForAdmins frame={frame} label={t.submit} reason={onlyAdmins(orgs.join(", "))}>
            <button class="primary" safe>
              {t.submit}
            </button>
          </ForAdmins>
          <a class="button" href="/admin/clients" safe>
            {t.cancel}
          </a>
        </div>
      </form>
    </Page>
  );
}
