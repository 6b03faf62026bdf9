/**
 * The page of this very site that a text names, or the start page.
 * @param publicUrl origin of this site.
 */
export function ownPath(text: string, publicUrl: string): string {
  // A browser leaves out tabs and line breaks, reads \ as / and takes // for the beginning of another host.
  if (text.length > 2_000 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return "/admin";
  const url = URL.parse(text, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || url.pathname.includes("//")) return "/admin";
  return url.pathname + url.search;
}
