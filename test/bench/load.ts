import { createHmac, randomUUID } from "node:crypto";

// A process of its own that sends HTTP/1.1 requests over plain sockets, with as little work for each as can be: on a small machine
// whoever asks takes its share from whoever answers. The plan comes as JSON on stdin, and what came of it
// goes as JSON to stdout.

/** What is sent: one request again and again, `{id}` in its path replaced by one of the ids, or deliveries of comments. */
export type LoadPlan = {
  url: string;
  connections: number;
  /** How long; where a rate is given that many are sent a second, come what may. */
  seconds: number;
  perSecond?: number;
  headers?: Record<string, string>;
} & (
  | { path: string; ids?: number[] }
  | {
      webhook: {
        path: string;
        secret: string;
        /** Payloads with `{comment}` where the comment's id belongs. */
        templates: string[];
        firstComment: number;
        most: number;
      };
    }
);

export type LoadResult = {
  answers: number;
  /** Answers that were no success, by status; 0 for connections that were lost. */
  failed: Record<string, number>;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
};

const plan = (await Bun.stdin.json()) as LoadPlan;
const { hostname, port, host } = new URL(plan.url);
const next = "webhook" in plan ? deliveries(plan.webhook) : gets(plan.path, plan.ids);
const latencies: number[] = [];
const failed: Record<string, number> = {};
const idle: Connection[] = [];
/** Requests that are due and for which no connection is free, by when they were. */
const waiting: number[] = [];
let ending = false;
let busy = 0;
const done = Promise.withResolvers<void>();

const connections = await Promise.all(Array.from({ length: plan.connections }, open));
const started = performance.now();
if (plan.perSecond === undefined) for (const connection of connections) connection.send(performance.now());
else {
  idle.push(...connections);
  arrivals(plan.perSecond);
}
setTimeout(() => {
  ending = true;
  if (busy === 0) done.resolve();
}, plan.seconds * 1000);
await done.promise;
const took = (performance.now() - started) / 1000;
const sorted = Float64Array.from(latencies).sort();
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const result: LoadResult = {
  answers: latencies.length,
  failed,
  perSecond: latencies.length / took,
  p50: at(0.5),
  p99: at(0.99),
  worst: at(1),
};
console.log(JSON.stringify(result));
process.exit(0);

type Connection = { send(due: number): void };

async function open(): Promise<Connection> {
  let due = 0;
  let isSent = false;
  let needed = 0;
  let status = "";
  let head = "";
  const socket = await Bun.connect({
    hostname: hostname === "localhost" ? "127.0.0.1" : hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => take(bytes),
      drain: () => flush(),
      close: () => lost(),
      error: () => lost(),
    },
  });
  let unsent: Uint8Array | undefined;
  const connection: Connection = {
    send(when) {
      due = when;
      const bytes = next();
      if (!bytes) return void (busy === 0 && done.resolve());
      busy++;
      isSent = true;
      unsent = bytes;
      flush();
    },
  };

  function flush(): void {
    if (!unsent) return;
    const sent = socket.write(unsent);
    unsent = sent < unsent.length ? unsent.subarray(Math.max(0, sent)) : undefined;
  }

  function take(bytes: Uint8Array): void {
    if (needed === 0) {
      head += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      status = head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1];
      if (length === undefined) throw new Error(`An answer tells no length: ${head.slice(0, end)}`);
      needed = Number(length) - (head.length - end - 4);
      head = "";
    } else needed -= bytes.length;
    if (needed === 0) answered();
  }

  function answered(): void {
    busy--;
    isSent = false;
    const now = performance.now();
    if (status.startsWith("2")) latencies.push(now - due);
    else failed[status] = (failed[status] ?? 0) + 1;
    const late = waiting.shift();
    if (late !== undefined) connection.send(late);
    else if (plan.perSecond !== undefined) idle.push(connection);
    else if (!ending) connection.send(now);
    if (ending && busy === 0) done.resolve();
  }

  function lost(): void {
    // One that nobody needed for a while is closed by the server, and no harm done.
    if (!isSent) return void idle.splice(0, idle.length, ...idle.filter((one) => one !== connection));
    isSent = false;
    failed["0"] = (failed["0"] ?? 0) + 1;
    busy--;
    if (busy === 0) done.resolve();
  }

  return connection;
}

/** Each for itself by chance, as people are: two may come at once, and then none for a while. */
function arrivals(perSecond: number): void {
  let due = performance.now();
  const timer = setInterval(() => {
    if (ending) return clearInterval(timer);
    for (; due <= performance.now(); due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
      const connection = idle.pop();
      if (connection) connection.send(due);
      else waiting.push(due);
    }
  }, 1);
}

function gets(path: string, ids: number[] | undefined): () => Uint8Array {
  const headers = Object.entries({ host, ...plan.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (id: string) =>
    Buffer.from(`GET ${path.replace("{id}", id)} HTTP/1.1\r\n${headers.join("")}\r\n`);
  const all = (ids ?? [0]).map((id) => request(String(id)));
  let place = 0;
  return () => all[place++ % all.length]!;
}

type Webhook = Extract<LoadPlan, { webhook: unknown }>["webhook"];

/** Signed ahead of time: GitHub's own work is none of ours. */
function deliveries({ path, secret, templates, firstComment, most }: Webhook): () => Uint8Array | undefined {
  const all = Array.from({ length: most }, (_, n) => {
    const body = Buffer.from(
      templates[n % templates.length]!.replaceAll("{comment}", String(firstComment + n)),
    );
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const head = [
      `POST ${path} HTTP/1.1`,
      `host: ${host}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
      `x-github-delivery: ${randomUUID()}`,
      "x-github-event: issue_comment",
      `x-hub-signature-256: sha256=${signature}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
  });
  let place = 0;
  return () => all[place++];
}
