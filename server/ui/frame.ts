import { readCookie } from "../sessions/cookie.ts";
import { type Flash, readFlash } from "./flash.ts";
import type { Href } from "./href.ts";
import { chooseLanguage, type Language } from "./language.ts";

/** What every page is given beside its own content. */
export type Frame = {
  language: Language;
  /** Path and query of this page, for the language switch to come back to. */
  path: string;
  user:
    { login: string; admin: boolean; /** Is to be reminded of the set-up. */ setUp?: boolean } | undefined;
  flash: Flash | undefined;
  /** In a playground: the way back out of it, and to its issues. */
  playground?: { home: Href; issues: Href } | undefined;
  assets: AssetUrls;
};

/** Where the style, the scripts and the icon are; see server/assets.ts. */
export type AssetUrls = { css: Href; htmx: Href; script: Href; icon: Href };

/** The frame of the page that answers this request. Whoever shows a flash also clears its cookie. */
export function frameOf(request: Request, assets: AssetUrls, user?: Frame["user"]): Frame {
  return {
    language: chooseLanguage({
      cookie: cookie(request, "svc_language"),
      acceptLanguage: request.headers.get("accept-language"),
    }),
    path: pageOf(request),
    user,
    flash: readFlash(cookie(request, "svc_flash")),
    assets,
  };
}

/** On https our cookies bear a prefix that keeps other hosts from setting them. */
function cookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("cookie");
  return readCookie(header, `__Host-${name}`) ?? readCookie(header, name);
}

/** The answer to a form may stand at an address that has no page of its own; the page of the form has one. */
function pageOf({ method, url, headers }: Request): string {
  const page = method === "GET" || method === "HEAD" ? url : (headers.get("referer") ?? url);
  const address = URL.parse(page, "http://internal");
  return address ? address.pathname + address.search : "/";
}
