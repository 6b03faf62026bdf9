import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { benchCli } from "./cli.ts";
import { benchCsv } from "./csv.ts";
import { benchLists } from "./lists.ts";
import { fillWithYearsOfHours } from "./years-of-hours.ts";

// `bun run bench [--entries N] [--plans] [--only lists|csv|cli]`: fills a database of its own and prints what each case costs.
const { values } = parseArgs({
  options: {
    entries: { type: "string", default: "1000000" },
    plans: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"));
chmodSync(dataDir, 0o711); // As root PostgreSQL runs as another user, who has to pass through here.
const embedded = await startEmbedded({
  dataDir,
  dataDirIsDefault: false,
  log: { info() {}, error: console.error },
});
try {
  await migrate(embedded.address);
  const filling = connect(embedded.address, { max: 1, deadlineMs: 600_000 });
  console.error(`Filling a database with ${values.entries} entries …`);
  await fillWithYearsOfHours(filling, Number(values.entries));
  await filling.$client.end();
  const wanted = (part: string) => values.only === undefined || values.only === part;
  if (wanted("lists")) await benchLists(embedded.address, { withPlans: values.plans });
  if (wanted("csv")) await benchCsv(embedded.address, Number(values.entries));
  if (wanted("cli")) await benchCli(embedded.address);
} finally {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
