import { listAddress } from "../address.ts";
import type { EntryKind } from "../entry-filter.ts";

/** The options of `svc entries` and `svc plans`, by the API's parameters. */
const options: Record<string, string> = {
  label: "--label",
  label_prefix: "--label-prefix",
  from: "--from",
  to: "--to",
  client_id: "--client",
  user: "--user",
  repository: "--repo",
  issue: "--issue",
  include: "--include",
  as_of: "--as-of",
};

/**
 * The command line that lists the same entries, safe to paste into any shell that POSIX knows.
 * @param query the filter with the names of the API.
 */
export function svcLine(kind: EntryKind, query: URLSearchParams): string {
  const parts = [...query].map(([name, value]) => ({ option: options[name], value }));
  // A terminal obeys control characters wherever they stand, quoted or not; encoded in an address they are harmless.
  if (parts.some(({ option, value }) => option === undefined || unprintable.test(value))) {
    const path = listAddress(kind).slice("/api/v1/".length);
    return `svc api ${quoted(`${path}?${query}`)} --paginate`;
  }
  const words = parts.map(({ option, value }) =>
    // A value that begins with a dash would be taken for a forgotten one.
    value.startsWith("-") ? quoted(`${option}=${value}`) : `${option} ${quoted(value)}`,
  );
  return ["svc", kind === "time" ? "entries" : "plans", ...words].join(" ");
}

/** The request for all of these entries as CSV, for a script that has a token. */
export function curlLine(publicUrl: string, kind: EntryKind, query: URLSearchParams): string {
  const whole = new URLSearchParams([...query, ["format", "csv"]]);
  const address = `${publicUrl}${listAddress(kind)}?${whole}`;
  return `curl -H "Authorization: Bearer $SVC_TOKEN" ${quoted(address)}`;
}

/** A text as one word of a shell's line: as it is where no shell sees more in it, else in quotes that keep all but themselves. */
export function quoted(text: string): string {
  if (/^[A-Za-z0-9_./:@%+,][A-Za-z0-9_./:@%+,-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;
