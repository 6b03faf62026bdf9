import { mkdtemp, chmod, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { tokens } from "../../db/schema/people.ts";
import { insertEntries } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import { aClient } from "../support/factories.ts";
import { startListening } from "../support/listening.ts";

/**
 * A document with the output of every `$` line of its console blocks as it is now: run by bash on a terminal, one after the
 * other in a folder of their own, against a svc with the hours of October 2026.
 */
export async function replayCli(document: string): Promise<string> {
  const world = await startListening();
  const folder = await mkdtemp(join(tmpdir(), "svc-docs-"));
  try {
    await logOctober(world);
    world.github.member("acme", "finance", { role: "admin" });
    const token = await world.tokenFor("finance");
    await world.db.update(tokens).set({ label: "svc on laptop" });
    await Bun.write(join(folder, "token.txt"), `${token}\n`);
    await Bun.write(
      join(folder, "svc"),
      `#!/bin/sh\nexec '${process.execPath}' '${resolve("cli/main.ts")}' "$@"\n`,
    );
    await chmod(join(folder, "svc"), 0o755);
    const parts = document.split(/(^```console\n[\s\S]*?^```$)/m);
    const made: string[] = [];
    for (const part of parts) {
      const lines = [...part.matchAll(/^\$ (.+)\n/gm)].map(([, line]) => line!);
      if (!part.startsWith("```console\n")) made.push(part);
      else made.push(`\`\`\`console\n${await outputs(lines)}\`\`\``);
    }
    return made.join("");

    async function outputs(lines: string[]): Promise<string> {
      let all = "";
      for (const line of lines) {
        const printed = await onTerminal(line.replaceAll(published, world.url), folder, token);
        all += `$ ${line}\n${settled(printed, world.url, folder)}`;
      }
      return all;
    }
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
}

const published = "https://hours.example.com";

async function onTerminal(line: string, folder: string, token: string): Promise<string> {
  let screen = "";
  let pasted = false;
  const decoder = new TextDecoder();
  const closed = Promise.withResolvers<void>();
  const env = {
    PATH: `${folder}:/usr/bin:/bin`,
    HOME: folder,
    TERM: "xterm",
    NO_COLOR: "1",
    LANG: "C.UTF-8",
  };
  const child = Bun.spawn(["bash", "-o", "pipefail", "-c", line], {
    cwd: folder,
    env: { ...env, SVC_PAGER: "cat", SVC_TZ: "Europe/Amsterdam" },
    terminal: {
      cols: 100,
      rows: 50,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true });
        if (pasted || !screen.includes("stays unseen")) return;
        pasted = true;
        terminal.write(`${token}\r`);
      },
      exit: () => closed.resolve(),
    },
  });
  await child.exited;
  await closed.promise;
  return screen;
}

/** What is different on another machine or another day stands there as it did when it was written. */
function settled(printed: string, url: string, folder: string): string {
  const today = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Amsterdam" }).format(new Date());
  return printed
    .replaceAll(/\r[^\r\n]*\p{Cc}\[K/gu, "")
    .replaceAll(/\r+\n/g, "\n")
    .replaceAll("\ufeff", "")
    .replaceAll(url, published)
    .replaceAll(folder, "/home/fin")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://github.com")
    .replaceAll(/ +$/gm, "")
    .replaceAll(hostname(), "laptop")
    .replaceAll(today, "2026-11-03")
    .replaceAll(/svc_[\w-]{8}…/g, "svc_Zk3v9QpL…")
    .replaceAll(/Request ID [\w-]+/g, "Request ID 5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11");
}

type World = Awaited<ReturnType<typeof startListening>>;

/** October and a little of November of two people, two clients and a budget card; what `svc check` is for among it. */
async function logOctober({ db, github }: World): Promise<void> {
  const people = new Map<string, number>();
  for (const login of ["ada", "grace"]) {
    github.member("acme", login);
    const githubId = github.find.account(login)!.id;
    people.set(login, (await upsertUser(db, { githubId, login })).id);
  }
  const globex = (await aClient(db, "Globex", "client:globex")).id;
  const initech = (await aClient(db, "Initech", "client:initech")).id;
  const entries = october.map(([kind, login, day, minutes, issueNumber, note], i) => {
    const { title, labels, client } = issues[issueNumber]!;
    const clientId = { globex, initech, none: undefined }[client];
    return {
      ...{ kind, minutes, workedOn: day, labels, note, issueNumber, issueTitle: title },
      ...(clientId !== undefined && { clientId, attribution: by(labels[0]!, clientId) }),
      userId: people.get(login)!,
      repository: client === "none" ? "acme/internal" : "acme/web",
      repositoryId: client === "none" ? 7 : 8,
      commentId: i + 1,
      commandNo: 1,
      commentedAt: new Date(`${day === "2026-10-06" && login === "grace" ? "2026-10-27" : day}T15:00:00Z`),
    };
  });
  await db.transaction((tx) => insertEntries(tx, entries));
}

const issues: Record<number, { title: string; labels: string[]; client: "globex" | "initech" | "none" }> = {
  12: {
    title: "Checkout fails on Safari",
    labels: ["client:globex", "type:bugfix", "strippenkaart:globex-2026"],
    client: "globex",
  },
  15: { title: "Predict the load of a line", labels: ["client:globex", "wbso:dev"], client: "globex" },
  21: {
    title: "Import the orders; all of them",
    labels: ["client:initech", "type:development"],
    client: "initech",
  },
  3: { title: "Days off", labels: ["internal:verlof"], client: "none" },
};

const by = (label: string, clientId: number) => ({
  winner: { mappingId: clientId, label, clientId },
  runnersUp: [],
  deactivated: [],
});

type Logged = [
  kind: "time" | "plan",
  login: "ada" | "grace",
  day: string,
  minutes: number,
  issue: number,
  note: string,
];

const october: Logged[] = [
  ["plan", "ada", "2026-10-01", 480, 12, "a first guess"],
  ["time", "ada", "2026-10-05", 120, 12, "found the cause"],
  ["time", "ada", "2026-10-06", 75, 12, "fixed it"],
  ["time", "grace", "2026-10-06", 240, 15, "compared three models"],
  ["time", "grace", "2026-10-07", 50, 12, "reviewed"],
  ["time", "grace", "2026-10-08", 300, 21, "=first import; all orders"],
  ["time", "ada", "2026-10-12", 480, 3, "a day off"],
  ["time", "ada", "2026-10-19", 510, 15, "trained on a year of data"],
  ["time", "ada", "2026-11-02", 90, 12, "the same for Firefox"],
];
