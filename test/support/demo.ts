import { mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import { insertClient } from "../../server/clients/store.ts";
import { readConfig } from "../../server/config.ts";
import { isLoopback } from "../../server/config/values.ts";
import { createLog } from "../../server/log.ts";
import { upsertUser } from "../../server/members/store.ts";
import { serve } from "../../server/serve.ts";
import { stopOnSignals } from "../../server/stopping.ts";
import { issueToken } from "../../server/tokens/actions.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";

// `bun run demo`: svc as it is, with a database and a GitHub of its own that both end with it. No account is needed.
const host = process.env.HOST ?? "127.0.0.1";
if (!isLoopback(host)) {
  console.error(
    `The demo answers to anybody who reaches it, so it does not listen on ${host}. Leave HOST out.`,
  );
  process.exit(1);
}

const github = await startFakeGitHub();
const dataDir = mkdtempSync(join(tmpdir(), "svc-demo-"));
// As root, PostgreSQL runs as another user, who has to pass through here.
chmodSync(dataDir, 0o711);
const reading = readConfig(
  { HOST: host, PORT: process.env.PORT, ALLOWED_ORGS: "acme", DATA_DIR: dataDir },
  () => "",
);
if (!reading.ok) {
  console.error(reading.problems.join("\n"));
  process.exit(1);
}
const config = { ...reading.config, github: github.config, logLevel: "warn" as const };
const serving = await serve(config, createLog("warn"));
github.webhookTo(`${serving.url}/webhooks/github`);
stopOnSignals(stop, console.error);

await populate(github);
const ada = github.find.account("ada")!;
const user = await upsertUser(serving.deps.db, { githubId: ada.id, login: "ada" });
const { plaintext } = await issueToken(serving.deps, {
  userId: user.id,
  label: "demo",
  actor: null,
  requestId: "demo",
});
console.log(`svc runs at ${serving.url}, and a GitHub that only it knows at ${github.config.url}.\n`);
await comments(github);
console.log(`
The panel is at ${config.publicUrl}/admin: sign in as one of these people.

Now ask for the hours. Paste into another terminal:

  export SVC_HOST=${serving.url} SVC_TOKEN=${plaintext}

  bun run --silent svc entries
  bun run --silent svc entries --label-prefix wbso: --csv
  bun run --silent svc plans --label client:globex --json

Ctrl-C ends the demo and removes its data.`);

async function populate(host: FakeGitHub): Promise<void> {
  host.org("acme");
  host.member("acme", "ada", { role: "admin" });
  host.member("acme", "linus");
  host.user("stranger");
  host.repo("acme/web", { private: true });
  host.repo("acme/internal", { private: true });
  host.repo("acme/toolkit", { private: false });
  const { db } = serving.deps;
  const mappings = [
    ["Globex", "client:globex", null],
    ["Initech", "client:initech", null],
    ["Globex", "strippenkaart:globex-2026", null],
  ] as const;
  const ids = new Map<string, number>();
  for (const [name, labelPattern, repository] of mappings) {
    const clientId = ids.get(name) ?? (await insertClient(db, name)).id;
    ids.set(name, clientId);
    await insertMapping(db, { labelPattern, clientId, repository });
  }
}

async function comments(host: FakeGitHub): Promise<void> {
  const issues = {
    checkout: host.issue("acme/web", {
      title: "Checkout fails on Safari",
      labels: ["client:globex", "type:bugfix", "strippenkaart:globex-2026"],
    }),
    search: host.issue("acme/web", {
      title: "Search that understands typos",
      labels: ["client:initech", "type:development", "wbso:speur"],
    }),
    both: host.issue("acme/web", {
      title: "Shared login",
      labels: ["client:globex", "client:initech", "wbso:dev"],
    }),
    bare: host.issue("acme/web", { title: "Tidy the README" }),
    leave: host.issue("acme/internal", { title: "Leave 2026", labels: ["internal:verlof"] }),
    open: host.issue("acme/toolkit", { title: "Parse faster", labels: ["client:globex", "wbso:speur"] }),
  };
  const said = [
    [issues.checkout, "ada", "/plan 8h\n/log 2h found the cause"],
    [issues.search, "linus", "/log 1u30 yesterday tried trigrams"],
    [issues.both, "ada", "/log 45m"],
    [issues.bare, "linus", "/log 0,5 uur"],
    [issues.leave, "ada", "/log 8h gisteren"],
    [issues.open, "ada", "/log 1:15"],
    [issues.checkout, "linus", "/log 1d"],
    [issues.checkout, "stranger", "/log 3h"],
  ] as const;
  for (const [issue, by, body] of said) {
    const before = issue.comments.filter((comment) => comment.byOurApp).length;
    const delivery = await host.comment(issue, by, body);
    const { outcome } = JSON.parse(delivery.answer) as { outcome: string };
    console.log(
      `── ${by} comments on ${issue.repository}#${issue.number} “${issue.title}” [${issue.labels.join(", ")}]`,
    );
    console.log(indent(body, "   > "));
    if (outcome !== "recorded" && outcome !== "refused") {
      console.log(`   (no reply: ${outcome})\n`);
      continue;
    }
    const replies = await host.whenCommented(issue, before + 1);
    console.log(
      `${indent(
        replies
          .at(-1)!
          .body.replace(/<!--.*?-->\n*/g, "")
          .trim(),
        "   ",
      )}\n`,
    );
  }
}

function indent(text: string, margin: string): string {
  return text.replace(/^/gm, margin);
}

async function stop(): Promise<void> {
  await serving.stop();
  await github.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
