import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { scripts } from "../../cli/completion/scripts.ts";
import { aToken } from "./running.ts";

/** The scripts in the shells of this machine, with a person who presses tab. */
let folder: string;
let server: Bun.Server<undefined>;
let called: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-shells-"));
  const sums = { entries: 1, minutes: 60 };
  const data = ["client:acme", "client:a b", "wbso:dev"].map((label) => ({ label, time: sums, plan: sums }));
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => Response.json({ data, next_cursor: null }),
  });
  called = join(folder, "called.json");
  const path = join(folder, "svc");
  const program = `'${process.execPath}' '${resolve("cli/main.ts")}' "$@"`;
  const note = `'${process.execPath}' -e 'require("fs").renameSync("draft", (require("fs").writeFileSync("draft", JSON.stringify(process.argv.slice(1))), "called.json"))' -- "$@"`;
  await Bun.write(path, `#!/bin/sh\n[ "$1" = __complete ] && exec ${program}\n${note}\n`);
  await chmod(path, 0o755);
  const begin = `PS1='ready> '\n`;
  await Bun.write(join(folder, "bashrc"), begin + scripts.bash);
  await Bun.write(join(folder, ".zshrc"), `autoload -U compinit; compinit -u -D\n${begin}${scripts.zsh}`);
  const fish = join(folder, "fish");
  await mkdir(join(fish, "completions"), { recursive: true });
  await Bun.write(join(fish, "completions", "svc.fish"), scripts.fish);
  await Bun.write(
    join(fish, "config.fish"),
    "function fish_prompt; echo 'ready> '; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n",
  );
});
afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true });
});

const shells: [shell: string, command: string[]][] = [
  ["bash", ["--noprofile", "--rcfile", "bashrc", "-i"]],
  ["zsh", ["-i"]],
  ["fish", ["-i"]],
];
const lines: [typed: string, called: string[]][] = [
  ["svc whoa", ["whoami"]],
  ["svc mappings ex", ["mappings", "explain"]],
  ["svc entries --label client:ac", ["entries", "--label", "client:acme"]],
  ["svc entries --label=client:ac", ["entries", "--label=client:acme"]],
  ["svc plans --label client:a\\ ", ["plans", "--label", "client:a b"]],
  ["svc entries --group-by client,mo", ["entries", "--group-by", "client,month"]],
];

describe.each(shells)("%s", (shell, args) => {
  const path = process.platform === "win32" ? null : Bun.which(shell);
  test.if(path !== null)(
    "completes commands, options, and the words that the server knows",
    async () => {
      const session = await begin([path!, ...args]);
      for (const [typed, expected] of lines) {
        expect({ typed, called: await session.calledAfterTab(typed) }).toEqual({ typed, called: expected });
      }
      await session.end();
    },
    60_000,
  );
});

/** A shell at a terminal. */
async function begin(command: string[]) {
  let screen = "";
  const child = Bun.spawn(command, {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      ZDOTDIR: folder,
      XDG_CONFIG_HOME: folder,
      TERM: "xterm",
      SVC_TOKEN: aToken,
      SVC_HOST: `http://127.0.0.1:${server.port}`,
    },
    terminal: {
      cols: 120,
      rows: 30,
      data: (_terminal, bytes) => void (screen += new TextDecoder().decode(bytes)),
    },
  });
  await until(async () => screen.includes("ready>"));
  return {
    /** What svc is called with when a line is completed and sent off. */
    async calledAfterTab(typed: string): Promise<string[]> {
      await rm(called, { force: true });
      child.terminal!.write(`${typed}\t\r`);
      await until(() => Bun.file(called).exists());
      return (await Bun.file(called).json()) as string[];
    },
    async end() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline && !(await isSo())) await Bun.sleep(20);
}
