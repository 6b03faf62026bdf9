import { Elysia } from "elysia";
import { readFileSync } from "node:fs";
import htmx from "htmx.org/dist/htmx.min.js" with { type: "file" };
import style from "./ui/app.css" with { type: "file" };
import script from "./ui/app.js" with { type: "file" };
import icon from "./ui/icon.svg" with { type: "file" };
import type { AssetUrls } from "./ui/frame.ts";

type Asset = {
  type: string;
  /** Of what it holds: the address changes with it, and so may be kept for ever. */
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
  zipped: Uint8Array<ArrayBuffer>;
};

const javascript = "text/javascript; charset=utf-8";

/** As they are, unminified: a minifier makes the style longer by writing `light-dark()` out. */
const files: Record<string, Asset> = {
  "app.css": read(style, "text/css; charset=utf-8"),
  "app.js": read(script, javascript),
  "icon.svg": read(icon, "image/svg+xml"),
  "htmx.js": read(htmx, javascript),
};

export const assetUrls: AssetUrls = {
  css: addressOf("app.css"),
  script: addressOf("app.js"),
  icon: addressOf("icon.svg"),
  htmx: addressOf("htmx.js"),
};

/** Style, scripts and icon, each at an address that names its content and is kept for a year. Any other address: 404. */
export function assets() {
  return new Elysia().get("/assets/:hash/:name", ({ params, request }) => {
    const asset = Object.hasOwn(files, params.name) ? files[params.name] : undefined;
    if (asset?.hash !== params.hash)
      return new Response("There is nothing at this address.\n", { status: 404 });
    return answer(asset, request.headers);
  });
}

function answer({ type, hash, bytes, zipped }: Asset, asked: Headers): Response {
  const headers: Record<string, string> = {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    etag: `W/"${hash}"`,
    vary: "accept-encoding",
  };
  if (asked.get("if-none-match")?.includes(`"${hash}"`)) return new Response(null, { status: 304, headers });
  if (!acceptsGzip(asked.get("accept-encoding") ?? "")) return new Response(bytes, { headers });
  return new Response(zipped, { headers: { ...headers, "content-encoding": "gzip" } });
}

/** Cut at its commas first: over the whole header the expression would take the square of its length. */
function acceptsGzip(header: string): boolean {
  return header.split(",").some((coding) => /^gzip\s*(;\s*q=(1|0\.\d*[1-9]))?$/i.test(coding.trim()));
}

function read(path: string, type: string): Asset {
  const bytes = new Uint8Array(readFileSync(path));
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 16);
  return { type, hash, bytes, zipped: Bun.gzipSync(bytes, { level: 9 }) };
}

function addressOf(name: string): `/${string}` {
  return `/assets/${files[name]!.hash}/${name}`;
}
