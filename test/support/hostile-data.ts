import { sql } from "drizzle-orm";
import { confirmations, deliveries } from "../../db/schema.ts";
import { tokens, users } from "../../db/schema/people.ts";
import { recordEvent } from "../../server/audit/store.ts";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import { insertClient } from "../../server/clients/store.ts";
import { insertEntries } from "../../server/entries/store.ts";
import type { TestApp } from "./app.ts";
import { dayIn } from "../../server/entries/date-range.ts";

/** The text of a place, at most so many characters of it: 100 where it is not said, which all places take. */
export type WriteAt = (place: number, mostCharacters?: number) => string;

/**
 * One of everything that has a text of somebody's, for each of so many texts: the same rows with the same ids, whatever the
 * texts are. Everybody has another number of hours, so that lists in their order are in the same.
 */
export async function fillWithTexts(
  svc: TestApp,
  { count, write, hasColon }: { count: number; write: WriteAt; hasColon: (place: number) => boolean },
): Promise<void> {
  const { db } = svc;
  const today = dayIn("Europe/Amsterdam", new Date());
  for (let place = 0; place < count; place++) {
    const [user] = await db
      .insert(users)
      .values({ githubId: 900 + place, login: write(place) })
      .returning();
    const { id: clientId } = await insertClient(db, write(place));
    const label = `client:${write(place)}`;
    // A text with a colon is of a dimension that the other texts have not.
    const free = hasColon(place) ? [] : [write(place), `${write(place)}:dev`];
    const labels = [label, `wbso:${write(place)}`, ...free];
    const mappingId = await insertMapping(db, { labelPattern: label, clientId, repository: null });
    if (place % 5 === 4) {
      await db.execute(sql`update clients set deactivated_at = now() where id = ${clientId}`);
    }
    const match = { mappingId: mappingId!, label, clientId };
    await db.transaction((tx) =>
      insertEntries(
        tx,
        (["time", "plan"] as const).map((kind, command) => ({
          kind,
          minutes: 600 - 7 * place,
          workedOn: today,
          note: write(place),
          labels: place === count - 1 ? [...labels, ...manyLabels(write)] : labels,
          clientId,
          attribution: { winner: match, runnersUp: place % 3 === 0 ? [match] : [], deactivated: [] },
          userId: user!.id,
          repository: "acme/web",
          repositoryId: 7,
          issueNumber: 1 + place,
          issueTitle: write(place),
          commentId: 100 + place,
          commandNo: command + 1,
          commentedAt: new Date(),
        })),
      ),
    );
    const [token] = await db
      .insert(tokens)
      .values({
        userId: user!.id,
        label: write(place),
        prefix: "abcdefgh",
        hash: `$2b$12$${"x".repeat(53)}`,
      })
      .returning();
    await recordEvent(
      db,
      { actor: { userId: user!.id, via: "token", viaId: token!.id }, requestId: "request" },
      { action: "token.created", target: { type: "token", id: token!.id }, detail: { label: write(place) } },
    );
    await db.insert(deliveries).values({
      guid: `guid-${place}`,
      event: "issue_comment",
      payload: new TextEncoder().encode(
        JSON.stringify({ comment: { body: write(place), html_url: write(place) } }),
      ),
      state: "done",
      outcome: place % 2 ? "not_member" : "recorded",
      detail: write(place),
      repository: write(place),
      sender: write(place),
      commentId: 100 + place,
      processedAt: new Date(),
    });
    await db.insert(confirmations).values({
      commentId: 100 + place,
      repository: "acme/web",
      issueNumber: 1,
      kind: "confirmation",
      body: write(place),
      state: "failed",
      problem: write(place),
    });
  }
}

/** As many as an issue may have. */
function manyLabels(write: WriteAt): string[] {
  return Array.from({ length: 996 }, (_, number) => `many:${write(number % 20, 40)} ${number}`);
}
