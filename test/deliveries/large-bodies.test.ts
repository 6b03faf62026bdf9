import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import { createBodyReader } from "../../server/deliveries/raw-body.ts";
import { AppError } from "../../server/errors.ts";
import { startListening } from "../support/listening.ts";

const megabyte = 1024 * 1024;

let svc: Awaited<ReturnType<typeof startListening>>;
beforeAll(async () => {
  svc = await startListening();
});
afterAll(() => svc.stop());

/** A delivery of `/log 1h` with so many bytes beside it, and its headers. */
function aDelivery(bytes: number) {
  const issue = svc.github.issue("acme/web");
  const payload = svc.github.payloads.issueComment("created", svc.github.write(issue, "ada", "/log 1h"));
  const body = JSON.stringify({ ...payload, filler: "x".repeat(bytes) });
  const signature = createHmac("sha256", svc.github.config.webhookSecret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issue_comment",
    "x-github-delivery": crypto.randomUUID(),
    "x-hub-signature-256": `sha256=${signature}`,
  };
  return { body, headers };
}

async function deliver({ body, headers }: ReturnType<typeof aDelivery>) {
  const answer = await fetch(`${svc.url}/webhooks/github`, { method: "POST", headers, body });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), said: await answer.json() };
}

/** Sends all of a delivery but its last byte; `finish` sends that too and gives the answer. */
async function begin({ body, headers }: ReturnType<typeof aDelivery>) {
  const { port, host } = new URL(svc.url);
  const socket = connect(Number(port), "127.0.0.1");
  const lines = Object.entries({ host, ...headers, "content-length": String(body.length) });
  socket.write(
    `POST /webhooks/github HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(body.slice(0, -1), () => resolve()));
  return { socket, finish: () => answerTo(socket, body.slice(-1)) };
}

function answerTo(socket: Socket, last: string): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once("data", (data) => resolve(data.toString().split("\r\n")[0]!));
    socket.once("error", reject);
    socket.write(last);
  });
}

test("the ninth large delivery at once is put off, small ones are not, and nothing is lost", async () => {
  const eight = await Promise.all(Array.from({ length: 8 }, () => begin(aDelivery(2 * megabyte))));
  const ninth = aDelivery(2 * megabyte);
  // The eight have to have arrived first.
  let refused = await deliver(ninth);
  for (let tries = 0; refused.status !== 503 && tries < 50; tries++)
    refused = await deliver(aDelivery(2 * megabyte));
  expect(refused).toMatchObject({ status: 503, retryAfter: "5", said: { code: "deliveries_crowded" } });
  expect(await deliver(aDelivery(10_000))).toMatchObject({ status: 200, said: { outcome: "recorded" } });

  expect(await Promise.all(eight.map(({ finish }) => finish()))).toEqual(Array(8).fill("HTTP/1.1 200 OK"));
  expect(await deliver(ninth)).toMatchObject({ status: 200 });
  for (const { socket } of eight) socket.destroy();
});

test("who breaks off gives the place back", async () => {
  const eight = await Promise.all(Array.from({ length: 8 }, () => begin(aDelivery(2 * megabyte))));
  for (const { socket } of eight) socket.destroy();
  const late = aDelivery(2 * megabyte);
  let answer = await deliver(late);
  for (let tries = 0; answer.status === 503 && tries < 50; tries++) {
    await Bun.sleep(100);
    answer = await deliver(late);
  }
  expect(answer).toMatchObject({ status: 200, said: { outcome: "recorded" } });
});

test("a body that does not say its length is counted while it arrives", async () => {
  const read = createBodyReader({ mostBytes: 1_000, smallBytes: 100, largeAtOnce: 1 });
  const patience = new AbortController().signal;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const first = read(new Request("http://localhost/", { method: "POST", body: readable }), patience);
  await writer.write(new Uint8Array(90));
  expect(await codeOf(read(inPieces(60, 60), patience))).toBe(120);
  await writer.write(new Uint8Array(20));
  expect(await codeOf(read(inPieces(60, 60), patience))).toBe("deliveries_crowded");
  expect(await codeOf(read(inPieces(60), patience))).toBe(60);
  await writer.close();
  expect((await first).length).toBe(110);
  expect(await codeOf(read(inPieces(600, 600), patience))).toBe("body_too_large");
  expect(await codeOf(read(inPieces(600, 400), patience))).toBe(1_000);
});

test("one that does not arrive whole in time is put off, and its place is free again", async () => {
  const read = createBodyReader({ mostBytes: 1_000, smallBytes: 10, largeAtOnce: 1 });
  const patience = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reading = codeOf(
    read(new Request("http://localhost/", { method: "POST", body: readable }), patience.signal),
  );
  await writable.getWriter().write(new Uint8Array(20));
  expect(await codeOf(read(inPieces(20), new AbortController().signal))).toBe("deliveries_crowded");
  patience.abort();
  expect(await reading).toBe("delivery_too_slow");
  expect(await codeOf(read(inPieces(20), new AbortController().signal))).toBe(20);
});

function inPieces(...sizes: number[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size));
      controller.close();
    },
  });
  return new Request("http://localhost/", { method: "POST", body });
}

/** How many bytes were read, or why none. */
async function codeOf(reading: Promise<Uint8Array>): Promise<number | string> {
  return reading.then(
    ({ length }) => length,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}
