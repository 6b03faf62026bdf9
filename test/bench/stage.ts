import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { upsertUser } from "../../server/members/store.ts";
import { issueToken } from "../../server/tokens/actions.ts";
import { fromSources, startSvc, type SvcProcess, urlOf } from "../support/svc-process.ts";
import type { BareSettings } from "./bare.ts";
import { fillWithYearsOfHours } from "./years-of-hours.ts";
import { freePort } from "../support/free-port.ts";

/** Where the cases are measured: a PostgreSQL of its own with the hours of years, and a GitHub. */
export type Stage = {
  /** Entries of the large database; the small one has `smallSize`. */
  entries: number;
  address: Address;
  /** Filled when it is first asked for. */
  small(): Promise<Address>;
  github: FakeGitHub;
  /** A folder for files, gone afterwards. */
  folder: string;
  /** svc in a process of its own, with its limits on a token's requests out of the way. */
  startSvc(address?: Address, settings?: Record<string, string>, program?: string[]): Promise<SvcProcess>;
  /** What svc is measured against, in a process of its own. */
  startBare(settings: Omit<BareSettings, "databaseUrl" | "port">): Promise<Running>;
  /** A token of a member. */
  token(address?: Address): Promise<string>;
  /** Runs a server of such arguments in a process of its own, until it answers at the path. */
  run(argv: (port: number) => string[], path: string): Promise<Running>;
  /** Ends whatever still runs. */
  clear(): void;
};

export type Running = { url: string; pid: number; stop(): Promise<void>; pause(): void; goOn(): void };

export const smallSize = 100_000;

/**
 * Runs the work on a stage, and leaves nothing behind.
 * @param dataDir where the databases are kept for the next time, if they are.
 */
export async function onStage(
  { entries, dataDir }: { entries: number; dataDir: string | undefined },
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  // As root PostgreSQL runs as another user, who has to pass through here.
  for (const passed of [folder, dataDir ?? folder]) chmodSync(passed, 0o711);
  const embedded = await startEmbedded({
    dataDir: dataDir ?? folder,
    dataDirIsDefault: false,
    log: { info() {}, error: console.error },
  });
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada", { role: "admin" });
  const started: { kill(): void }[] = [];
  let smallServer: Awaited<ReturnType<typeof startEmbedded>> | undefined;
  try {
    const { address } = embedded;
    await fill(address, entries);
    let small: Promise<Address> | undefined;
    await work({
      entries,
      address,
      small: () => (small ??= makeSmall(join(dataDir ?? folder, "small"))),
      github,
      folder,
      async startSvc(at = address, settings = {}, program = fromSources) {
        const svc = await startSvc(
          { address: at, github, program },
          { LOG_LEVEL: "error", API_REQUESTS_PER_MINUTE: "1000000", ...settings },
        );
        started.push({ kill: () => svc.kill("SIGKILL") });
        return svc;
      },
      startBare: (settings) =>
        run((port) => {
          const all: BareSettings = { ...settings, databaseUrl: urlOf(address), port };
          return [process.execPath, join(import.meta.dir, "bare.ts"), JSON.stringify(all)];
        }, "/hello"),
      token: (at = address) => tokenOf(at, github),
      run,
      clear,
    });
  } finally {
    clear();
    await github.stop();
    await smallServer?.stop();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Another server: the user of one that comes with svc makes no databases. */
  async function makeSmall(smallDir: string): Promise<Address> {
    mkdirSync(smallDir, { recursive: true });
    chmodSync(smallDir, 0o711);
    const log = { info() {}, error: console.error };
    smallServer = await startEmbedded({ dataDir: smallDir, dataDirIsDefault: false, log });
    await fill(smallServer.address, Math.min(entries, smallSize));
    return smallServer.address;
  }

  function clear(): void {
    for (const one of started.splice(0)) one.kill();
  }

  async function run(argv: (port: number) => string[], path: string): Promise<Running> {
    const port = freePort();
    const child = Bun.spawn(argv(port), { stdin: "ignore", stdout: "inherit", stderr: "inherit" });
    started.push({ kill: () => child.kill("SIGKILL") });
    const url = `http://127.0.0.1:${port}`;
    while (
      !(await fetch(url + path).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`${argv(port)[1]} ended with ${child.exitCode}`);
      await Bun.sleep(10);
    }
    return {
      url,
      pid: child.pid,
      async stop() {
        child.kill("SIGKILL");
        await child.exited;
      },
      pause: () => child.kill("SIGSTOP"),
      goOn: () => child.kill("SIGCONT"),
    };
  }
}

async function fill(address: Address, entries: number): Promise<void> {
  const since = performance.now();
  process.stderr.write(`A database with ${entries.toLocaleString("en")} entries: `);
  await migrate(address);
  const db = connect(address, { max: 1, deadlineMs: 3_600_000 });
  const [found] = await db.$client<[{ there: boolean }]>`select exists (select from entries) as there`;
  if (!found.there) await fillWithYearsOfHours(db, entries);
  await db.$client.end();
  console.error(`${((performance.now() - since) / 1000).toFixed(0)} s`);
}

async function tokenOf(address: Address, github: FakeGitHub): Promise<string> {
  const db = connect(address, { max: 1 });
  const ada = github.find.account("ada")!;
  const user = await upsertUser(db, { githubId: ada.id, login: "ada", admin: true });
  const asked = { userId: user.id, label: "bench", actor: null, requestId: "bench" };
  const { plaintext } = await issueToken({ db }, asked);
  await db.$client.end();
  return plaintext;
}
