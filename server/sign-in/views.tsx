/** @jsxImportSource @kitajs/html */
import type { Frame } from "../ui/frame.ts";
import { type Href, webAddress } from "../ui/href.ts";
import { Page } from "../ui/page.tsx";
import type { Refusal } from "./refusal.ts";
import { words } from "./words.ts";

/** Where signing in begins. @param next a path that safeNext gave. */
function gitHubHref(next: string, more: Record<string, string> = {}): Href {
  const query = new URLSearchParams({ ...(next !== "/admin" && { next }), ...more }).toString();
  return `/sign-in/github${query && `?${query}`}`;
}

export function SignInPage({ frame, next }: { frame: Frame; next: string }) {
  const t = words[frame.language].signIn;
  return (
    <Page frame={frame} title={t.title} narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <p>
        <a class="button primary" href={gitHubHref(next)} safe>
          {t.withGitHub}
        </a>
      </p>
      <p class="hint" safe>
        {t.asks}
      </p>
    </Page>
  );
}

/** Where there is no GitHub, on the machine of whoever tries svc. */
export function ByLinkPage({ frame }: { frame: Frame }) {
  const t = words[frame.language].byLink;
  return (
    <Page frame={frame} title={t.title} narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <p safe>{t.where}</p>
      <p safe>{t.anew}</p>
    </Page>
  );
}

export function NotSetUpPage({ frame, missing }: { frame: Frame; missing: string[] }) {
  const t = words[frame.language].notSetUp;
  return (
    <Page frame={frame} title={t.title} narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <p safe>{t.set}</p>
      <ul>
        {missing.map((name) => (
          <li>
            <code safe>{name}</code>
          </li>
        ))}
      </ul>
      <p safe>{t.where}</p>
    </Page>
  );
}

type RefusedProps = {
  frame: Frame;
  refusal: Refusal;
  /** Where the person was going: a path that safeNext gave. */
  next: string;
  orgs: string[];
  /** GitHub's site. */
  gitHubUrl: string;
  publicUrl: string;
  requestId: string;
};

/** Why somebody is not signed in, and what they can do about it. */
export function RefusedPage(props: RefusedProps) {
  const { frame, refusal, next, requestId } = props;
  const t = words[frame.language];
  const again = { undecided: t.tryAgain, invited: t.signInAgain } as Partial<Record<Refusal["kind"], string>>;
  const needsOther = refusal.kind === "not_a_member" || refusal.kind === "not_a_person";
  return (
    <Page frame={frame} title={t[refusal.kind].title} narrow>
      <p class="lead" safe>
        {leadOf(props)}
      </p>
      <Remedy {...props} />
      {needsOther ? (
        <>
          <p>
            <a class="button primary" href={gitHubHref(next, { account: "other" })} safe>
              {t.otherAccount}
            </a>
          </p>
          <p class="hint" safe>
            {t.otherAccountHint}
          </p>
        </>
      ) : (
        <p>
          <a class={["button", refusal.kind !== "invited" && "primary"]} href={gitHubHref(next)} safe>
            {again[refusal.kind] ?? t.again}
          </a>
        </p>
      )}
      <p class="fine">
        <span safe>{t.requestId}</span> <code safe>{requestId}</code>
      </p>
    </Page>
  );
}

function leadOf({ frame, refusal, orgs }: RefusedProps): string {
  const t = words[frame.language];
  if (refusal.kind === "undecided") return t.undecided.lead(refusal.retryAfter);
  if (refusal.kind === "not_a_member") return t.not_a_member.lead(refusal.login, listed(orgs, t.or));
  if (refusal.kind === "invited") return t.invited.lead(refusal.login, listed(refusal.invitedTo, t.and));
  return t[refusal.kind].lead;
}

function Remedy({ frame, refusal, gitHubUrl, publicUrl }: RefusedProps) {
  const t = words[frame.language];
  if (refusal.kind === "not_a_member") return <p safe>{t.not_a_member.next}</p>;
  if (refusal.kind === "unverified_email") {
    const settings = webAddress(`${gitHubUrl}/settings/emails`);
    return (
      <p>
        <a href={settings} safe>
          {t.unverified_email.settings}
        </a>
      </p>
    );
  }
  if (refusal.kind === "invited") {
    return (
      <ul>
        {refusal.invitedTo.map((org) => (
          <li>
            <a href={webAddress(`${gitHubUrl}/orgs/${encodeURIComponent(org)}/invitation`)} safe>
              {t.invited.accept(org)}
            </a>
          </li>
        ))}
      </ul>
    );
  }
  return refusal.kind === "misconfigured" ? (
    <Settings t={t.misconfigured} code={refusal.code} publicUrl={publicUrl} />
  ) : (
    <></>
  );
}

type SettingsWords = (typeof words)["en"]["misconfigured"];

function Settings({ t, code, publicUrl }: { t: SettingsWords; code: string; publicUrl: string }) {
  if (code === "incorrect_client_credentials") return <p safe>{t.secret}</p>;
  if (code !== "redirect_uri_mismatch") return <p safe>{t.other(code)}</p>;
  return (
    <p>
      <span safe>{t.callback}</span> <code safe>{`${publicUrl}/sign-in/github/callback`}</code>
    </p>
  );
}

function listed(names: string[], word: string): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

/**
 * The form has no address of its own: that of the page, which holds the secret, stands nowhere in the markup.
 * @param login of whom it signs in, where it is not the local admin.
 */
export function LinkPage({ frame, login }: { frame: Frame; login?: string | undefined }) {
  const t = words[frame.language].link;
  return (
    <Page frame={frame} title={t.title} narrow>
      <p class="lead" safe>
        {login === undefined ? t.lead : t.as(login)}
      </p>
      <form method="post">
        <button class="primary" safe>
          {t.use}
        </button>
      </form>
      <p class="hint" safe>
        {t.once}
      </p>
    </Page>
  );
}

export function LinkGonePage({ frame }: { frame: Frame }) {
  const t = words[frame.language].linkGone;
  return (
    <Page frame={frame} title={t.title} narrow>
      <p class="lead" safe>
        {t.lead}
      </p>
      <p safe>{t.next}</p>
    </Page>
  );
}
