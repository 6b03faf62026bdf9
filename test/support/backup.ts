import { sql } from "drizzle-orm";
import { join } from "node:path";
import type { Database } from "../../db/connect.ts";

export type Ran = { code: number; told: string; problems: string[] };

/** Runs a command of the server as whoever operates it does, with these settings. */
export async function runCommand(settings: Record<string, string>, ...args: string[]): Promise<Ran> {
  return startCommand(settings, ...args).ended;
}

/** The same, to be killed meanwhile. */
export function startCommand(settings: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../server/main.ts"), ...args], {
    env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "error", ...settings },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const ended = (async () => {
    const [told, said] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    const problems = said.split("\n").filter((line) => line !== "");
    return { code: await child.exited, told, problems };
  })();
  return { child, ended };
}

/** As a correction does: the two name each other. */
export async function correctEntry(db: Database, entryId: number, byUser = 1): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ id: string }>(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at, supersedes_id, corrected_by_id, correction_reason)
      select kind, minutes + 1, worked_on, '{corrected}', user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at, id, ${byUser}, 'a reason' from entries where id = ${entryId} returning id`);
    await tx.execute(
      sql`update entries set superseded_by_id = ${row!.id}, superseded_at = now() where id = ${entryId}`,
    );
  });
}
