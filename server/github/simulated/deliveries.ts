import { createHmac, randomUUID } from "node:crypto";

/** Where deliveries go: an address, or whatever handles requests there. */
export type Receiver = string | ((request: Request) => Promise<Response> | Response);

/** One attempt to deliver an event, and what came of it. */
export type Delivery = {
  guid: string;
  event: string;
  /** The bytes that were sent. */
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  redelivery: boolean;
  /** 0 where there was no answer in time. */
  status: number;
  answer: string;
};

/** As GitHub keeps it. */
export type SentDelivery = Delivery & { /** Of this attempt. */ id: string; at: Date };

export type DeliveryOptions = {
  guid?: string;
  /** Sent instead of the right one; null: none is sent. */
  signature?: string | null;
  /** Signed with instead of the right one. */
  secret?: string;
  headers?: Record<string, string>;
};

export type Deliveries = ReturnType<typeof createDeliveries>;

/** GitHub gives up on an answer after ten seconds, and does not try again by itself. */
const patienceMs = 10_000;
/** For so long it can be listed and sent again. */
const keptMs = 3 * 86_400_000;
// Beyond what a JavaScript number holds exactly, as the schema's int64 allows.
let lastId = 1_823_529_000_000_000_000n;

/**
 * @param hook its secret may be changed while it is used.
 * @param keeps how many attempts are remembered.
 */
export function createDeliveries(appId: number, hook: { secret: string }, now: () => Date, keeps = Infinity) {
  const all: SentDelivery[] = [];
  const asked: Promise<Delivery>[] = [];
  let receiver: Receiver | undefined;

  const kept = () => all.filter(({ at }) => now().getTime() - at.getTime() < keptMs);

  /** Sends an event, signed as GitHub signs. A payload of bytes or text is sent as it is. */
  async function deliver(
    event: string,
    payload: unknown,
    options: DeliveryOptions = {},
    to = receiver,
  ): Promise<Delivery> {
    const { guid = randomUUID(), secret = hook.secret } = options;
    const body = bytesOf(payload);
    const signature = options.signature === undefined ? sign("sha256", secret, body) : options.signature;
    const headers = {
      accept: "*/*",
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/5f2a1c9",
      "x-github-delivery": guid,
      "x-github-event": event,
      "x-github-hook-id": "470000001",
      "x-github-hook-installation-target-id": String(appId),
      "x-github-hook-installation-target-type": "integration",
      "x-hub-signature": sign("sha1", secret, body),
      ...(signature !== null && { "x-hub-signature-256": signature }),
      ...options.headers,
    };
    return attempt({ guid, event, body, headers, redelivery: false }, to);
  }

  /** Sends a delivery again, the same to the last byte, as the button in GitHub's settings does. */
  async function redeliver(guid: string): Promise<Delivery> {
    const first = all.find((delivery) => delivery.guid === guid);
    if (!first) throw new Error(`There was no delivery ${guid}.`);
    return attempt({ ...first, redelivery: true });
  }

  /** The same, after whoever asked for it was answered. */
  function soon(guid: string): void {
    asked.push(Bun.sleep(5).then(() => redeliver(guid)));
  }

  /** Resolves when everything that was to be sent again has been. */
  const settled = () => Promise.all(asked);

  async function attempt(sent: Omit<Delivery, "status" | "answer">, to = receiver): Promise<Delivery> {
    if (!to) throw new Error("Say where deliveries go with webhookTo(…) first.");
    const { guid, event, body, headers, redelivery } = sent;
    const at = now();
    const { status, answer } = await post(to, sent);
    lastId += 17n;
    const delivery = { guid, event, body, headers, redelivery, status, answer, id: String(lastId), at };
    all.push(delivery);
    if (all.length > keeps) all.shift();
    return delivery;
  }

  /** Sends an event while nobody is there to take it. */
  const lose: typeof deliver = (event, payload, options) => deliver(event, payload, options, nobody);

  const webhookTo = (to: Receiver) => {
    receiver = to;
  };
  return { deliver, redeliver, soon, settled, lose, webhookTo, all, kept };
}

/** How GitHub's record of an attempt tells what came of it. */
export function statusOf({ status, answer }: Delivery): { status: string; status_code: number } {
  if (status >= 200 && status < 300) return { status: "OK", status_code: status };
  if (status !== 0) return { status: `Invalid HTTP Response: ${status}`, status_code: status };
  return answer.startsWith("TimeoutError")
    ? { status: "timed out", status_code: 504 }
    : { status: "failed to connect to host", status_code: 502 };
}

const nobody: Receiver = () => Promise.reject(new Error("Nobody is there."));

async function post(receiver: Receiver, sent: Pick<Delivery, "body" | "headers">) {
  const init = {
    method: "POST",
    headers: sent.headers,
    body: sent.body,
    redirect: "manual",
    signal: AbortSignal.timeout(patienceMs),
  } as const;
  try {
    const response =
      typeof receiver === "string"
        ? await fetch(receiver, init)
        : await receiver(new Request("http://localhost/webhooks/github", init));
    return { status: response.status, answer: await response.text() };
  } catch (error) {
    return { status: 0, answer: String(error) };
  }
}

function bytesOf(payload: unknown): Uint8Array<ArrayBuffer> {
  if (payload instanceof Uint8Array) return new Uint8Array(payload);
  return new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload));
}

function sign(algorithm: "sha1" | "sha256", secret: string, body: Uint8Array): string {
  return `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
}
