/** @jsxImportSource @kitajs/html */
import { toneOf } from "./flash.ts";
import type { Frame } from "./frame.ts";
import { languages } from "./language.ts";
import { words } from "./words.ts";

/** The places of the menu, in its order. */
const places = [
  { id: "overview", href: "/admin" },
  { id: "entries", href: "/admin/entries" },
  { id: "plans", href: "/admin/plans" },
  { id: "clients", href: "/admin/clients" },
  { id: "mappings", href: "/admin/mappings" },
  { id: "deliveries", href: "/admin/deliveries" },
  { id: "audit", href: "/admin/audit" },
  { id: "tokens", href: "/admin/tokens" },
  { id: "sessions", href: "/admin/sessions" },
  // For admins, until it is done or put away.
  { id: "setUp", href: "/admin/set-up" },
] as const;

export type Place = (typeof places)[number]["id"];

export function Header({ frame, current }: { frame: Frame; current: Place | undefined }) {
  const t = words[frame.language];
  return (
    <header class="top">
      <a class="brand" href="/admin" aria-label={t.home}>
        <img src={frame.assets.icon} alt="" width="24" height="24" />
        <span>svc</span>
      </a>
      {frame.user !== undefined && (
        <nav aria-label={t.nav.name}>
          {placesFor(frame.user).map(({ id, href }) => (
            <a href={href} aria-current={id === current ? "page" : undefined} safe>
              {t.nav[id]}
            </a>
          ))}
        </nav>
      )}
      {frame.user !== undefined && <Visitor user={frame.user} frame={frame} />}
    </header>
  );
}

const placesFor = ({ setUp }: NonNullable<Frame["user"]>) =>
  places.filter(({ id }) => id !== "setUp" || setUp === true);

function Visitor({ user, frame }: { user: NonNullable<Frame["user"]>; frame: Frame }) {
  const t = words[frame.language];
  return (
    <form class="visitor" method="post" action="/sign-out">
      <span class="unseen" safe>
        {t.signedInAs}
      </span>
      <b safe>{user.login}</b>
      {user.admin && (
        <span class="badge" safe>
          {t.admin}
        </span>
      )}
      <button class="quiet" safe>
        {t.signOut}
      </button>
    </form>
  );
}

/** On every page of a playground's panel, so that nobody takes its hours for real ones. */
export function PlaygroundNotice({ frame: { playground, language } }: { frame: Frame }) {
  if (!playground) return <></>;
  const t = words[language].playground;
  return (
    <p class="notice warn">
      <b safe>{t.notReal}</b>{" "}
      <a href={playground.issues} safe>
        {t.issues}
      </a>
      {" · "}
      <a href={playground.home} safe>
        {t.home}
      </a>
    </p>
  );
}

export function FlashMessage({ frame: { flash, language } }: { frame: Frame }) {
  if (!flash) return <></>;
  const tone = toneOf[flash.code];
  return (
    <p class={["notice", tone]} role={tone === "bad" ? "alert" : "status"} safe>
      {words[language].flash[flash.code](flash.about ?? "")}
    </p>
  );
}

/** Help stands in the same place of every page (WCAG 2.2, 3.2.6). */
export function Footer({ frame }: { frame: Frame }) {
  const t = words[frame.language];
  return (
    <footer>
      <details>
        <summary safe>{t.help.name}</summary>
        <p>
          <span safe>{t.help.log}</span> <code>/log 2h</code>
        </p>
        <p safe>{t.help.token}</p>
        <p safe>{t.help.stuck}</p>
      </details>
      <form class="languages" method="post" action="/language" aria-label={t.language}>
        <input type="hidden" name="next" value={frame.path} />
        {languages.map((language) => (
          <button
            class="quiet"
            name="language"
            value={language}
            lang={language}
            aria-pressed={language === frame.language ? "true" : "false"}
            safe
          >
            {languageNames[language]}
          </button>
        ))}
      </form>
    </footer>
  );
}

/** Each in its own words, for those who read no other. */
const languageNames = { en: "English", nl: "Nederlands" };
