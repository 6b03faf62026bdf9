import { describe, expect, test } from "bun:test";
import { assets, assetUrls } from "../../server/assets.ts";

const site = assets();
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site.handle(new Request(`http://localhost${path}`, { headers, method }));

describe.each(Object.entries(assetUrls))("the %s", (name, url) => {
  const types: Record<string, string> = {
    css: "text/css; charset=utf-8",
    script: "text/javascript; charset=utf-8",
    htmx: "text/javascript; charset=utf-8",
    icon: "image/svg+xml",
  };

  test("is kept for a year, at an address that names what it holds", async () => {
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(types[name]!);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const digest = new Bun.CryptoHasher("sha256").update(await response.bytes()).digest("hex");
    expect(url).toStartWith(`/assets/${digest.slice(0, 16)}/`);
  });

  test("is sent zipped to whoever can read that, and is the same then", async () => {
    const plain = await (await get(url)).bytes();
    const zipped = await get(url, { "accept-encoding": "br, gzip;q=0.8" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(zipped.headers.get("vary")).toBe("accept-encoding");
    const sent = await zipped.bytes();
    expect(sent.length).toBeLessThan(plain.length);
    expect(Bun.gunzipSync(new Uint8Array(sent))).toEqual(new Uint8Array(plain));
    for (const unread of ["", "identity", "gzip;q=0", "gzip; q=0.0", "x-gzip-ed"]) {
      const response = await get(url, { "accept-encoding": unread });
      expect([unread, response.headers.get("content-encoding")]).toEqual([unread, null]);
    }
  });

  test("is not sent again to whoever has it", async () => {
    const etag = (await get(url)).headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await get(url, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(url, { "if-none-match": 'W/"another"' })).status).toBe(200);
  });

  test("is nowhere else", async () => {
    const elsewhere = [url.replace(/assets\/./, "assets/x"), url.replace(/[^/]+$/, "app.ts"), `${url}x`];
    for (const path of [...elsewhere, url.replace(/[^/]+$/, "__proto__"), "/assets/undefined/constructor"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("what a page weighs", () => {
  const sizes = async (url: string) => {
    const plain = (await (await get(url)).bytes()).length;
    const zipped = (await (await get(url, { "accept-encoding": "gzip" })).bytes()).length;
    return { plain, zipped };
  };

  test("the style is under 10 kB", async () => {
    expect((await sizes(assetUrls.css)).plain).toBeLessThan(10_000);
  });

  test("our script is under 2.5 kB, and all scripts together under 18 kB as they are sent", async () => {
    expect((await sizes(assetUrls.script)).plain).toBeLessThan(2_500);
    expect((await sizes(assetUrls.script)).zipped + (await sizes(assetUrls.htmx)).zipped).toBeLessThan(
      18_000,
    );
  });
});
