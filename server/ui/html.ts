/**
 * A page as an answer. Never kept by a browser or a proxy: what stands on it is of one person and one moment.
 * @param markup what a component gives, which has escaped its texts.
 */
export function htmlResponse(
  markup: JSX.Element,
  more: { status?: number; headers?: Record<string, string> | [string, string][] } = {},
): Response {
  if (typeof markup !== "string") throw new TypeError("A component waits for something; load it before.");
  const headers = new Headers(more.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "no-store");
  // Each page differs by these: a cache that keeps it all the same must not mix them up.
  headers.set("vary", "cookie, accept-language");
  return new Response(`<!doctype html>${markup}`, { status: more.status ?? 200, headers });
}
