/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import { words } from "../words.ts";
import type { Choice } from "./choice.ts";

type Props = {
  frame: Frame;
  choices: Choice[];
  /** Where the App is installed at GitHub. */
  installAt: Href | undefined;
  /** The organisations that the environment names, which is then not asked. */
  given: string[];
  /** Whoever looks came by the sign-in link. */
  byLink: boolean;
};

/** Whose members may use svc: those of accounts where the App is installed. */
export function InstalledPage({ frame, choices, installAt, given, byLink }: Props) {
  const t = words[frame.language].installed;
  return (
    <Page frame={frame} title={t.title} current="setUp" narrow>
      {choices.length === 0 ? (
        <>
          <p class="lead" safe>
            {t.none}
          </p>
          {installAt && (
            <p>
              <a class="button primary" href={installAt} safe>
                {t.install}
              </a>
            </p>
          )}
        </>
      ) : given.length > 0 ? (
        <>
          <p class="lead" safe>
            {t.environment(given.join(", "))}
          </p>
          <p>
            <a class="button primary" href="/admin/set-up/github" safe>
              {t.on}
            </a>
          </p>
        </>
      ) : (
        <form method="post" action="/admin/set-up/github/installed">
          <p class="lead" safe>
            {t.lead}
          </p>
          {choices.map(({ id, account, isChosen }) => (
            <label class="check">
              <input type="checkbox" name={`account-${id}`} value="on" checked={isChosen} />
              <span safe>{account}</span>
            </label>
          ))}
          {byLink && <p safe>{t.next}</p>}
          <p class="actions">
            <button class="primary" safe>
              {t.submit}
            </button>
          </p>
        </form>
      )}
    </Page>
  );
}
