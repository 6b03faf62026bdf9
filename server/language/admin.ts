import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { setCookie } from "../sessions/cookie.ts";
import { ownWrites } from "../sessions/guard.ts";
import { isLanguage } from "../ui/language.ts";
import { ownPath } from "./own-path.ts";

const year = 365 * 24 * 3600;

/** Chooses the language of all pages, for this browser, and goes back to the page where it was chosen. */
export function languageSwitch(deps: Deps) {
  const { publicUrl } = deps.config;
  return new Elysia().use(ownWrites(deps)).post(
    "/language",
    async ({ request }) => {
      const { language, next } = await readForm(request, ["language", "next"]);
      if (!isLanguage(language)) {
        throw new AppError("invalid", "unknown_language", "Choose one of the languages below.");
      }
      const cookie = setCookie(publicUrl, "svc_language", language, { maxAge: year });
      const headers = { location: ownPath(next, publicUrl), "set-cookie": cookie };
      return new Response(null, { status: 303, headers });
    },
    { parse: "none" },
  );
}
