import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Problem } from "../../server/errors.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { madeUpToken } from "./setup.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

/** A body of so many bytes that counts how many of them were asked for. */
function countedBody(bytes: number) {
  const counted = { sent: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(32));
        counted.sent += 16_384;
        if (counted.sent >= bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, counted };
}

describe("who asks comes before what they send", () => {
  const senders: [string, Record<string, string>][] = [
    ["nobody", {}],
    ["an unknown token", { authorization: `Bearer ${madeUpToken()}` }],
    ["a cookie", { cookie: "__Host-svc_session=x" }],
  ];
  test.each(senders)("a body of 1 MB from %s is 401 without being read", async (_, headers) => {
    for (const path of [
      "/clients",
      "/label-mappings",
      "/label-mappings/preview",
      "/clients/1/deactivation",
    ]) {
      const { stream, counted } = countedBody(1_000_000);
      const response = await svc.send(
        new Request(`http://localhost/api/v1${path}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: stream,
        }),
      );
      expect([path, response.status, counted.sent]).toEqual([path, 401, 0]);
    }
  });

  test("a member who may not write is told so without their body being read", async () => {
    const { stream, counted } = countedBody(1_000_000);
    const response = await svc.send(
      new Request("http://localhost/api/v1/clients", {
        method: "POST",
        headers: { authorization: `Bearer ${await svc.tokenFor("ada")}`, "content-type": "application/json" },
        body: stream,
      }),
    );
    expect([response.status, counted.sent]).toEqual([403, 0]);
  });

  test("over a real connection too: the answer comes while the body is still on its way", async () => {
    const server = Bun.serve({ port: 0, fetch: (request) => svc.send(request) });
    let first = "";
    const answered = Promise.withResolvers<void>();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: server.port!,
      socket: {
        data(_, bytes) {
          first += bytes.toString();
          answered.resolve();
        },
      },
    });
    socket.write(
      "POST /api/v1/clients HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{",
    );
    await answered.promise;
    expect(first).toStartWith("HTTP/1.1 401");
    socket.end();
    await server.stop(true);
  });
});

describe("one token's share", () => {
  const limited = () => startApp({ shared: svc, config: { apiRequestsPerMinute: 3 } });

  test("more is 429 with when to come back, whichever part of the API it goes to", async () => {
    const here = await limited();
    const token = await here.tokenFor("ada");
    for (const path of ["/me", "/clients", "/time-entries"]) {
      expect((await here.api(path, token)).status).toBe(200);
    }
    for (const path of ["/me", "/clients", "/time-entries"]) {
      const response = await here.api(path, token);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeWithin(1, 21);
      const problem = (await response.json()) as Problem;
      expect(problem).toMatchObject({ code: "rate_limited", status: 429 });
      expect(problem.detail).toMatch(/more than 3 requests a minute\. Wait \d+ s/);
    }
    await here.stop();
  });

  test("is told with every answer, so that a script can pace itself", async () => {
    const here = await limited();
    const token = await here.tokenFor("ada");
    const told = async (path: string) => {
      const { status, headers } = await here.api(path, token);
      expect(headers.get("ratelimit-policy")).toBe('"token";q=3;w=60');
      return [status, headers.get("ratelimit")];
    };
    expect(await told("/me")).toEqual([200, '"token";r=2;t=20']);
    expect(await told("/clients/999")).toEqual([404, '"token";r=1;t=40']);
    expect(await told("/clients?x=1")).toEqual([422, '"token";r=0;t=60']);
    expect(await told("/me")).toEqual([429, '"token";r=0;t=60']);
    await here.stop();
  });

  test("is its own: another of the same person's works on", async () => {
    const here = await limited();
    const [busy, other] = [await here.tokenFor("ada"), await here.tokenFor("ada")];
    for (let n = 0; n < 5; n++) await here.api("/me", busy);
    expect((await here.api("/me", busy)).status).toBe(429);
    expect((await here.api("/me", other)).status).toBe(200);
    await here.stop();
  });

  test("is not spent by whoever has no right token", async () => {
    const here = await limited();
    const token = await here.tokenFor("ada");
    const alike = token.slice(0, 20) + madeUpToken().slice(20);
    for (let n = 0; n < 5; n++) await here.api("/me", alike);
    expect((await here.api("/me", token)).status).toBe(200);
    await here.stop();
  });

  test("is enough for a script that asks as fast as it can for a thousand pages", async () => {
    const token = await svc.tokenFor("ada");
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async () => (await svc.api("/me", token)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
