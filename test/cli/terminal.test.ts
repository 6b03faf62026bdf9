import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { aMe, aToken } from "./running.ts";

/** The program at a terminal, where somebody types. */
const program = resolve("cli/main.ts");
const acme = { id: 3, name: "Acme", status: "active", created_at: "2026-10-05T15:00:00.000Z" };
const many = Array.from({ length: 60 }, (_, i) => ({ ...acme, id: i + 1, name: `Client ${i + 1}` }));
let server: Bun.Server<undefined>;
let folder: string;
let clients: unknown[] = [acme];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-terminal-"));
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      if (url.endsWith("/me")) return aMe();
      return Response.json(url.endsWith("/deactivation") ? acme : { data: clients, next_cursor: null });
    },
  });
});
afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true });
});

describe.if(process.platform !== "win32")("a token that is pasted", () => {
  const login = ["auth", "login", "--no-browser"];
  const asked = "Paste it (it stays unseen): ";

  test.each<[string, string]>([
    ["at the question", `${aToken}\r`],
    ["between the marks of a terminal", `\x1b[200~${aToken}\x1b[201~\r`],
    ["after a slip that is taken back", `svc_wrong\x15x\x7f${aToken}\n`],
  ])("%s stays unseen and is kept", async (_name, keys) => {
    const { screen, code } = await typing(login, [[asked, keys]]);
    expect(screen).toContain(`${asked}\r\nLogged in to ${host()} as ada`);
    expect(screen).not.toContain(aToken.slice(4, 12) + aToken.slice(12, 20));
    expect(code).toBe(0);
    const kept = (await Bun.file(join(folder, "hosts.json")).json()) as { hosts: object };
    expect(kept.hosts).toEqual({ [host()]: { token: aToken } });
  });

  test("can be called off with Ctrl-C, and the terminal is as it was", async () => {
    const script = `"$0" "$@"; echo "code $?"; stty -a | grep -o -- '-\\?\\becho\\b'`;
    const { screen } = await typing(login, [[asked, "svc_\x03"]], ["sh", "-c", script]);
    expect(screen).toEndWith(`${asked}\r\nerror: ended before an answer was given\r\ncode 130\r\necho\r\n`);
  });
});

describe.if(process.platform !== "win32")("a question", () => {
  test("shows what is typed, with its corrections", async () => {
    const { screen, code } = await typing(["clients", "deactivate", "Acme"], [["[y/N] ", "n\x7fy\r"]]);
    expect(screen).toContain("[y/N] n\b \by\r\nClient 3, Acme, is deactivated; what it has stays.\r\n");
    expect(code).toBe(0);
  });
});

describe.if(process.platform !== "win32")("a pager", () => {
  test("keeps the terminal at Ctrl-C until it is left", async () => {
    clients = many;
    // A pager that, as less does, takes Ctrl-C for a key of its own.
    const pager = `trap 'echo still here; exit 0' INT; head -n 3; echo shown; while :; do sleep 0.05; done`;
    const { screen, code } = await typing(["clients", "list"], [["shown", "\x03"]], [], { SVC_PAGER: pager });
    clients = [acme];
    expect(screen).toContain("Client 2");
    expect(screen).not.toContain("Client 30");
    expect(screen).toEndWith("still here\r\n");
    expect(code).toBe(0);
  });
});

const host = () => `http://127.0.0.1:${server.port}`;

/** Runs svc at a terminal and types keys each time the text before them has appeared. */
async function typing(
  argv: string[],
  answers: [after: string, keys: string][],
  around: string[] = [],
  more: Record<string, string> = {},
) {
  let screen = "";
  let read = 0;
  const waiting = [...answers];
  const decoder = new TextDecoder();
  const closed = Promise.withResolvers<void>();
  const authorized = argv[0] === "auth" ? undefined : aToken;
  const child = Bun.spawn([...around, process.execPath, program, ...argv], {
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm",
      SVC_HOST: host(),
      SVC_CONFIG_DIR: folder,
      ...(authorized && { SVC_TOKEN: authorized }),
      ...more,
    },
    terminal: {
      cols: 100,
      rows: 20,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true });
        const [next] = waiting;
        if (!next || !screen.slice(read).includes(next[0])) return;
        waiting.shift();
        read = screen.length;
        terminal.write(next[1]);
      },
      exit: () => closed.resolve(),
    },
  });
  const code = await child.exited;
  await closed.promise;
  return { code, screen };
}
