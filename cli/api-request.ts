import { CliError } from "./errors.ts";

/**
 * A path below `/api/v1` and its query, from how a person wrote it: `me`, `/me`, `/api/v1/me?x=1` or `clients`.
 * @throws CliError `usage` for one that would lead elsewhere, where a token has no business.
 */
export function pathFrom(text: string): { path: string; query: URLSearchParams } {
  const base = "http://svc.invalid/api/v1/";
  const below = text.replace(/^\/?(api\/v1(\/|$))?/, "");
  const url = /^[a-z][a-z0-9+.-]*:|^\/|\\/i.test(below) ? null : URL.parse(below, base);
  if (!url || url.host !== "svc.invalid" || !url.pathname.startsWith("/api/v1/") || url.hash) {
    throw new CliError(
      "usage",
      `${JSON.stringify(text)} is not a path of the API`,
      "Write it like time-entries or clients/3; a # in a query is written %23",
    );
  }
  return { path: url.pathname.slice("/api/v1".length), query: url.searchParams };
}

/** Fields as the parameters of a query and as a JSON body; repeated ones add up. @throws CliError `usage` */
export function fieldsFrom(fields: string[]): { query: [string, string][]; body: string | undefined } {
  const query = fields.map((field): [string, string] => {
    const at = field.indexOf("=");
    if (at > 0) return [field.slice(0, at), field.slice(at + 1)];
    const fix = "Write it as name=value, e.g. -f name=Acme";
    throw new CliError("usage", `--field ${JSON.stringify(field)} has no name and value`, fix);
  });
  if (query.length === 0) return { query, body: undefined };
  const grouped = Map.groupBy(query, ([name]) => name);
  const body = [...grouped].map(([name, pairs]): [string, unknown] => {
    const values = pairs.map(([, value]) => valueFrom(value));
    return [name, values.length === 1 ? values[0] : values];
  });
  return { query, body: JSON.stringify(Object.fromEntries(body)) };
}

function valueFrom(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|[[{"])/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
