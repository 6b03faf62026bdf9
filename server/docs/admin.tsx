/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { version } from "../../package.json" with { type: "json" };
import type { Deps } from "../deps.ts";
import { openApi } from "../openapi/document.ts";
import { pageFor } from "../panel.ts";
import { readSession } from "../sessions/actions.ts";
import { readCookie, sessionCookie } from "../sessions/cookie.ts";
import { ErrorCodesPage } from "./errors/views.tsx";
import { readDocument } from "./reading.ts";
import { ReferencePage } from "./views.tsx";

/** The reference for people (D27). Open to all; whoever is signed in keeps their menu. */
export function docsPages(deps: Deps) {
  const document = openApi({ publicUrl: deps.config.publicUrl, version });
  const reading = readDocument(document);
  const { description } = document.info;

  async function page(request: Request) {
    const secret = readCookie(request.headers.get("cookie"), sessionCookie(deps.config.publicUrl));
    const visitor = await readSession(deps, secret);
    return pageFor(deps, request, visitor?.user);
  }
  return new Elysia()
    .get("/docs", async ({ request }) => {
      const { frame, show } = await page(request);
      const props = { frame, description, version, reading };
      return show(<ReferencePage {...props} />);
    })
    .get("/docs/errors", async ({ request }) => {
      const { frame, show } = await page(request);
      return show(<ErrorCodesPage frame={frame} />);
    });
}
