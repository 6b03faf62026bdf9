import { parseArgs } from "node:util";
import { benchCli } from "./cli.ts";
import { asTable, type Row } from "./figures.ts";
import { benchLists } from "./lists.ts";
import { benchGrowth, benchPages } from "./pages.ts";
import { benchProcess } from "./process.ts";
import { benchRequests } from "./requests.ts";
import { onStage } from "./stage.ts";
import { benchStorm } from "./storm.ts";
import { benchWholeLists } from "./whole-lists.ts";

// `bun run bench [--entries N] [--only case,…] [--plans] [--data-dir folder]`: each case beside its baseline, in turn, as a table of
// medians. The cases: read list bcrypt cold webhook, pages, growth, memory start, storm instances, csv cli; `--only programs`
// tells more of the command line. `--data-dir` keeps the filled database for the next time.
const { values } = parseArgs({
  options: {
    entries: { type: "string", default: "1000000" },
    plans: { type: "boolean", default: false },
    only: { type: "string" },
    "data-dir": { type: "string" },
  },
});
const wanted = (name: string) => values.only === undefined || values.only.split(",").includes(name);

await onStage({ entries: Number(values.entries), dataDir: values["data-dir"] }, async (stage) => {
  const rows: Row[] = [];
  const anyOf = (...names: string[]) => names.some(wanted);
  const groups = {
    requests: anyOf("read", "list", "bcrypt", "cold", "webhook") ? benchRequests(stage, wanted) : [],
    pages: wanted("pages") ? benchPages(stage) : [],
    growth: wanted("growth") ? benchGrowth(stage) : [],
    process: benchProcess(stage, wanted),
    storm: benchStorm(stage, wanted),
    "whole lists": anyOf("csv", "cli") ? benchWholeLists(stage, wanted) : [],
  };
  for (const [group, cases] of Object.entries(groups)) {
    // What goes wrong in one is told, and the others are measured all the same.
    try {
      for await (const row of cases) {
        rows.push(row);
        console.error(asTable([row]).split("\n").at(-1));
      }
    } catch (error) {
      console.error(`${group}:`, error);
      process.exitCode = 1;
    }
    stage.clear();
  }
  if (rows.length > 0) console.log(`\n${asTable(rows)}`);
  if (values.only === "programs") await benchCli(stage);
  if (values.plans) await benchLists(stage.address);
});
