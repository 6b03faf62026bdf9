import { readdirSync } from "node:fs";
import { join } from "node:path";
import { atMost, median, type Row } from "./figures.ts";
import { inTurn, memoryOf, ran, timed } from "./measure.ts";
import type { Stage } from "./stage.ts";
import { urlOf } from "../support/svc-process.ts";

const rounds = 3;
const mostGrowth = 64;

/** The whole list as CSV: by the server beside psql, and by the command line beside curl. */
export async function* benchWholeLists(stage: Stage, wanted: (name: string) => boolean): AsyncGenerator<Row> {
  const svc = await stage.startSvc();
  const token = await stage.token();
  const file = join(stage.folder, "list.csv");
  const curl = () =>
    timed(() =>
      ran([
        "curl",
        "-sSf",
        "-o",
        file,
        "-H",
        `Authorization: Bearer ${token}`,
        `${svc.url}/api/v1/time-entries?format=csv`,
      ]),
    );
  if (wanted("csv")) {
    const psql = Bun.which("psql") ?? "/usr/lib/postgresql/15/bin/psql";
    const copy = `\\copy (${theSame.replaceAll("\n", " ")}) to '${file}' csv`;
    // Without it the first would be measured while the server reads its own program.
    await curl();
    const before = memoryOf(svc.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(svc.pid))), 20);
    const [a, b] = await inTurn(rounds, curl, () =>
      timed(() => ran([psql, "-qX", "-d", urlOf(stage.address), "-c", copy])),
    );
    clearInterval(watch);
    const name = `CSV of ${stage.entries.toLocaleString("en")} rows, against psql`;
    yield atMost(1.5, { name, svc: median(a) / 1000, baseline: median(b) / 1000, unit: "s" });
    const growth = most - before;
    yield {
      name: "memory that the CSV takes",
      svc: `${growth.toFixed(1)} MB`,
      baseline: "",
      reach: `≤ ${mostGrowth} MB`,
      reached: growth <= mostGrowth,
    };
  }
  if (wanted("cli")) {
    const program = await build(stage.folder);
    const env = { SVC_HOST: svc.url, SVC_TOKEN: token, HOME: stage.folder };
    await curl();
    const [a, b] = await inTurn(
      rounds,
      () => timed(() => ran([program, "entries", "--csv", "-o", file, "-f"], env)),
      curl,
    );
    const name = `svc entries --csv of the same, against curl`;
    yield atMost(1.3, { name, svc: median(a) / 1000, baseline: median(b) / 1000, unit: "s" });
  }
  svc.kill("SIGKILL");
  await svc.exited;
}

/** What the CSV is made from, without what svc makes of it: addresses, hours, labels as JSON. */
const theSame = `
select entries.id, kind, worked_on, minutes, login, repository, issue_number, issue_title, clients.name, labels, note,
  client_id, user_id, comment_id, commented_at, entries.created_at, supersedes_id, superseded_by_id
from entries join users on users.id = user_id left join clients on clients.id = client_id
where kind = 'time' and superseded_by_id is null order by worked_on desc, entries.id desc`;

/** The program of this machine, as it is given to people. */
export async function build(folder: string): Promise<string> {
  const out = join(folder, "binaries");
  await ran([process.execPath, "cli/release.ts", "--out", out, "host"]);
  return join(
    out,
    readdirSync(out).find((name) => name.startsWith("svc-"))!,
  );
}
