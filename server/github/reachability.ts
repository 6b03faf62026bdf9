import type { Fetch } from "./bounded-fetch.ts";

/** What became of the last question, whichever it was. */
export type Reach = "not_configured" | "not_asked" | "ok" | "unreachable";

/** The same fetch, watched: nothing is asked for the sake of knowing. */
export function watchReach(
  fetch: Fetch,
  answered: (headers: Headers) => void = () => {},
): { fetch: Fetch; reach(): Reach } {
  let reach: Reach = "not_asked";
  return {
    reach: () => reach,
    async fetch(url, init) {
      try {
        const answer = await fetch(url, init);
        reach = answer.status < 500 ? "ok" : "unreachable";
        answered(answer.headers);
        return answer;
      } catch (error) {
        reach = "unreachable";
        throw error;
      }
    },
  };
}
