import { at, toJson } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";

/** One attempt of GitHub's to deliver an event to the App. */
export type Attempt = {
  /** Of this attempt: a number, which may be larger than 2^53. */
  id: string;
  /** Of the event: the same for every attempt. */
  guid: string;
  deliveredAt: Date;
  /** What was answered; as GitHub puts it where nobody was. */
  statusCode: number;
  event: string;
  action: string | null;
};

export type AttemptsPage = {
  /** The newest first. */
  attempts: Attempt[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
  /** When GitHub answered, by its own clock; null where it did not say. */
  asOf: Date | null;
};

/** GitHub's own record of what it delivered to the App, kept for some days (D28). Each call may throw a GitHubError. */
export type AppDeliveries = {
  list(cursor: string | null): Promise<AttemptsPage>;
  /** Asks for an event to be delivered once more; `refused` where GitHub has it no longer. */
  sendAgain(id: string): Promise<void>;
  /** What an attempt was to bring, for those that never arrive. */
  read(id: string): Promise<{ guid: string; event: string; payload: Uint8Array }>;
};

// A delivery may have 25 MB, and is quoted in JSON.
const mostBytesOfOne = 32 * 1024 * 1024;

export function connectAppDeliveries(caller: Caller): AppDeliveries {
  return {
    async list(cursor) {
      const { headers, data } = await caller.asApp({
        to: "list its deliveries to the App",
        route: "GET /app/hook/deliveries",
        parameters: { per_page: 100, ...(cursor !== null && { cursor }) },
      });
      if (!Array.isArray(data)) throw unreadable("its deliveries to the App");
      const date = new Date(headers.get("date") ?? "");
      return {
        attempts: data.map(attemptOf).filter((one) => one !== undefined),
        next: nextCursor(headers.get("link")),
        asOf: isNaN(date.getTime()) ? null : date,
      };
    },
    async sendAgain(id) {
      await caller.asApp({
        to: `send delivery ${id} again`,
        route: "POST /app/hook/deliveries/{delivery_id}/attempts",
        parameters: { delivery_id: id },
      });
    },
    async read(id) {
      const { data } = await caller.asApp({
        to: `show delivery ${id}`,
        route: "GET /app/hook/deliveries/{delivery_id}",
        parameters: { delivery_id: id },
        mostBytes: mostBytesOfOne,
      });
      const [guid, event, payload] = [at(data, "guid"), at(data, "event"), at(data, "request", "payload")];
      const isWhole = typeof guid === "string" && typeof event === "string" && typeof payload === "object";
      if (!isWhole || payload === null) throw unreadable(`delivery ${id}`);
      return { guid, event, payload: toJson(payload) };
    },
  };
}

/** Undefined for one that does not say which event it was: nothing can be asked about it. */
function attemptOf(item: unknown): Attempt | undefined {
  const [id, guid, event, action] = ["id", "guid", "event", "action"].map((name) => at(item, name));
  const deliveredAt = new Date(String(at(item, "delivered_at")));
  const statusCode = at(item, "status_code");
  const isNumbered = typeof id === "bigint" || Number.isSafeInteger(id);
  if (!isNumbered || typeof guid !== "string" || typeof event !== "string") return undefined;
  if (isNaN(deliveredAt.getTime())) return undefined;
  return {
    id: String(id),
    guid,
    deliveredAt,
    statusCode: Number.isInteger(statusCode) ? Number(statusCode) : 0,
    event,
    action: typeof action === "string" ? action : null,
  };
}

/** Only the cursor is taken from the link, so that it cannot lead elsewhere. */
function nextCursor(link: string | null): string | null {
  const address = /<([^<>]*)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return (address && URL.parse(address)?.searchParams.get("cursor")) || null;
}

function unreadable(what: string): GitHubError {
  return new GitHubError("unavailable", `GitHub's answer on ${what} is unreadable.`);
}
