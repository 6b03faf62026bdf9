/**
 * As much of svc as opens its database: what the tests start, watch and kill as a process of its own. Prints JSON lines:
 * `{ ready }` or `{ problem }`, each number it has recorded, and after Ctrl-C how many it then found.
 */
import { sql } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { openDatabase } from "../../db/open.ts";

const [dataDir = "data", systemDir = "", toDo = "wait"] = process.argv.slice(2);
const writes = toDo === "write";
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const log = { info: (told: string) => say({ told }), error: (told: string) => say({ told }) };

try {
  const options = { databaseUrl: undefined, dataDir, dataDirIsDefault: dataDir === "data", systemDir, log };
  const { db, address, close } = await openDatabase(options);
  const interruption = new AbortController();
  const finish = async () => {
    const [row] = await db.execute<{ found: number }>(sql`select count(*)::int as found from users`);
    await close();
    say({ closed: row?.found });
  };
  process.on("SIGINT", () => {
    interruption.abort();
    void finish().then(() => process.exit(0));
  });
  say({ ready: address });
  let number = process.pid * 1_000_000;
  while (!interruption.signal.aborted) {
    if (!writes) {
      await Bun.sleep(100);
      continue;
    }
    await db.insert(users).values({ githubId: number, login: "somebody" });
    say({ recorded: number++ });
  }
} catch (error) {
  say({ problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exit(1);
}
