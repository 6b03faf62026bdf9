import { join } from "node:path";
import type { EntryListJson } from "../../server/entries/json.ts";
import { openApi } from "../api.ts";
import { readClients } from "../clients.ts";
import { dimensionsOf, readLabels } from "../commands/labels.ts";
import { readSettings } from "../settings.ts";
import type { World } from "../world.ts";
import type { LiveKind } from "./candidates.ts";

type Known = Partial<Record<LiveKind, string[]>>;
type Kept = { at: number; host: string; known: Known };

/** Milliseconds for which what the server said is suggested without asking again. */
const freshness = 5 * 60_000;

/** Words of one kind that the server knows, kept for five minutes so that a tab is answered at once. */
export async function liveWords(world: World, kind: LiveKind, hostFlag?: string): Promise<string[]> {
  const settings = await readSettings(world, hostFlag);
  const path = join(cacheHome(world), "svc", `${new URL(settings.host).host.replaceAll(":", "_")}.json`);
  const now = world.now().getTime();
  const kept = await readKept(world, path, settings.host, now);
  const found = kept.known[kind];
  if (found) return found;
  // Whoever pressed tab waits for it.
  const api = openApi({ ...world, timeout: Math.min(world.timeout, 2000) }, settings);
  const known = { ...kept.known, ...(await asked(api, kind)) };
  await world.files.writePrivately(path, JSON.stringify({ ...kept, known })).catch(() => {});
  return known[kind] ?? [];
}

async function asked(api: ReturnType<typeof openApi>, kind: LiveKind): Promise<Known> {
  if (kind === "clients") return { clients: (await readClients(api)).map(({ name }) => name) };
  if (kind === "labels" || kind === "prefixes") {
    const labels = (await readLabels(api)).map(({ label }) => label);
    return { labels, prefixes: dimensionsOf(labels) };
  }
  // Nothing lists these; those of the newest entries are the ones that are asked for.
  const newest = await api.get("/time-entries", new URLSearchParams({ limit: "1000" }));
  const { data } = newest as EntryListJson;
  return {
    repositories: [...new Set(data.map(({ repository }) => repository))].toSorted(),
    issues: [...new Set(data.map(({ repository, issue }) => `${repository}#${issue.number}`))].toSorted(),
    users: [...new Set(data.map(({ user }) => user.login))].toSorted(),
  };
}

async function readKept({ files }: World, path: string, host: string, now: number): Promise<Kept> {
  const text = await files.read(path).catch(() => "null");
  try {
    const kept = JSON.parse(text) as Kept | null;
    const isFresh = kept?.host === host && now - kept.at >= 0 && now - kept.at < freshness;
    if (isFresh && typeof kept.known === "object") return kept;
  } catch {
    // Half a file is as good as none.
  }
  return { at: now, host, known: {} };
}

function cacheHome({ env, machine }: World): string {
  if (machine.platform === "win32") return env["LOCALAPPDATA"] ?? machine.home;
  const named = env["XDG_CACHE_HOME"];
  return named?.startsWith("/") ? named : join(machine.home, ".cache");
}
