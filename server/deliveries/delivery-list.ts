import { allOf, type QueryReading, queryProblem, readText, readWord, strangeParameters } from "../query.ts";
import { type Outcome, outcomes } from "./outcome.ts";

export const listedOutcomes = ["pending", ...(Object.keys(outcomes) as Outcome[])] as const;

/** What may have to be looked at; those that are posted are not. */
export const listedReplies = ["pending", "failed"] as const;

/** Which deliveries a page lists: those for which all of it holds. Names compare without case. */
export type DeliveryFilter = {
  /** What came of it; `pending` where nothing has yet. */
  outcome?: Outcome | "pending";
  /** Where svc's reply is. */
  reply?: (typeof listedReplies)[number];
  repository?: string;
  sender?: string;
  /** X-GitHub-Delivery, as GitHub's page of recent deliveries has it. */
  guid?: string;
};

export type DeliveryQuery = { filter: DeliveryFilter; /** Those older than this one. */ before?: number };

const parameters = ["outcome", "reply", "repository", "sender", "guid", "before"] as const;

/** Reads the page's address. A form sends its empty fields too; whatever is not understood is a problem, never a wider list (D25). */
export function readDeliveryQuery(search: URLSearchParams): QueryReading<DeliveryQuery> {
  const query = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  const strange = strangeParameters(query, parameters);
  if (strange.length > 0) return { ok: false, problems: strange };
  const read = allOf({
    outcome: readWord(query, "outcome", listedOutcomes),
    reply: readWord(query, "reply", listedReplies),
    repository: readText(query, "repository", { longest: 200, example: "acme/web" }),
    sender: readText(query, "sender", { longest: 100, example: "ada" }),
    guid: readText(query, "guid", { longest: 64, example: "0b989ba4-242f-11e5-81e1-c7b6966d2516" }),
    before: readBefore(query.get("before")),
  });
  if (!read.ok) return read;
  const { outcome, reply, repository, sender, guid, before } = read.value;
  const filter = {
    ...(outcome && { outcome }),
    ...(reply && { reply }),
    ...(repository && { repository: repository.trim() }),
    ...(sender && { sender: sender.trim() }),
    ...(guid && { guid: guid.trim() }),
  };
  return { ok: true, value: { filter, ...(before !== undefined && { before }) } };
}

/** The address of the page with these deliveries; the inverse of readDeliveryQuery. */
export function deliveriesHref(filter: DeliveryFilter, before?: number): `/admin/deliveries${string}` {
  const search = new URLSearchParams({ ...filter, ...(before !== undefined && { before: String(before) }) });
  return search.size === 0 ? "/admin/deliveries" : `/admin/deliveries?${search}`;
}

function readBefore(text: string | null): QueryReading<number | undefined> {
  if (text === null) return { ok: true, value: undefined };
  if (/^[1-9]\d{0,14}$/.test(text)) return { ok: true, value: Number(text) };
  const message = "before is no place in this list. Go back to its first page.";
  return { ok: false, problems: [queryProblem("before", "unreadable", message)] };
}
