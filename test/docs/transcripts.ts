import { eq } from "drizzle-orm";
import { tokens } from "../../db/schema/people.ts";
import type { TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";
import { upsertUser } from "../../server/members/store.ts";
import { shown } from "./shown.ts";

export type Answer = { status: number; headers: Headers; body: string };

/** Runs a line of a shell and gives what the server answered. */
export type Shell = (line: string, tokens: Record<string, string>) => Promise<Answer>;

/** Says who `$SVC_TOKEN` is from here on, or what happened meanwhile. */
const scenes: Record<string, (world: TestApp) => Promise<void>> = {
  "ada logs and plans hours": logHours,
};

/**
 * The document with every answer as it is now. It is a story: its lines run one after the other in a svc of their own, in
 * which grace is an admin and ada is not. `<!-- scene: … -->` says what happens in between.
 */
export async function replay(document: string, world: TestApp, shell: Shell): Promise<string> {
  const secrets = await people(world);
  const parts = document.split(/(^```console\n[\s\S]*?^```$|^<!-- scene: .+ -->$)/m);
  const made: string[] = [];
  for (const part of parts) {
    const scene = /^<!-- scene: (.+) -->$/.exec(part)?.[1];
    if (scene !== undefined) await scenes[scene]!(world);
    const line = /^```console\n\$ ((?:.*\\\n)*.*)\n/.exec(part)?.[1];
    made.push(
      line === undefined ? part : `\`\`\`console\n$ ${line}\n${shown(await shell(line, secrets))}\n\`\`\``,
    );
  }
  return made.join("");
}

async function people({ github, tokenFor, db }: TestApp) {
  github.member("acme", "grace", { role: "admin" });
  const secrets = { SVC_TOKEN: await tokenFor("grace"), ADAS_TOKEN: await tokenFor("ada") };
  await db.update(tokens).set({ label: "docs" }).where(eq(tokens.label, "test"));
  return secrets;
}

async function logHours({ db, github }: TestApp): Promise<void> {
  const { id: userId } = await upsertUser(db, { githubId: github.find.account("ada")!.id, login: "ada" });
  const attribution = {
    winner: { mappingId: 1, label: "client:globex", clientId: 1 },
    runnersUp: [],
    deactivated: [],
  };
  const issue = {
    userId,
    labels: ["client:globex", "wbso:dev"],
    issueNumber: 12,
    issueTitle: "Checkout fails on Safari",
    clientId: 1,
    attribution,
  };
  const at = (day: string) => ({ workedOn: day, commentedAt: new Date(`${day}T15:00:00Z`) });
  await anEntry(db, { ...issue, ...at("2026-10-01"), kind: "plan", minutes: 480, commentId: 9_000_001 });
  await anEntry(db, { ...issue, ...at("2026-10-05"), minutes: 120, note: "fixed it", commentId: 9_000_002 });
  await anEntry(db, { ...issue, ...at("2026-10-06"), minutes: 45, note: null, commentId: 9_000_003 });
}
