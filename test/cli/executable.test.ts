import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { csvHeader } from "../../server/entries/csv/csv.ts";
import { aToken, anEntry, csvAnswer, page } from "./running.ts";

const program = resolve("cli/main.ts");
const many = Array.from({ length: 1000 }, (_, i) => anEntry({ id: 100_000 - i, note: "x".repeat(200) }));

/** A server on loopback with the faults that only a real connection has. */
const faults: Record<string, (request: Request) => Response | Promise<Response>> = {
  entry: page([anEntry({ labels: ["日本語", "a,b"] })]),
  many: page(many),
  "broken off": () => brokenOff(),
  "sent on": () => Response.redirect(`http://localhost:${server.port}/elsewhere`, 302),
  silent: () => new Promise<Response>(() => {}),
};
let fault = "entry";
let server: Bun.Server<undefined>;
let asked: () => void = () => {};

beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: (request) => {
      asked();
      return faults[fault]!(request);
    },
  });
});
afterAll(() => server.stop(true));

describe("in a pipe", () => {
  test("prints tab-separated lines and ends with 0", async () => {
    fault = "entry";
    expect(await piped(["entries"])).toEqual({
      code: 0,
      stdout: '7\t2026-10-30\t90\tada\tacme/web#12\tAcme\t["日本語","a,b"]\t\n',
      stderr: "",
    });
  });

  test("runs as a program of its own, found by its first line", async () => {
    fault = "entry";
    const path = `${resolve("node_modules/.bin")}:${process.env.PATH}`;
    const child = Bun.spawn([program, "entries", "--csv"], { env: { ...env(), PATH: path }, stdout: "pipe" });
    expect(await child.stdout.text()).toStartWith("id,kind,worked_on,");
    expect(await child.exited).toBe(0);
  });

  test("hands over all of a long output, to a slow reader too", async () => {
    fault = "many";
    const child = Bun.spawn([process.execPath, program, "entries", "--json"], { env: env(), stdout: "pipe" });
    await Bun.sleep(300);
    expect(await child.stdout.json()).toEqual(many);
    expect(await child.exited).toBe(0);
  });

  test("a reader that has seen enough is no failure", async () => {
    fault = "many";
    // The code of svc itself, not of the reader, which ends the pipe after one line.
    const line = `{ "$0" "$1" entries --csv; echo "code $?" >&2; } | head -n 1`;
    const child = Bun.spawn(["sh", "-c", line, process.execPath, program], {
      env: env(),
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(await child.stdout.text()).toBe(csvHeader);
    expect(await child.stderr.text()).toBe("code 0\n");
  });

  test.if(process.platform === "linux")(
    "a full disk is told, with the code of an incomplete output",
    async () => {
      fault = "entry";
      const child = Bun.spawn([process.execPath, program, "entries", "--csv"], {
        env: env(),
        stdout: Bun.file("/dev/full"),
        stderr: "pipe",
      });
      expect(await child.stderr.text()).toBe(
        "error: the output could not be written (ENOSPC)\n  What is there is not the whole of it. Make room, or write it elsewhere\n",
      );
      expect(await child.exited).toBe(3);
    },
  );

  test("an answer that breaks off leaves nothing on stdout", async () => {
    fault = "broken off";
    expect(await piped(["entries", "--csv"])).toEqual({
      code: 3,
      stdout: "",
      stderr: `error: the answer of ${host()} broke off\n  Nothing was printed. Run the command again\n`,
    });
  });

  test("a redirect is not followed, so that the token goes nowhere else", async () => {
    fault = "sent on";
    let requests = 0;
    asked = () => void requests++;
    const { code, stderr } = await piped(["entries"]);
    expect({ code, requests }).toEqual({ code: 1, requests: 1 });
    expect(stderr).toStartWith(`error: ${host()} sends requests on to http://localhost:${server.port} (302)`);
  });

  test("a port where nothing listens is told as such", async () => {
    const closed = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const address = `http://127.0.0.1:${closed.port}`;
    closed.stop(true);
    expect(await piped(["entries"], address)).toEqual({
      code: 6,
      stdout: "",
      stderr: `error: cannot reach ${address}: nothing listens there\n  Is svc running there? Start it, or name another server with --host or SVC_HOST\n`,
    });
  });

  test("what does not speak HTTP, or not TLS, or hangs up, is told as such", async () => {
    const odd = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.end(`${greeting}\r\n`) },
    });
    let greeting = "SSH-2.0-OpenSSH_9";
    expect((await piped(["entries"], `http://127.0.0.1:${odd.port}`)).stderr).toContain(
      "what answers there does not speak HTTP\n",
    );
    expect((await piped(["entries"], `https://127.0.0.1:${odd.port}`)).stderr).toContain(
      "what answers there does not speak TLS\n",
    );
    greeting = "";
    odd.reload({ socket: { data: (socket) => void socket.end() } });
    expect((await piped(["entries"], `http://127.0.0.1:${odd.port}`)).stderr).toContain(
      "it closed the connection without an answer\n",
    );
    odd.stop(true);
  });

  test("Ctrl-C ends it at once with nothing printed, by the signal that a shell reports as 130", async () => {
    fault = "silent";
    const waiting = new Promise<void>((done) => (asked = done));
    const child = Bun.spawn([process.execPath, program, "entries", "--csv"], {
      env: env(),
      stdout: "pipe",
      stderr: "pipe",
    });
    await waiting;
    child.kill("SIGINT");
    await child.exited;
    expect(child.signalCode).toBe("SIGINT");
    expect((await child.stdout.text()) + (await child.stderr.text())).toBe("");
  });
});

describe.if(process.platform !== "win32")("on a terminal", () => {
  test("prints a table as wide as the terminal", async () => {
    fault = "entry";
    expect(await onTerminal(["entries"], 60)).toEqual({
      code: 0,
      screen: [
        "\x1b[2mID  DAY           TIME  WHO  ISSUE        CLIENT  LABELS\x1b[22m",
        " 7  2026-10-30  1h 30m  ada  acme/web#12  Acme    日本語, a…",
        "",
        "\x1b[1m1 entry · 1h 30m\x1b[22m",
        "",
      ].join("\r\n"),
    });
  });

  test("errors and help go there too", async () => {
    const failed = await onTerminal(["entries", "--lable", "x"], 80);
    expect(failed).toEqual({
      code: 2,
      screen: "error: unknown option '--lable'\r\n  Did you mean --label? See: svc entries --help\r\n",
    });
  });
});

const host = () => `http://127.0.0.1:${server.port}`;

function env(): Record<string, string> {
  return { PATH: process.env.PATH ?? "", TERM: "xterm", SVC_HOST: host(), SVC_TOKEN: aToken };
}

async function piped(argv: string[], server = host()) {
  const child = Bun.spawn([process.execPath, program, ...argv], {
    env: { ...env(), SVC_HOST: server },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

async function onTerminal(argv: string[], columns: number) {
  let screen = "";
  const decoder = new TextDecoder();
  const closed = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, program, ...argv], {
    env: env(),
    terminal: {
      cols: columns,
      rows: 24,
      data: (_terminal, bytes) => void (screen += decoder.decode(bytes, { stream: true })),
      exit: () => closed.resolve(),
    },
  });
  const code = await child.exited;
  await closed.promise;
  return { code, screen };
}

function brokenOff(): Response {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(csvHeader);
      await Bun.sleep(50);
      controller.error(new Error("the connection is lost"));
    },
  });
  return csvAnswer(body, { entries: 1, minutes: 90 });
}
