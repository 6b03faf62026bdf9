import { createServer } from "node:net";
import type { Database } from "../../db/connect.ts";
import { DatabaseProblem } from "../../db/problem.ts";
import { insertMapping } from "../clients/mappings/store.ts";
import { insertClient } from "../clients/store.ts";
import type { Config } from "../config.ts";
import type { Front } from "../github/simulated/listener.ts";
import type { Log } from "../log.ts";
import { clearPlace, clearRemains, findPlace, keepState, placeIn, takePlace } from "./place/actions.ts";
import { hostBeside, type Opened, type Playground, refusalOf, type Standing } from "./playground.ts";
import { refused } from "./refusals.ts";
import { issueHref, type Site } from "./site/site.ts";
import { countEntries, hasClients } from "./store.ts";
import type { listenAgain, SimulatedGitHub, startWorld } from "./world/actions.ts";
import { firstId, firstIssue, sample } from "./world/sample.ts";
import type { State } from "./world/state.ts";
import { webAddressOf as address } from "./web-address.ts";

type World = {
  config: Config;
  log: Log;
  /** Where svc's own data are: the playground lies in a folder there. */
  dataDir: string;
  /** Whether svc itself is connected to GitHub by now. */
  connected: () => boolean;
  /** The simulated GitHub with its pages. */
  loadGitHub(): Promise<{
    listenAgain: typeof listenAgain;
    startWorld: typeof startWorld;
    gitHubPages(site: () => Site | undefined): Front;
  }>;
  /** Starts the svc of the playground. */
  serve(config: Config): Promise<Serving>;
};
type Serving = { url: string; deps: { db: Database }; stop(): Promise<void> };
type Running = { serving: Serving; simulated: SimulatedGitHub; opened: Opened };

/**
 * The playground of this svc, which is closed until it is opened or `resume` finds one that was kept. It shares nothing with svc but the
 * process: its database, its port and its GitHub are its own, so that nothing of it can end up among real hours.
 */
export function createPlayground(world: World) {
  const { config, log, dataDir, connected } = world;
  const production = config.production;
  let running: Running | undefined;
  let busy: "opening" | "removing" | undefined;
  // One thing at a time, in the order in which it was asked for.
  let turn: Promise<unknown> = Promise.resolve();

  const refusal = () => refusalOf({ ...config, production, connected: connected() });

  function inTurn<T>(what: "opening" | "removing", act: () => Promise<T>): Promise<T> {
    const mine = turn.then(async () => {
      busy = what;
      return act().finally(() => (busy = undefined));
    });
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function start(): Promise<Opened> {
    if (running) return running.opened;
    const why = refusal();
    if (why) throw refused[why]();
    if (findPlace(dataDir) === "strange") throw refused.strange(placeIn(dataDir));
    const isNew = findPlace(dataDir) === "none";
    try {
      running = await startIn(world, takePlace(dataDir, firstId));
      return running.opened;
    } catch (error) {
      // What was begun is of no use to anybody.
      if (isNew) clearPlace(dataDir);
      throw error instanceof DatabaseProblem ? refused.failed(error.message) : error;
    }
  }

  async function end(): Promise<void> {
    const ended = running;
    running = undefined;
    await ended?.serving.stop();
    await ended?.simulated.github.stop();
  }

  return {
    standing(): Standing {
      if (busy) return { state: busy };
      if (running) return { state: "open", ...running.opened };
      return { state: findPlace(dataDir) === "ours" ? "kept" : "none" };
    },
    refusal,
    open: () => inTurn("opening", start),
    remove: () =>
      inTurn("removing", async () => {
        const entries = running ? await countEntries(running.serving.deps.db) : 0;
        await end();
        clearPlace(dataDir);
        return { entries };
      }),
    async entries() {
      return running && !busy ? countEntries(running.serving.deps.db) : 0;
    },
    /** At start: opens again what was open when svc stopped, where it may be. */
    async resume(): Promise<void> {
      try {
        clearRemains(dataDir);
        if (findPlace(dataDir) === "ours" && !refusal()) await inTurn("opening", start);
      } catch (error) {
        // svc itself does not depend on it.
        log.warn({ err: String(error) }, "the playground stays closed");
      }
    },
    /** Stops it, and keeps its data. */
    stop: () => inTurn("removing", end),
  } satisfies Playground & { resume(): Promise<void>; stop(): Promise<void> };
}

async function startIn(world: World, { place, state }: { place: string; state: State }): Promise<Running> {
  const { listenAgain, startWorld, gitHubPages } = await world.loadGitHub();
  const save = (changed: State) => keepState(place, changed);
  const home = `${world.config.publicUrl}/admin/set-up`;
  const host = hostBeside(world.config.publicUrl);
  let site: Site | undefined;
  const simulated = await startWorld(
    state,
    save,
    gitHubPages(() => site),
  );
  try {
    const serving = await listenAgain(state.ports.panel, async (wanted) => {
      const port = wanted || (await freePort());
      return world.serve(configIn(world.config, { place, host, port, home, simulated }));
    });
    try {
      const panel = `http://${host}:${new URL(serving.url).port}`;
      const { github, url } = simulated;
      github.callbackTo(`${panel}/sign-in/github/callback`);
      github.webhookTo(`${serving.url}/webhooks/github`);
      const entries = address(`${panel}/sign-in/github?next=/admin/entries`);
      site = { ...simulated, entries, home: address(home) };
      await fill(serving.deps.db);
      state.ports = { panel: Number(new URL(panel).port), github: Number(new URL(url).port) };
      save(state);
      const issue = address(url + issueHref(firstIssue));
      return { serving, simulated, opened: { issue, panel: address(`${panel}/sign-in/github`) } };
    } catch (error) {
      await serving.stop();
      throw error;
    }
  } catch (error) {
    await simulated.github.stop();
    throw error;
  }
}

type Place = { place: string; host: string; port: number; home: string; simulated: SimulatedGitHub };

function configIn(config: Config, { place, host, port, home, simulated }: Place): Config {
  return {
    ...config,
    host: "127.0.0.1",
    port,
    publicUrl: `http://${host}:${port}`,
    databaseUrl: undefined,
    databasePooler: "none",
    dataDir: place,
    dataDirIsDefault: false,
    allowedOrgs: [sample.org.login],
    adminLogins: [],
    github: simulated.github.config,
    playground: { home: address(home), issues: address(`${simulated.url}/`) },
  };
}

/** The clients and mappings that the sample's labels lead to: once, or once more where svc was killed halfway. */
async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (await hasClients(tx)) return;
    for (const { name, labels } of sample.clients) {
      const { id } = await insertClient(tx, name);
      for (const labelPattern of labels)
        await insertMapping(tx, { labelPattern, clientId: id, repository: null });
    }
  });
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
