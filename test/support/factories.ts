import type { Database } from "../../db/connect.ts";
import { insertClient } from "../../server/clients/store.ts";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import { insertEntries, type NewEntry } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";

let comment = 9_000_000;

/** A client with mappings of the labels named, all of them global. */
export async function aClient(db: Database, name: string, ...labels: string[]) {
  const client = await insertClient(db, name);
  for (const labelPattern of labels)
    await insertMapping(db, { labelPattern, clientId: client.id, repository: null });
  return client;
}

/** An entry of ada's on acme/web#1, an hour on 5 October 2026, in whatever it is not told to be different. */
export async function anEntry(db: Database, differently: Partial<NewEntry> = {}): Promise<number> {
  const user = await upsertUser(db, { githubId: 4_000_001, login: "ada" });
  const [id] = await db.transaction((tx) =>
    insertEntries(tx, [
      {
        kind: "time",
        minutes: 60,
        workedOn: "2026-10-05",
        labels: [],
        userId: user.id,
        repository: "acme/web",
        repositoryId: 7_000_001,
        issueNumber: 1,
        issueTitle: "Checkout fails",
        commentId: comment++,
        commandNo: 1,
        commentedAt: new Date("2026-10-05T15:00:00Z"),
        ...differently,
      },
    ]),
  );
  return id!;
}
