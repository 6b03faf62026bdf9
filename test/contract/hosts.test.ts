import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { isAddress, isOurHost } from "../../server/host.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
let port: number;
beforeAll(async () => {
  svc = await startApp({ config: { publicUrl: "https://hours.example" } });
  svc.app.listen({ hostname: "127.0.0.1", port: 0, reusePort: false });
  port = svc.app.server!.port!;
});
afterAll(async () => {
  await svc.app.stop(true);
  await svc.stop();
});

/** The answer to these very bytes. */
function raw(text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.on("data", (data) => (answer += data));
  socket.on("close", () => resolve(answer));
  socket.on("error", reject);
  return promise;
}

const get = (path: string, ...headers: string[]) =>
  raw([`GET ${path} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n"));
const statusOf = (answer: string) => Number(answer.split(" ")[1]);

describe("which hosts are ours", () => {
  const table: [host: string | null, publicUrl: string, ours: boolean][] = [
    ["hours.example", "https://hours.example", true],
    ["HOURS.example", "https://hours.example", true],
    ["hours.example:443", "https://hours.example", true],
    ["hours.example:80", "https://hours.example", false],
    ["hours.example:8443", "https://hours.example:8443", true],
    ["evil.example", "https://hours.example", false],
    ["hours.example.evil.example", "https://hours.example", false],
    ["localhost", "https://hours.example", false],
    ["127.0.0.1:3000", "https://hours.example", false],
    ["localhost:3000", "http://localhost:3000", true],
    ["127.0.0.1:3000", "http://localhost:3000", true],
    ["[::1]:3000", "http://localhost:3000", true],
    ["localhost.evil.example:3000", "http://localhost:3000", false],
    ["127.0.0.1.evil.example:3000", "http://localhost:3000", false],
    ["x", "http://localhost:3000", false],
    ["", "http://localhost:3000", false],
    [null, "http://localhost:3000", false],
    ["ada@localhost:3000", "http://localhost:3000", false],
    ["localhost:3000/x", "http://localhost:3000", false],
    ["localhost:3000, evil.example", "http://localhost:3000", false],
    ["localhost:99999", "http://localhost:3000", false],
  ];
  for (const [host, publicUrl, ours] of table) {
    test(`${host ?? "none"} under ${publicUrl}: ${ours ? "ours" : "not ours"}`, () =>
      expect(isOurHost(host, publicUrl)).toBe(ours));
  }

  test("a probe may name an address, never another name", () => {
    for (const host of ["10.0.0.7:3000", "[fd00::7]:3000", "127.0.0.1", "localhost"]) {
      expect([host, isAddress(host)]).toEqual([host, true]);
    }
    for (const host of ["evil.example", "10.0.0.7.evil.example", "", null]) {
      expect([host, isAddress(host)]).toEqual([host, false]);
    }
  });
});

describe("through the wire", () => {
  test("another host is answered 421 on every route, and sees nothing", async () => {
    const paths = svc.app.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
    for (const path of [...new Set([...paths, "/", "/nothing"])]) {
      const answer = await get(path, "Host: evil.example");
      expect([path, statusOf(answer)]).toEqual([path, 421]);
      expect(answer).toContain("https://hours.example");
    }
  });

  test("a path that hides behind a short host reaches no route", async () => {
    for (const path of ["/foo/api/v1/time-entries", "/foo/admin/tokens", "/foo/readyz"]) {
      for (const host of ["x", "a:1", "xy"]) expect(statusOf(await get(path, `Host: ${host}`))).toBe(421);
    }
  });

  test("no host, an odd one, or two of them: refused", async () => {
    const odd = [
      "GET /admin/tokens HTTP/1.0\r\n\r\n",
      "GET /api/v1/time-entries HTTP/1.0\r\n\r\n",
      "GET /admin/tokens HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET /admin/tokens HTTP/1.1\r\nHost: a@hours.example\r\nConnection: close\r\n\r\n",
      "GET /admin/tokens HTTP/1.1\r\nHost: hours.example\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ];
    for (const request of odd)
      expect([request, [400, 421]]).toEqual([
        request,
        expect.arrayContaining([statusOf(await raw(request))]),
      ]);
  });

  test("a probe answers under the instance's address", async () => {
    expect(statusOf(await get("/healthz", `Host: 127.0.0.1:${port}`))).toBe(200);
    expect(statusOf(await get("/readyz", "Host: 10.1.2.3:3000"))).toBe(200);
    expect(statusOf(await get("/healthz", "Host: evil.example"))).toBe(421);
  });

  test("X-Forwarded-Host changes nothing", async () => {
    const answer = await get("/healthz", "Host: evil.example", "X-Forwarded-Host: hours.example");
    expect(statusOf(answer)).toBe(421);
  });
});

describe("headers on every answer", () => {
  const every = {
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": /^(same-origin|no-referrer)$/,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "x-request-id": /^[\w-]{8,64}$/,
  };

  test("whatever the route, the method and the outcome", async () => {
    const known = svc.app.routes.map(({ method, path }) => ({ method, path }));
    const requests = [...known, { method: "GET", path: "/nothing" }, { method: "PUT", path: "/healthz" }];
    for (const { method, path } of requests) {
      const response = await svc.send(new Request(`http://hours.example:443${path}`, { method }));
      for (const [name, value] of Object.entries(every)) {
        expect([method, path, name, response.headers.get(name)]).toEqual([
          method,
          path,
          name,
          typeof value === "string" ? value : expect.stringMatching(value),
        ]);
      }
      await response.body?.cancel();
    }
  });

  test("also where the host is refused", async () => {
    const answer = await get("/admin", "Host: evil.example");
    for (const name of Object.keys(every)) expect(answer.toLowerCase()).toContain(`${name}: `);
  });

  test("no browser is told to insist on https where svc is reached over http", async () => {
    const plain = await startApp({ shared: svc, config: { publicUrl: "http://localhost:3000" } });
    const response = await plain.send(new Request("http://localhost:3000/healthz"));
    expect(response.headers.get("strict-transport-security")).toBeNull();
    await plain.stop();
  });
});
