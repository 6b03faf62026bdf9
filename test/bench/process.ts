import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { atMost, median, type Row } from "./figures.ts";
import { inTurn, memoryOf, timed } from "./measure.ts";
import { bareSettings } from "./requests.ts";
import type { Stage } from "./stage.ts";
import { buildSvc } from "../support/built-svc.ts";
import { launchSvc } from "../support/svc-process.ts";

/** What svc takes by itself, built as it is for a deployment: memory while nobody asks, and time to start with a database of its own. */
export async function* benchProcess(stage: Stage, wanted: (name: string) => boolean): AsyncGenerator<Row> {
  if (!wanted("memory") && !wanted("start")) return;
  const program = [await buildSvc("measured")];
  try {
    if (wanted("memory")) yield await atRest(stage, program);
    if (wanted("start")) yield await coldStart(stage, program);
  } finally {
    rmSync(dirname(program[0]!), { recursive: true, force: true });
  }
}

async function atRest(stage: Stage, program: string[]): Promise<Row> {
  const svc = await stage.startSvc(stage.address, {}, program);
  const bare = await stage.startBare({ ...(await bareSettings(stage, await stage.token())), withJobs: true });
  // The start itself leaves things behind that are cleared away once nothing happens.
  await Bun.sleep(15_000);
  const [ours, theirs] = [memoryOf(svc.pid), memoryOf(bare.pid)];
  svc.kill("SIGKILL");
  await Promise.all([svc.exited, bare.stop()]);
  return atMost(1.5, { name: "memory at rest", svc: ours, baseline: theirs, unit: "MB" });
}

const rounds = 7;

async function coldStart(stage: Stage, program: string[]): Promise<Row> {
  const dataDir = join(stage.folder, "cold");
  mkdirSync(dataDir);
  const own = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const start = async () => {
    const svc = await launchSvc({ github: stage.github, program }, own);
    const started = performance.now();
    await svc.ready();
    const took = performance.now() - started;
    svc.kill("SIGINT");
    await svc.exited;
    return took;
  };
  const settings = await bareSettings(stage, await stage.token());
  const apart = async () => {
    const log = { info() {}, error: console.error };
    let embedded: Awaited<ReturnType<typeof startEmbedded>> | undefined;
    const database = await timed(async () => {
      embedded = await startEmbedded({ dataDir, dataDirIsDefault: false, log });
    });
    await embedded!.stop();
    let bare: Awaited<ReturnType<Stage["startBare"]>> | undefined;
    const server = await timed(async () => {
      bare = await stage.startBare(settings);
    });
    await bare!.stop();
    return database + server;
  };
  // Makes the database.
  await start();
  const [a, b] = await inTurn(rounds, start, apart);
  return atMost(2, { name: "cold start to ready", svc: median(a), baseline: median(b), unit: "ms" });
}
