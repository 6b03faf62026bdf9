import { join } from "node:path";
import type { Address } from "../../db/connect.ts";
import type { FakeGitHub } from "../../server/github/simulated/github.ts";
import { freePort } from "./free-port.ts";

/** svc as it is started by whoever runs it: a process of its own, which can be killed and stopped. */
export type SvcProcess = {
  url: string;
  port: number;
  pid: number;
  exited: Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** What it wrote so far, a line of the log each. */
  lines: string[];
  /** Takes what GitHub delivers to it over the network. */
  receive(request: Request): Promise<Response>;
};

type Surroundings = {
  address?: Address;
  github: FakeGitHub;
  /** What starts it, e.g. `prlimit` with a limit. */
  under?: string[];
  /** What is started, in place of the sources. */
  program?: string[];
};

/** As svc is started in a checkout. */
export const fromSources = [process.execPath, join(import.meta.dir, "../../server/main.ts")];

/**
 * Starts svc and waits until it is ready.
 * @param settings beside those for the database, its own where none is given, and GitHub; `PORT` to start it where another one was.
 */
export async function startSvc(
  surroundings: Surroundings,
  settings: Record<string, string> = {},
): Promise<SvcProcess> {
  const svc = await launchSvc(surroundings, settings);
  await svc.ready();
  return svc;
}

/** The same without the wait: `ready` ends it where it does not become ready within a minute. */
export async function launchSvc(
  { address, github, under = [], program = fromSources }: Surroundings,
  settings: Record<string, string> = {},
): Promise<SvcProcess & { ready(): Promise<void> }> {
  const port = Number(settings["PORT"] ?? freePort());
  const { apiUrl, url: githubUrl, appId, privateKey, webhookSecret, clientId, clientSecret } = github.config;
  const child = Bun.spawn([...under, ...program], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      ...(address && { DATABASE_URL: urlOf(address) }),
      ALLOWED_ORGS: "acme",
      GITHUB_URL: githubUrl,
      GITHUB_API_URL: apiUrl,
      GITHUB_APP_ID: appId,
      GITHUB_PRIVATE_KEY: privateKey,
      GITHUB_WEBHOOK_SECRET: webhookSecret,
      GITHUB_CLIENT_ID: clientId,
      GITHUB_CLIENT_SECRET: clientSecret,
      ...settings,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) void collect(stream, lines);
  const url = `http://localhost:${port}`;
  return {
    ready: () => ready(url, child, lines),
    url,
    port,
    pid: child.pid,
    exited: child.exited,
    kill: (signal) => child.kill(signal),
    lines,
    async receive(request) {
      const { method, headers } = request;
      const { pathname } = new URL(request.url);
      headers.delete("host");
      return fetch(url + pathname, { method, headers, body: await request.arrayBuffer() });
    },
  };
}

/** As DATABASE_URL names it. */
export function urlOf(address: Address): string {
  if ("url" in address) return address.url;
  const { user, password, host, port, database } = address;
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  if (!host.startsWith("/")) return `postgres://${who}@${host}:${port}/${database}`;
  return `postgres://${who}@localhost:${port}/${database}?host=${host}`;
}

async function ready(url: string, child: Bun.Subprocess, lines: string[]): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await Bun.sleep(50)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  child.kill("SIGKILL");
  throw new Error(`svc did not start: ${lines.join("\n")}`);
}

async function collect(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  }
}
