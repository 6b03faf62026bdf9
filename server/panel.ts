import { assetUrls } from "./assets.ts";
import type { Deps } from "./deps.ts";
import { clearCookie, setCookie } from "./sessions/cookie.ts";
import { type Flash, writeFlash } from "./ui/flash.ts";
import { type Frame, frameOf } from "./ui/frame.ts";
import { htmlResponse } from "./ui/html.ts";
import type { Clock } from "./ui/relative-time.ts";

/** What a page is made with and answered by: its frame, its clock, and `show`, which also ends the flash that it shows. */
export function pageFor({ config }: Pick<Deps, "config">, request: Request, user?: Frame["user"]) {
  const frame: Frame = { ...frameOf(request, assetUrls, user), playground: config.playground };
  const clock: Clock = { now: new Date(), language: frame.language, timeZone: config.timeZone };

  function show(markup: JSX.Element, { status = 200, headers = {} }: Answer = {}): Response {
    const seen = frame.flash && { "set-cookie": clearCookie(config.publicUrl, "svc_flash") };
    return htmlResponse(markup, { status, headers: { ...headers, ...seen } });
  }
  return { frame, clock, show };
}

/** Leads on to another page, which tells the flash: what loads that page anew sends no form again. */
export function seeOther({ config }: Pick<Deps, "config">, location: string, flash?: Flash): Response {
  const told = flash && { "set-cookie": setCookie(config.publicUrl, "svc_flash", writeFlash(flash)) };
  return new Response(null, { status: 303, headers: { location, ...told } });
}

type Answer = { status?: number; headers?: Record<string, string> };
