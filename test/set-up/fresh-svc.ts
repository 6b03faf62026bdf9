import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { aFolder } from "../support/embedded.ts";
import { freePort } from "../support/free-port.ts";
import { fromSources } from "../support/svc-process.ts";

export type FreshSvc = Awaited<ReturnType<typeof startFresh>>;

/** svc as somebody starts it who has nothing: no settings, no data, no account. Its output is not a terminal. */
export async function startFresh(settings: Record<string, string> = {}, program = fromSources) {
  const folder = aFolder();
  const port = freePort();
  const url = `http://localhost:${port}`;
  const svc = await start();

  function start() {
    return launch(program, { DATA_DIR: folder.path, PORT: String(port), ...settings }, url);
  }

  let running = svc;
  return {
    url,
    dataDir: folder.path,
    said: () => running.said(),
    /** The one-use link, from the file that it names. */
    link(): string {
      const [, file = ""] = /with the link in (\S+)/.exec(running.said()) ?? [];
      return readFileSync(file, "utf8").trim();
    },
    linkFile: join(folder.path, "first-sign-in.txt"),
    linkFileMode: () => statSync(join(folder.path, "first-sign-in.txt")).mode & 0o777,
    hasLinkFile: () => existsSync(join(folder.path, "first-sign-in.txt")),
    kill: () => running.end("SIGKILL"),
    interrupt: () => running.end("SIGINT"),
    async startAgain(): Promise<void> {
      running = await start();
    },
    async stop(): Promise<void> {
      await running.end("SIGINT");
      await folder.remove();
    },
  };
}

async function launch(program: string[], settings: Record<string, string>, url: string) {
  const child = Bun.spawn(program, {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let said = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) said += decoder.decode(chunk, { stream: true });
  };
  const read = Promise.all([collect(child.stdout), collect(child.stderr)]);
  // The last thing that it says at its start.
  const isReady = () => said.includes("first-sign-in.txt");
  for (const end = performance.now() + 90_000; !isReady(); await Bun.sleep(50)) {
    if (child.exitCode === null && performance.now() < end) continue;
    child.kill("SIGKILL");
    await read;
    throw new Error(`svc did not start at ${url}: ${said}`);
  }
  return {
    said: () => said,
    async end(signal: "SIGKILL" | "SIGINT") {
      child.kill(signal);
      await child.exited;
      await read;
    },
  };
}
