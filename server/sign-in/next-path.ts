const home = "/admin";

/**
 * Where to go on after signing in: the path that was asked for, where it is one under /admin of this very site, and else /admin.
 * A text that two readers could read in two ways is not repaired but dropped.
 * @param publicUrl origin of this site.
 */
export function safeNext(text: string | null, publicUrl: string): string {
  // A browser leaves out tabs and line breaks, reads \ as / and takes // for the beginning of another host.
  if (text === null || text.length > 2_000 || !/^\/[\x21-\x5b\x5d-\x7e]*$/.test(text)) return home;
  const url = URL.parse(text, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin) return home;
  const { pathname, search } = url;
  // Whoever decodes the path once more must find the same one.
  const isPlain = !pathname.includes("//") && !/%(2f|5c|2e|25|[01])/i.test(pathname);
  const isBelow = pathname === home || pathname.startsWith(`${home}/`);
  return isPlain && isBelow ? pathname + search : home;
}
