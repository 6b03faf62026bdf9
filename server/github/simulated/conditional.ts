import type { ReceivedRequest, Reply } from "./rest.ts";

/**
 * An answer with its ETag, or 304 where whoever asks has the same one already. GitHub's ETag is of the token, too: with the next
 * hour's token everything is sent once more (docs.github.com, "Use conditional requests if appropriate").
 */
export function conditional(request: ReceivedRequest, reply: Reply): Reply {
  if (request.method !== "GET" || request.onSite || reply.status !== 200) return reply;
  const { authorization, "if-none-match": known } = request.headers;
  const content = JSON.stringify([authorization, reply.body, reply.headers?.["link"]]);
  const etag = `W/"${new Bun.CryptoHasher("sha256").update(content).digest("hex")}"`;
  const isSame = known?.split(/\s*,\s*/).some((one) => one === etag || `W/${one}` === etag) ?? false;
  const headers = { ...reply.headers, etag, "cache-control": "private, max-age=60, s-maxage=60" };
  return isSame ? { status: 304, body: undefined, headers } : { ...reply, headers };
}
