import { sql } from "drizzle-orm";
import type { Database } from "../../../db/connect.ts";
import { insertMapping } from "../../../server/clients/mappings/store.ts";
import { insertClient } from "../../../server/clients/store.ts";
import type { KnownMapping } from "./reference.ts";

/** Clients and mappings of every kind: global and of a repository, one that shadows, two of one label, one whose client is gone. */
export async function knownMappings(db: Database): Promise<KnownMapping[]> {
  const ids = new Map<string, number>();
  for (const name of ["Globex", "Initech", "Umbrella", "Closed"])
    ids.set(name, (await insertClient(db, name)).id);
  const made: KnownMapping[] = [];
  const wanted = [
    ["client:globex", "Globex", null],
    ["client:initech", "Initech", null],
    ["client:closed", "Closed", null],
    ["team:core", "Umbrella", null],
    ["team:core", "Globex", "acme/web"],
    ["team:core", "Closed", "initech/api"],
    ["strippenkaart:globex-2026", "Globex", null],
    ["a,b", "Initech", null],
    ["a,b", "Umbrella", null],
    ["[P1] bug", "Umbrella", "Hooli/Web"],
  ] as const;
  for (const [label, client, repository] of wanted) {
    const clientId = ids.get(client)!;
    await insertMapping(db, { labelPattern: label, clientId, repository });
    made.push({ label, clientId, repository, active: client !== "Closed" });
  }
  await db.execute(sql`update clients set deactivated_at = now() where name = 'Closed'`);
  return made;
}
