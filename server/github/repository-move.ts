import type { Answer } from "./answer.ts";

/**
 * The route to a repository's new place, by its id, where the answer says that it was renamed or moved:
 * GitHub sends 301 to a GET and 307 to a POST, neither of which did anything. Only an id is taken from the answer, so
 * that it cannot lead to another server or another kind of thing.
 * @param route of the form `GET /repos/{owner}/{repo}/…`
 */
export function movedTo({ status, headers }: Answer, route: string, apiUrl: string): string | undefined {
  const [method, path] = route.split(" ");
  const keepsItsMethod = status === 307 || status === 308 || (status === 301 && method === "GET");
  if (!keepsItsMethod || !path?.startsWith(byName)) return undefined;
  const id = /^\/repositories\/([1-9]\d{0,15})\//.exec(pathBelow(apiUrl, headers.get("location")))?.[1];
  return id && `${method} /repositories/${id}${path.slice(byName.length)}`;
}

const byName = "/repos/{owner}/{repo}";

/** The location's path below the REST root; empty where it lies elsewhere. */
function pathBelow(apiUrl: string, location: string | null): string {
  const root = new URL(apiUrl);
  const rootPath = root.pathname.replace(/\/$/, "");
  const target = location === null ? null : URL.parse(location, apiUrl);
  const inside = target?.origin === root.origin && target.pathname.startsWith(`${rootPath}/`);
  return inside ? target.pathname.slice(rootPath.length) : "";
}
