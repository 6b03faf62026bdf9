import type { TestApp } from "../support/app.ts";
import { curlRequest } from "./curl.ts";
import type { Shell } from "./transcripts.ts";

/** Runs the lines without curl and without a network. */
export function inProcess({ send }: TestApp): Shell {
  return async (line, tokens) => {
    const request = curlRequest(line, tokens);
    // As a proxy hands it on.
    const url = request.url.replace(/^https:\/\/([^/]+)/, "http://$1:443");
    const response = await send(new Request(url, request));
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
}
