/**
 * An answer of the API in JSON, not to be kept by anybody on the way (D26). `<` never leaves raw: were it ever taken for
 * HTML, a label could not become markup.
 */
export function json(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body).replaceAll("<", "\\u003c"), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}
