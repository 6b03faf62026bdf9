import { type Delivery, type SentDelivery, statusOf } from "./deliveries.ts";
import type { Host, ReceivedRequest, Reply } from "./rest.ts";
import { instant } from "./payloads.ts";
import { notFound, Refusal } from "./refusal.ts";

/** A page of what was delivered to the App, every attempt by itself, the newest first; the cursor is the page's first delivery. */
export function listDeliveries(host: Host, request: ReceivedRequest): Reply {
  host.credentials.checkApp(request.headers["authorization"]);
  const { per_page: perPage = "30", cursor } = request.query;
  const size = Math.min(100, Number(perPage) || 30);
  const all = host.deliveries.kept().toReversed();
  const first = cursor === undefined ? 0 : all.findIndex(({ id }) => `v1_${id}` === cursor);
  if (first < 0) throw new Refusal(422, "Invalid cursor");
  const following = all[first + size];
  const query = new URLSearchParams({ per_page: String(size), cursor: `v1_${following?.id ?? ""}` });
  const link = `<${host.place.apiUrl}${request.path}?${query.toString()}>; rel="next"`;
  // The ids are larger than a JavaScript number holds.
  const items = all.slice(first, first + size).map((one) => withId(itemOf(one), one.id));
  return { status: 200, body: `[${items.join(",")}]`, headers: following ? { link } : {} };
}

/** One attempt, with what was sent. */
export function showDelivery(host: Host, request: ReceivedRequest, [id = ""]: string[]): Reply {
  const found = deliveryOf(host, request, id);
  const payload: unknown = JSON.parse(new TextDecoder().decode(found.body));
  const body = {
    ...itemOf(found),
    url: "https://svc.example/webhooks/github",
    request: { headers: found.headers, payload },
    response: { headers: {}, payload: found.answer },
  };
  return { status: 200, body: withId(body, found.id) };
}

/** Sends it once more, in its own time. */
export function repeatDelivery(host: Host, request: ReceivedRequest, [id = ""]: string[]): Reply {
  const { guid } = deliveryOf(host, request, id);
  host.deliveries.soon(guid);
  return { status: 202, body: {} };
}

function deliveryOf(host: Host, request: ReceivedRequest, id: string): SentDelivery {
  host.credentials.checkApp(request.headers["authorization"]);
  const found = host.deliveries.kept().find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

function itemOf(one: Delivery & { at: Date }) {
  const payload = parsed(one.body);
  return {
    guid: one.guid,
    delivered_at: instant(one.at),
    redelivery: one.redelivery,
    duration: 0.27,
    ...statusOf(one),
    event: one.event,
    action: payload.action ?? null,
    installation_id: payload.installation?.id ?? null,
    repository_id: payload.repository?.id ?? null,
    throttled_at: null,
  };
}

type Told = { action?: string; installation?: { id: number }; repository?: { id: number } };

function parsed(body: Uint8Array): Told {
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as Told | null) ?? {};
  } catch {
    return {};
  }
}

function withId(item: object, id: string): string {
  return `{"id":${id},${JSON.stringify(item).slice(1)}`;
}
