import { answerHeaders } from "../../server/answer-headers.ts";
import { assets, assetUrls } from "../../server/assets.ts";
import type { Frame } from "../../server/ui/frame.ts";
import { htmlResponse } from "../../server/ui/html.ts";
import type { Write } from "../support/hostile.ts";
import { gallery } from "./gallery.tsx";

export const frame: Frame = {
  language: "en",
  path: "/gallery/list",
  user: { login: "ada", admin: true },
  flash: { code: "token_revoked", about: "lost phone" },
  assets: assetUrls,
};

/** One page of the gallery as text. */
export function pageOf(name: string, write: Write = (text) => text, changed: Partial<Frame> = {}): string {
  const markup = gallery[name]!({ frame: { ...frame, ...changed }, write });
  if (typeof markup !== "string") throw new Error(`The page ${name} waits for something.`);
  return markup;
}

/** The gallery as a site of its own, with the headers that svc gives each answer. */
export function openGallery() {
  const files = assets();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const [, folder, name = ""] = new URL(request.url).pathname.split("/");
      const response =
        folder === "gallery" && Object.hasOwn(gallery, name)
          ? htmlResponse(pageOf(name, undefined, { language: language(request) }))
          : await files.handle(request);
      for (const [header, value] of Object.entries(answerHeaders("http://localhost")))
        response.headers.set(header, value);
      return response;
    },
  });
  return { url: `http://127.0.0.1:${server.port}/gallery/`, stop: () => server.stop(true) };
}

function language(request: Request): "en" | "nl" {
  return request.headers.get("accept-language")?.startsWith("nl") ? "nl" : "en";
}
