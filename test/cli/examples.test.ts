import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Command } from "commander";
import { sql } from "drizzle-orm";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildProgram } from "../../cli/program.ts";
import { fullName } from "../../cli/command-at.ts";
import { examplesOf, helpOf } from "../../cli/help-text.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry, aClient } from "../support/factories.ts";
import { aWorld } from "./running.ts";

/** Every example of every help text, run by bash with the real program against a server that listens. */
let app: TestApp;
let server: Bun.Server<undefined>;
let token: string;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  app.github.member("acme", "root", { role: "admin" });
  token = await app.tokenFor("root");
  await app.db.execute(sql`alter table clients alter column id restart with 3`);
  await app.db.execute(sql`alter table entries alter column id restart with 1041`);
  const acme = await aClient(app.db, "Acme");
  const labels = ["client:acme", "type:bugfix", "wbso:dev", "strippenkaart:2026-12"];
  const attribution = { winner: null, runnersUp: [], deactivated: [] };
  await anEntry(app.db, { labels, clientId: acme.id, attribution, issueNumber: 12 });
  await anEntry(app.db, { labels, kind: "plan", issueNumber: 12 });
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: passOn });
  folder = await mkdtemp(join(tmpdir(), "svc-examples-"));
  await Bun.write(
    join(folder, "svc"),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve("cli/main.ts")}' "$@"\n`,
  );
  await chmod(join(folder, "svc"), 0o755);
  // Elsewhere it may not be installed; what it does with the JSON is not ours.
  await Bun.write(join(folder, "jq"), "#!/bin/sh\nexec cat\n");
  await chmod(join(folder, "jq"), 0o755);
}, 60_000);

afterAll(async () => {
  await server.stop(true);
  await app.stop();
  await rm(folder, { recursive: true });
});

const program = await buildProgram(
  {
    ...aWorld({ stdout: "", stderr: "", opened: [] }),
    fetch: () => Promise.reject(new Error("asks nothing")),
  },
  () => {},
);
const commands = all(program);

test.each(commands.map((command) => [fullName(command), command] as const))(
  "the help of %s leads with one to three examples of itself",
  (name, command) => {
    const help = helpOf(command);
    expect(help).toStartWith(`Examples:\n  $ `);
    const found = examplesOf(command);
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found.length).toBeLessThanOrEqual(3);
    const names = [name, ...command.aliases().map((alias) => `svc ${alias}`)];
    for (const example of found) expect(names.some((each) => example.includes(each))).toBe(true);
  },
);

const examples = new Set(commands.flatMap((command) => examplesOf(command)));

describe.if(process.platform !== "win32")("this example runs", () => {
  test.each([...examples])("%s", async (example) => {
    await prepare(example);
    const ran = await (/auth login(?!.*--with-token)/.test(example) ? typed(example) : piped(example));
    // What is not right with the hours is what `svc check` is for.
    const expected = example.startsWith("svc check") && ran.code === 3 ? 3 : 0;
    expect({ example, ...ran, code: ran.code }).toMatchObject({ code: expected });
  });
});

function all(command: Command): Command[] {
  const below = command.createHelp().visibleCommands(command);
  return [command, ...below.flatMap(all)];
}

/** The state in which an example makes sense, whatever ran before. */
async function prepare(example: string): Promise<void> {
  const { db } = app;
  await db.execute(sql`update clients set name = 'once ' || id where id <> 3`);
  await db.execute(sql`update clients set name = 'Acme', deactivated_at = null where id = 3`);
  if (example.includes("reactivate"))
    await db.execute(sql`update clients set deactivated_at = now() where id = 3`);
  if (/clients create|name=Acme/.test(example))
    await db.execute(sql`update clients set name = 'Before' where id = 3`);
  if (example.includes("mappings create")) await db.execute(sql`delete from label_mappings`);
  if (example.includes("mappings delete 12")) {
    await db.execute(sql`delete from label_mappings`);
    await db.execute(
      sql`insert into label_mappings (id, label_pattern, client_id) overriding system value values (12, 'x', 3)`,
    );
  }
  await Bun.write(join(folder, "comment.md"), "/log 2h\n");
  await Bun.write(join(folder, "token.txt"), `${token}\n`);
  for (const path of await Array.fromAsync(new Bun.Glob("*.{csv,html,txt,md}").scan(folder))) {
    if (!["comment.md", "token.txt"].includes(path)) await rm(join(folder, path));
  }
}

const here = (example: string) => example.replaceAll("https://hours.example.com", address());
const address = () => `http://127.0.0.1:${server.port}`;
const env = () => ({
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  TERM: "xterm",
  SVC_HOST: address(),
  SVC_TOKEN: token,
});

async function piped(example: string) {
  const options = { cwd: folder, env: env(), stdin: null, stdout: "pipe", stderr: "pipe" } as const;
  const child = Bun.spawn(["bash", "-o", "pipefail", "-c", here(example)], options);
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

/** The same at a terminal, where somebody pastes the token when it is asked for. */
async function typed(example: string) {
  let screen = "";
  let pasted = false;
  const child = Bun.spawn(["bash", "-c", here(example)], {
    cwd: folder,
    env: env(),
    terminal: {
      cols: 100,
      rows: 24,
      data(terminal, bytes) {
        screen += new TextDecoder().decode(bytes);
        if (pasted || !screen.includes("stays unseen")) return;
        pasted = true;
        terminal.write(`${token}\r`);
      },
    },
  });
  const code = await child.exited;
  expect(screen).not.toContain(token.slice(4, 12 + 8));
  return { code, stdout: "", stderr: screen };
}

function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  const { method, body } = request;
  return app.send(new Request(`http://localhost${pathname}${search}`, { method, headers, body }));
}
