/** A browser of a test, without the browser: it keeps cookies, follows no redirect by itself and says where its writes come from. */
export type Visitor = ReturnType<typeof createVisitor>;

export function createVisitor(
  send: (request: Request) => Promise<Response>,
  origin: string,
  language = "en",
) {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ accept: "text/html,*/*;q=0.8", "accept-language": language });
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await send(
      new Request(String(new URL(path, origin)), { ...init, headers, redirect: "manual" }),
    );
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  }

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Not a cookie: ${line}`);
    if (value === "" || /;\s*max-age=0\b/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    /** Sends a form as a page of the same site does. */
    post: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      ask(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "sec-fetch-site": "same-origin", ...headers },
      }),
  };
}
