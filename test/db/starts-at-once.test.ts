import { expect, test } from "bun:test";
import { openDatabase } from "../../db/open.ts";
import { startJobs } from "../../server/jobs.ts";
import { createLog } from "../../server/log.ts";
import { emptyDatabase } from "../support/database.ts";
import { urlOf } from "../support/svc-process.ts";

test("eight svc that start at once on an empty database all start, and its tables are made once", async () => {
  const database = await emptyDatabase();
  const log = { info() {}, error() {} };
  const options = { databaseUrl: urlOf(database.address), dataDir: "/nowhere", dataDirIsDefault: false, log };
  const all = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { address, close } = await openDatabase(options);
      return { jobs: await startJobs(address, createLog("silent")), close };
    }),
  );
  const [made] = await database.db.$client<{ times: number; different: number }[]>`
    select count(*)::int as times, count(distinct hash)::int as different from drizzle.__drizzle_migrations`;
  expect(made!.times).toBe(made!.different);
  for (const { jobs, close } of all) {
    await jobs.stop(1);
    await close();
  }
  await database.close();
}, 60_000);
