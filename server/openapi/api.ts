import { Elysia } from "elysia";
import { createHash } from "node:crypto";
import { version } from "../../package.json" with { type: "json" };
import type { Deps } from "../deps.ts";
import { openApi } from "./document.ts";

/**
 * The REST API for programs, as OpenAPI has it (D27). Open to all, like any reference: it holds no secret. Made once, and not before
 * somebody asks, since svc would start later for it.
 */
export function openApiDocument({ config }: Pick<Deps, "config">) {
  let made: ReturnType<typeof make> | undefined;
  return new Elysia().get("/openapi.json", ({ request }) => {
    const { text, etag, headers } = (made ??= make(config.publicUrl));
    return request.headers.get("if-none-match")?.includes(etag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers });
  });
}

function make(publicUrl: string) {
  const text = JSON.stringify(openApi({ publicUrl, version }));
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 16)}"`;
  const headers = {
    "content-type": "application/json",
    // It changes with a new version of svc only; five minutes after that nobody reads an old one.
    "cache-control": "public, max-age=300",
    etag,
  };
  return { text, etag, headers };
}
