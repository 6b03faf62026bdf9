/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { version } from "../../package.json" with { type: "json" };
import type { Deps } from "../deps.ts";
import { openApi } from "../openapi/document.ts";
import { pageFor } from "../panel.ts";
import { readSession } from "../sessions/actions.ts";
import { readCookie, sessionCookie } from "../sessions/cookie.ts";
import type { Language } from "../ui/language.ts";
import { ErrorCodesPage } from "./errors/views.tsx";
import { readDocument } from "./reading.ts";
import { Reference, ReferencePage } from "./views.tsx";

/** The reference for people (D27). Open to all; whoever is signed in keeps their menu. */
export function docsPages(deps: Deps) {
  // Anybody may ask for it, and making it takes longer than all the rest of an answer: it is made once, and not at the start.
  const references = new Map<Language, JSX.Element>();

  function reference(language: Language): JSX.Element {
    const made = references.get(language) ?? makeReference(deps.config.publicUrl, language);
    references.set(language, made);
    return made;
  }

  async function page(request: Request) {
    const secret = readCookie(request.headers.get("cookie"), sessionCookie(deps.config.publicUrl));
    const visitor = await readSession(deps, secret);
    return pageFor(deps, request, visitor?.user);
  }
  return new Elysia()
    .get("/docs", async ({ request }) => {
      const { frame, show } = await page(request);
      return show(<ReferencePage frame={frame}>{reference(frame.language)}</ReferencePage>);
    })
    .get("/docs/errors", async ({ request }) => {
      const { frame, show } = await page(request);
      return show(<ErrorCodesPage frame={frame} />);
    });
}

function makeReference(publicUrl: string, language: Language): JSX.Element {
  const document = openApi({ publicUrl, version });
  const { description } = document.info;
  return <Reference {...{ language, description, version, reading: readDocument(document) }} />;
}
