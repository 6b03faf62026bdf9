import { type DateRange, parseDateRange } from "../entries/date-range.ts";
import { allOf, type QueryReading, queryProblem, readText, readWord, strangeParameters } from "../query.ts";
import { type AuditAction, auditActions } from "./event.ts";

/** Which events the audit log's page or CSV is of: those for which all of it holds. */
export type AuditFilter = DateRange & {
  /** A login, compared without case. */
  who?: string;
  action?: AuditAction;
  /** What it was done to: a kind of thing, or one of them. */
  target?: { type: string; id?: string };
};

export type AuditQuery = { filter: AuditFilter; /** Those older than this one. */ before?: number };

const parameters = ["who", "action", "target", "from", "to", "before", "format"] as const;

/** Reads the page's address. A form sends its empty fields too; whatever is not understood is a problem, never a wider list (D25). */
export function readAuditQuery(search: URLSearchParams): QueryReading<AuditQuery> {
  const query = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  const strange = strangeParameters(query, parameters);
  if (strange.length > 0) return { ok: false, problems: strange };
  const read = allOf({
    who: readText(query, "who", { longest: 100, example: "ada" }),
    action: readWord(query, "action", auditActions),
    target: readTarget(query.get("target")),
    days: parseDateRange({ from: query.get("from") ?? undefined, to: query.get("to") ?? undefined }),
    before: readBefore(query.get("before")),
  });
  if (!read.ok) return read;
  const { who, action, target, days, before } = read.value;
  const filter = { ...days, ...(who && { who }), ...(action && { action }), ...(target && { target }) };
  return { ok: true, value: { filter, ...(before !== undefined && { before }) } };
}

/** The address of the page with these events; the inverse of readAuditQuery. */
export function auditHref(
  { who, action, target, from, to }: AuditFilter,
  more: { before?: number; format?: "csv" } = {},
): `/admin/audit${string}` {
  const search = new URLSearchParams({
    ...(who && { who }),
    ...(action && { action }),
    ...(target && { target: targetText(target) }),
    ...(from && { from }),
    ...(to && { to }),
    ...(more.before !== undefined && { before: String(more.before) }),
    ...(more.format && { format: more.format }),
  });
  return search.size === 0 ? "/admin/audit" : `/admin/audit?${search}`;
}

/** As people write it: `token 12`, or `token` for all of them. */
export function targetText({ type, id }: { type: string; id?: string | undefined }): string {
  return id === undefined ? type : `${type} ${id}`;
}

function readTarget(text: string | null): QueryReading<AuditFilter["target"]> {
  if (text === null) return { ok: true, value: undefined };
  const [, type, id] = /^\s*([a-z_]{1,40})(?:[\s#]+(\d{1,16}))?\s*$/i.exec(text) ?? [];
  if (type === undefined) {
    const message = "target must be a kind of thing and its number, e.g. token 12.";
    return { ok: false, problems: [queryProblem("target", "wrong_form", message)] };
  }
  return { ok: true, value: { type: type.toLowerCase(), ...(id !== undefined && { id }) } };
}

function readBefore(text: string | null): QueryReading<number | undefined> {
  if (text === null) return { ok: true, value: undefined };
  if (/^[1-9]\d{0,14}$/.test(text)) return { ok: true, value: Number(text) };
  const message = "before is no place in this list. Go back to its first page.";
  return { ok: false, problems: [queryProblem("before", "unreadable", message)] };
}
