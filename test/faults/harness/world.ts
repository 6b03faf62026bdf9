import { type Address, connect, type Database } from "../../../db/connect.ts";
import { migrate } from "../../../db/migrate.ts";
import { upsertUser } from "../../../server/members/store.ts";
import { issueToken } from "../../../server/tokens/actions.ts";
import { type FaultProxy, startFaultProxy, through } from "../../support/fault-proxy.ts";
import type { FakeGitHub, FakeGitHubOptions } from "../../../server/github/simulated/github.ts";
import type { Issue } from "../../../server/github/simulated/things.ts";
import { launchSvc, type SvcProcess } from "../../support/svc-process.ts";
import type { Chance } from "./chance.ts";
import { type Cluster, ownCluster, startCluster } from "./cluster.ts";
import { organisations, populatedGitHub } from "./github-world.ts";
import { type Said, speaker } from "./load.ts";
import { knownMappings } from "./mappings.ts";
import type { KnownMapping } from "./reference.ts";
import { watchAnswers } from "./answers.ts";

export type WorldOptions = {
  github?: FakeGitHubOptions & { issues?: number };
  /** Of PostgreSQL. */
  settings?: Record<string, string>;
  /** Where another PostgreSQL is than the one that comes with svc. */
  programs?: string;
  /** Where its data lie. */
  folder?: string;
  /** Leaves the database as it is before the first start. */
  empty?: boolean;
  /** The PostgreSQL that svc starts by itself, empty. */
  embedded?: boolean;
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Everything around svc, which is started by `start`: a process each time, on one database and one GitHub. */
export async function makeWorld(chance: Chance, options: WorldOptions = {}) {
  const { github, issues } = await populatedGitHub(chance, options.github);
  const { embedded = false } = options;
  const cluster = embedded ? ownCluster(options.folder) : await startCluster(options);
  const proxy = await startFaultProxy(cluster.address);
  // As the superuser, for whom there is always a connection left.
  const db = connect({ ...cluster.address, user: "postgres" }, { max: 2, deadlineMs: 60_000 });
  const mappings: KnownMapping[] = [];
  if (!options.empty && !embedded) {
    await migrate(cluster.address);
    mappings.push(...(await knownMappings(db)));
  }
  return assemble({ chance, github, issues, cluster, proxy, db, mappings, embedded });
}

type Parts = {
  chance: Chance;
  github: FakeGitHub;
  issues: Issue[];
  cluster: Cluster;
  proxy: FaultProxy;
  db: Database;
  mappings: KnownMapping[];
  embedded: boolean;
};

function assemble(parts: Parts) {
  const { chance, github, cluster, proxy, db } = parts;
  const all: SvcProcess[] = [];
  const alive = new Set<SvcProcess>();
  const said: Said[] = [];
  const answers = watchAnswers(github);
  const address: Address | undefined = parts.embedded ? undefined : through(proxy, cluster.address);

  // As a load balancer does it, which does not know yet who has died.
  github.webhookTo(async (request) => {
    const svc = chance.oneOf([...alive]);
    if (!svc) throw new Error("Nobody is there.");
    return answers.see(svc.receive(request));
  });

  /** Starts one more svc; `to` is another way to the same database, and `under` what starts it. */
  async function launch(settings: Record<string, string> = {}, to = address, under: string[] = []) {
    const svc = await launchSvc(
      { github, under, ...(to && { address: to }) },
      {
        ...(parts.embedded && { DATA_DIR: cluster.folder }),
        ALLOWED_ORGS: organisations.join(","),
        LOG_LEVEL: "info",
        ...settings,
      },
    );
    all.push(svc);
    alive.add(svc);
    void svc.exited.then(() => alive.delete(svc));
    return svc;
  }

  async function start(
    settings?: Record<string, string>,
    to?: Address,
    under?: string[],
  ): Promise<SvcProcess> {
    const svc = await launch(settings, to, under);
    await svc.ready();
    return svc;
  }

  /** Ends one as a power cut does. */
  async function kill(svc: SvcProcess): Promise<void> {
    alive.delete(svc);
    svc.kill("SIGKILL");
    await svc.exited;
  }

  /** Asks one to end, which it has to do in good order. */
  async function stop(svc: SvcProcess, signal: "SIGTERM" | "SIGINT" = "SIGINT"): Promise<void> {
    svc.kill(signal);
    const code = await svc.exited;
    if (code !== 0) throw new Error(`svc ended with ${code}: ${svc.lines.slice(-3).join(" ")}`);
  }

  async function tokenFor(login: string): Promise<string> {
    const person = github.find.account(login)!;
    const user = await upsertUser(db, { githubId: person.id, login });
    const issued = await issueToken(
      { db },
      { userId: user.id, label: "t", actor: null, requestId: "faults" },
    );
    answers.note(issued.plaintext);
    return issued.plaintext;
  }

  /** GET below /api/v1. */
  async function api(svc: SvcProcess, path: string, token: string): Promise<Response> {
    return answers.see(fetch(`${svc.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }));
  }

  async function close(): Promise<void> {
    for (const svc of alive) svc.kill("SIGKILL");
    await Promise.all(all.map((svc) => svc.exited));
    await db.$client.end({ timeout: 1 });
    await proxy.close();
    await cluster.remove();
    await github.stop();
  }

  const lines = () => all.flatMap((svc) => svc.lines);
  const doing = { launch, start, kill, stop, tokenFor, api, close };
  return { ...parts, ...doing, address, alive, answers, lines, said, ...speaker(parts, said) };
}
