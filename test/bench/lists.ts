import { type Address, connect } from "../../db/connect.ts";
import type { EntryFilter } from "../../server/entries/entry-filter.ts";
import { median } from "./figures.ts";
import { statementsOf } from "./requests.ts";

const october = { from: "2026-10-01", to: "2026-10-31" };
const filters: [string, Omit<EntryFilter, "kind">][] = [
  ["no filter", { labels: [] }],
  ["common prefix `wbso:`", { labels: [], prefix: "wbso:" }],
  ["common prefix `wbso:`, one month", { labels: [], prefix: "wbso:", ...october }],
  ["many labels `strippenkaart:`", { labels: [], prefix: "strippenkaart:" }],
  ["one budget card", { labels: ["strippenkaart:17"] }],
  ["rare prefix `rare:`", { labels: [], prefix: "rare:" }],
  ["absent prefix `absent:`", { labels: [], prefix: "absent:" }],
  ["common label", { labels: ["type:bugfix"] }],
  ["absent label", { labels: ["no such label"] }],
  ["long prefix `strippenkaart:1`", { labels: [], prefix: "strippenkaart:1" }],
  ["client and prefix", { labels: ["client:c3"], prefix: "wbso:" }],
  ["one person", { labels: [], user: "dev7" }],
  ["one person, one month", { labels: [], user: "dev7", ...october }],
  ["absent person", { labels: [], user: "nobody" }],
  ["large repository", { labels: [], repository: "acme/repo1" }],
  ["small repository", { labels: [], repository: "acme/repo43" }],
  ["one issue", { labels: [], issue: { repository: "acme/repo1", number: 31 } }],
  ["large client", { labels: [], clientId: 1 }],
  ["small client", { labels: [], clientId: 399 }],
  ["no client", { labels: [], clientId: null }],
  ["with superseded", { labels: [], withSuperseded: true }],
  ["as of now", { labels: [], asOf: new Date() }],
  ["as of now, one month", { labels: [], asOf: new Date(), ...october }],
];
const rounds = 7;

/** Prints the database time of one API list page with its totals, per filter, and how each statement ran. */
export async function benchLists(address: Address): Promise<void> {
  const { $client } = connect(address, { max: 1, deadlineMs: 60_000 });
  console.log("| filter | entries | statements | database time, median ms |\n|---|---|---|---|");
  const plans: string[] = [];
  for (const [name, filter] of filters) {
    const measured = await measure(filter).catch(unlessGivenUp);
    if (!measured) {
      console.log(`| ${name} |  |  | given up after 5,000 |`);
      continue;
    }
    const { entries, ms, ran } = measured;
    console.log(`| ${name} | ${entries} | ${ran.length} | ${ms.toFixed(1)} |`);
    plans.push(...ran.map((plan) => `### ${name}\n\n\`\`\`\n${plan}\n\`\`\`\n`));
  }
  console.log(`\n${plans.join("\n")}`);
  await $client.end();

  async function measure(filter: Omit<EntryFilter, "kind">) {
    const { statements, totals } = await statementsOf(address, { ...filter, kind: "time" });
    const times: number[] = [];
    let ran: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const all = [];
      for (const { text, values } of statements) all.push(await explain(text, values));
      times.push(all.reduce((sum, { ms }) => sum + ms, 0));
      ran = all.map(({ plan }) => plan);
    }
    return { entries: totals.entries, ms: median(times), ran };
  }

  /** Planning and execution together, as PostgreSQL measures them. */
  async function explain(text: string, values: unknown[]) {
    const lines = await $client.unsafe(`explain (analyze, costs off) ${text}`, values as never[]);
    const plan = lines.map((line) => line["QUERY PLAN"] as string).join("\n");
    const ms = [...plan.matchAll(/(?:Planning|Execution) Time: ([\d.]+) ms/g)].reduce(
      (all, [, part]) => all + Number(part),
      0,
    );
    return { ms, plan };
  }
}

/** No statement of svc's may take longer than 5 s. */
function unlessGivenUp(error: { code?: string; cause?: { code?: string } }): undefined {
  if ((error.code ?? error.cause?.code) !== "57014") throw error;
}
