import { connect, type Socket } from "node:net";
import { holds, NotRun, programOrNotRun, type Scenario } from "../harness/scenario.ts";
import { openFilesOf, rssOf } from "../harness/process.ts";
import { settled } from "../harness/settling.ts";
import { seconds } from "../harness/under-load.ts";
import { tally } from "../harness/load.ts";
import { timed, until } from "../harness/waiting.ts";
import type { SvcProcess } from "../../support/svc-process.ts";
import type { World } from "../harness/world.ts";

const megabyte = 1024 * 1024;

export const slow: Scenario = {
  number: 36,
  fault: "2,000 connections with slow headers, slow bodies, slow reads; 10,000 idle ones",
  limitSeconds: 600,
  async run(stage) {
    const program = programOrNotRun("slowhttptest");
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start();
    await world.storm(5);
    const before = openFilesOf(svc.pid);
    const ways: Record<string, string[]> = {
      headers: ["-H", "-i", "5"],
      bodies: ["-B", "-i", "5", "-s", "8192"],
      reads: ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "32", "-k", "1"],
    };
    const told: string[] = [];
    for (const [name, how] of Object.entries(ways)) {
      const common = ["-c", "2000", "-r", "400", "-l", "20", "-p", "3", "-u", `${svc.url}/openapi.json`];
      const child = Bun.spawn([program, ...how, ...common], { stdout: "ignore", stderr: "ignore" });
      let worst = 0;
      let answered = 0;
      while (child.exitCode === null) {
        worst = Math.max(
          worst,
          await timed(async () => {
            holds((await world.say()) === 200, "a comment was not taken");
            answered += 1;
          }),
        );
        await Bun.sleep(500);
      }
      told.push(`${name}: ${answered} comments taken, the slowest in ${seconds(worst)}`);
      holds(worst < 5_000, `slow ${name}: a comment took ${seconds(worst)}`);
    }
    const idle = await idleConnections(svc, 10_000);
    const most = openFilesOf(svc.pid);
    holds(most > 10_000, `only ${most} files were open beside 10,000 idle connections`);
    holds((await world.say()) === 200, "a comment was not taken beside idle connections");
    await until(
      () => openFilesOf(svc.pid) < before + 30,
      120_000,
      () => `${openFilesOf(svc.pid)} files stay open`,
      500,
    );
    for (const socket of idle) socket.destroy();
    await settled(world);
    return `${told.join("; ")}; ${most} open files at most, ${openFilesOf(svc.pid)} in the end (${before} before)`;
  },
};

export const shortOfFilesAndMemory: Scenario = {
  number: 39,
  fault: "64 open files at most; 60 bodies of 20 MB at once; 1,000 MB of memory at most",
  async run(stage) {
    const prlimit = programOrNotRun("prlimit", "util-linux");
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start();
    // Bun ends where it cannot make the thread that asks others, which it makes at the first question.
    await world.storm(3);
    const limit = (what: string) => {
      const { success } = Bun.spawnSync([prlimit, `--pid=${svc.pid}`, `--${what}`]);
      if (!success) throw new NotRun("the limit of another process cannot be set here: run it as root");
    };
    limit("nofile=64:20000");
    const seen = await world.storm(300, { width: 100 });
    holds(world.alive.has(svc), "the process should stay up");
    limit("nofile=20000:20000");
    await until(async () => (await world.say()) === 200, 30_000, "svc did not come back", 500);
    await settled(world, { withinSeconds: 120 });
    const { grown, statuses } = await largeBodies(world, svc);
    holds(grown < 600, `memory grew by ${Math.round(grown)} MB`);
    await world.stop(svc);
    // Of all that it may write to: Bun takes half of it for addresses alone.
    const small = await world.start({}, undefined, [prlimit, `--data=${1_000 * megabyte}`]);
    const bodies = await Promise.all([largeBodies(world, small), world.storm(100, { width: 20 })]);
    holds(world.alive.has(small), "the process should stay up where memory is short");
    await until(async () => (await world.say()) === 200, 30_000, "svc did not come back", 500);
    await settled(world, { withinSeconds: 120 });
    return `with 64 files: ${tally(seen)}, all done afterwards; large bodies: ${statuses}, +${Math.round(grown)} MB at the most; with 1,000 MB: large bodies ${bodies[0].statuses}, comments ${tally(bodies[1])}, all done afterwards`;
  },
};

export const forwarded: Scenario = {
  number: 44,
  fault: "X-Forwarded-* and Forwarded from anybody",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start({ API_REQUESTS_PER_MINUTE: "20" });
    const token = await world.tokenFor("ada");
    const spoofed = {
      "x-forwarded-for": "10.0.0.1",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      "x-real-ip": "10.0.0.1",
      "x-original-url": "/admin/tokens",
      "x-rewrite-url": "/admin/tokens",
      "x-http-method-override": "DELETE",
      forwarded: "for=10.0.0.1;host=evil.example;proto=https",
    };
    for (const path of [
      "/",
      "/sign-in",
      "/sign-in/github",
      "/admin",
      "/healthz",
      "/openapi.json",
      "/nothing",
    ]) {
      const [plain, odd] = [await seenBy(svc, path, {}), await seenBy(svc, path, spoofed)];
      holds(plain === odd, `${path} is answered otherwise:\n${plain}\n${odd}`);
    }
    const statuses = new Map<number, number>();
    for (let from = 0; from < 30; from++) {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": `10.0.0.${from}` };
      const { status } = await fetch(`${svc.url}/api/v1/me`, { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    holds((statuses.get(429) ?? 0) >= 8, "another address for each request passes the limit");
    return `7 addresses answered alike with and without; the limit of a token counts all: ${tally(Object.fromEntries(statuses))}`;
  },
};

/** What may not depend on who is said to ask. */
async function seenBy(svc: SvcProcess, path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(svc.url + path, {
    headers: { ...headers, accept: "text/html" },
    redirect: "manual",
  });
  const changing = /[\w-]{36,}|nonce="[^"]*"/g;
  const told = [...answer.headers].filter(
    ([name]) => !["date", "x-request-id", "content-length"].includes(name),
  );
  return `${answer.status} ${JSON.stringify(told)} ${await answer.text()}`.replace(changing, "…");
}

async function idleConnections(svc: SvcProcess, count: number): Promise<Socket[]> {
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(svc.port, "127.0.0.1", () =>
        socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${svc.port}\r\n\r\n`),
      );
      socket.once("data", () => resolve(socket));
      socket.on("error", () => resolve(socket));
    });
  const all: Socket[] = [];
  while (all.length < count) all.push(...(await Promise.all(Array.from({ length: 250 }, open))));
  return all;
}

async function largeBodies(world: World, svc: SvcProcess) {
  const before = rssOf(svc.pid);
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, rssOf(svc.pid))), 50);
  const body = `{"filler":"${"x".repeat(20 * megabyte)}"}`;
  const seen: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { status } = await world.github.deliver("issue_comment", body, {
        signature: `sha256=${"0".repeat(64)}`,
      });
      seen[status] = (seen[status] ?? 0) + 1;
    }),
  );
  clearInterval(watching);
  return { grown: most - before, statuses: tally(seen) };
}
