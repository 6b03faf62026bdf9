/**
 * An address that a link may have: a path of this site, a query or a place on this page, or a page elsewhere.
 * A mere string is none, since it might hold `javascript:`; `bun run check` refuses to have one in a link.
 */
export type Href = `/${string}` | `?${string}` | `#${string}` | `https://${string}` | `http://${string}`;

/** An address that came from outside, e.g. that of a comment; undefined where it is not one of the web. */
export function webAddress(text: string): Href | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  return url.href as Href;
}
