import { sql } from "drizzle-orm";
import { clientOf } from "./reference.ts";
import type { World } from "./world.ts";

type Entry = {
  comment_id: string;
  command_no: number;
  kind: string;
  minutes: number;
  labels: unknown;
  client_id: number | null;
  github_id: string;
};
type Answer = { comment_id: string; marker: string; state: string };

/** I1 to I7 of the fault matrix, held against what stands in the database, at GitHub and in the log. The breaches, in words. */
export async function breaches(world: World): Promise<string[]> {
  const entries = await world.db.execute<Entry>(sql`
    select e.comment_id, e.command_no, e.kind, e.minutes, e.labels, e.client_id, u.github_id
    from entries e join users u on u.id = e.user_id order by e.comment_id, e.command_no`);
  const answers = await world.db.execute<Answer>(sql`select comment_id, marker, state from confirmations`);
  return [
    ...entriesAreRight(world, [...entries], await processedBy(world)),
    ...answersAreRight(world, [...entries], [...answers]),
    ...failuresAreLogged(world),
    ...(await nothingSecretIsLeft(world)),
  ];
}

/** What svc says that it is done with, it answered for too, whoever heard of it. */
async function processedBy(world: World): Promise<Set<string>> {
  const rows = await world.db.execute<{ guid: string }>(
    sql`select guid from deliveries where state <> 'pending'`,
  );
  return new Set([...rows].map(({ guid }) => guid));
}

/** I1, I2, I3, I5. */
function entriesAreRight(world: World, entries: Entry[], processed: Set<string>): string[] {
  const wrong: string[] = [];
  const byComment = Map.groupBy(entries, (entry) => Number(entry.comment_id));
  const taken = new Set(world.taken());
  for (const said of world.said) {
    const { comment, commands, labels, repository, login } = said;
    const found = byComment.get(comment.id) ?? [];
    byComment.delete(comment.id);
    if (found.length === 0 && !taken.has(said) && !processed.has(said.guid)) continue;
    if (found.length < commands.length)
      wrong.push(`I1: comment ${comment.id} was taken and has ${found.length} of ${commands.length} entries`);
    if (found.length > commands.length)
      wrong.push(`I2: comment ${comment.id} has ${found.length} entries for ${commands.length} commands`);
    const client = clientOf(labels, repository, world.mappings);
    for (const entry of found) {
      const command = commands[entry.command_no - 1];
      if (entry.kind !== command?.kind || entry.minutes !== command.minutes)
        wrong.push(`I1: comment ${comment.id} has an entry of ${entry.minutes} minutes ${entry.kind}`);
      if (JSON.stringify(entry.labels) !== JSON.stringify(labels))
        wrong.push(
          `I3: comment ${comment.id} has the labels ${JSON.stringify(entry.labels)}, not ${JSON.stringify(labels)}`,
        );
      if (entry.client_id !== client)
        wrong.push(`I5: comment ${comment.id} went to client ${entry.client_id}, not ${client}`);
      if (Number(entry.github_id) !== world.github.find.account(login)?.id)
        wrong.push(`I5: comment ${comment.id} went to another person`);
    }
  }
  for (const id of byComment.keys()) wrong.push(`I1: an entry stands for comment ${id}, which nobody said`);
  return wrong;
}

/** I4: each comment that was recorded has one answer at GitHub, by its marker. */
function answersAreRight(world: World, entries: Entry[], answers: Answer[]): string[] {
  const wrong: string[] = [];
  const markers = new Map<string, number>();
  for (const issue of world.issues) {
    for (const { byOurApp, body } of issue.comments) {
      if (!byOurApp) continue;
      for (const [, marker] of body.matchAll(/svc:v1:([0-9a-f-]{36})/g))
        markers.set(marker!, (markers.get(marker!) ?? 0) + 1);
    }
  }
  for (const { marker, state, comment_id: id } of answers) {
    const times = markers.get(marker) ?? 0;
    markers.delete(marker);
    if (times > 1) wrong.push(`I4: comment ${id} was answered ${times} times`);
    if (times === 0 && state === "posted") wrong.push(`I4: the answer to comment ${id} stands nowhere`);
    if (times === 1 && state === "failed")
      wrong.push(`I4: the answer to comment ${id} stands there and counts as failed`);
  }
  for (const marker of markers.keys()) wrong.push(`I4: an answer ${marker} stands there that svc knows not`);
  const answered = new Set(answers.map(({ comment_id: id }) => id));
  for (const { comment_id: id } of entries)
    if (!answered.has(id)) wrong.push(`I4: comment ${id} is recorded and has no answer`);
  return wrong;
}

/** I6. */
function failuresAreLogged(world: World): string[] {
  const log = world.lines().join("\n");
  return world.answers.failures
    .filter(({ requestId }) => !log.includes(requestId))
    .map(({ status, requestId }) => `I6: ${status} with the id ${requestId}, which the log does not know`);
}

/** I7. */
async function nothingSecretIsLeft(world: World): Promise<string[]> {
  world.lines().forEach((line) => {
    // Printed beside the log for the one who starts it: whoever has the link is the admin.
    if (!line.includes("/sign-in/link/")) world.answers.look(line, "the log");
  });
  const tables = await world.db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
  for (const { name } of tables) {
    const [dump] = await world.db.$client.unsafe<{ rows: string | null }[]>(
      `select string_agg((to_jsonb(t) - 'payload')::text, e'\n') as rows from ${name} as t`,
    );
    world.answers.look(dump?.rows ?? "", `the table ${name}`);
  }
  return [...new Set(world.answers.found)].map((where) => `I7: ${where}`);
}
