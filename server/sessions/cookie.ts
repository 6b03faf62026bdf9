/**
 * What a cookie of ours is called. On https its prefix has browsers refuse it from any other host, from plain http and
 * for a part of the site (D20); over http, which is for this machine alone, they would refuse the prefix.
 */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}

/** The name of the cookie that holds a session's secret. */
export function sessionCookie(publicUrl: string): string {
  return cookieName(publicUrl, "svc_session");
}

/** The value of a cookie in a Cookie header; undefined where it is not there, or twice: one of the two was planted. */
export function readCookie(header: string | null, name: string): string | undefined {
  const values = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && bare(pair.slice(0, at)) === name ? [bare(pair.slice(at + 1))] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A Set-Cookie header for a cookie that no script reads and no other site sends along with a write (D20).
 * @param value in the characters of a cookie: no spaces, commas, semicolons.
 * @param more.maxAge in seconds; without it the cookie goes with the browser.
 */
export function setCookie(
  publicUrl: string,
  name: string,
  value: string,
  { maxAge }: { maxAge?: number } = {},
): string {
  return [
    `${cookieName(publicUrl, name)}=${value}`,
    "Path=/",
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    "HttpOnly",
    "SameSite=Lax",
    ...(publicUrl.startsWith("https:") ? ["Secure"] : []),
  ].join("; ");
}

/** A Set-Cookie header that ends a cookie. */
export function clearCookie(publicUrl: string, name: string): string {
  return setCookie(publicUrl, name, "", { maxAge: 0 });
}

/** Without what browsers know as blanks. `trim` knows more of them, and a prefix behind a no-break space binds nothing. */
function bare(text: string): string {
  return text.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
}
