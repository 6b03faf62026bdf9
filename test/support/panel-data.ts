import { dayIn } from "../../server/entries/date-range.ts";
import { insertEntries, type NewEntry } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import type { TestApp } from "./app.ts";
import { aClient } from "./factories.ts";

/** Two months of a firm's hours up to today, the newest of them through comments: for looking at pages. */
export async function fillPanel(svc: TestApp, now = new Date()): Promise<void> {
  const { github, db } = svc;
  github.member("acme", "root", { role: "admin" });
  for (const login of ["ada", "linus", "grace"]) github.member("acme", login);
  github.user("stranger");
  const clients = new Map<string, number>();
  for (const [name, ...labels] of firm.clients)
    clients.set(labels[0]!, (await aClient(db, name, ...labels)).id);
  await aClient(db, "Contoso", "client:contoso");
  const users: number[] = [];
  for (const [place, login] of ["ada", "linus", "grace"].entries()) {
    const githubId = github.find.account(login)?.id ?? place;
    users.push((await upsertUser(db, { githubId, login })).id);
  }
  const draw = drawing(7);
  const web = github.find.repository("acme/web")!;
  const rows: NewEntry[] = [];
  for (let back = 60; back >= 1; back--) {
    const day = new Date(now.getTime() - back * 86_400_000);
    if ([0, 6].includes(day.getUTCDay())) continue;
    for (const userId of users) {
      for (let left = 480 - 60 * draw(2); left > 0;) {
        const minutes = Math.min(left, 30 * (1 + draw(8)));
        left -= minutes;
        const issue = firm.issues[draw(firm.issues.length)]!;
        const label = issue.labels.find((label) => clients.has(label));
        const clientId = label === undefined ? null : clients.get(label)!;
        rows.push({
          kind: "time",
          minutes,
          workedOn: dayIn("Europe/Amsterdam", day),
          userId,
          labels: issue.labels,
          issueTitle: issue.title,
          issueNumber: issue.number,
          clientId,
          attribution: clientId === null ? null : wonBy(label!, clientId),
          note: firm.notes[draw(firm.notes.length)] ?? null,
          repository: "acme/web",
          repositoryId: web.id,
          commentId: 9_000_000 + rows.length,
          commandNo: 1,
          commentedAt: day,
        });
      }
    }
  }
  await db.transaction((tx) => insertEntries(tx, rows));
  await comments(svc);
  const root = await svc.signedIn("root");
  for (const login of ["ada", "root"]) await svc.tokenFor(login);
  await root.post("/admin/tokens/1/revocation");
}

const wonBy = (label: string, clientId: number) => ({
  winner: { mappingId: clientId, label, clientId },
  runnersUp: [],
  deactivated: [],
});

/** Today, by way of the webhook. */
async function comments({ github }: TestApp): Promise<void> {
  github.repo("acme/toolkit", { private: false });
  const issues = {
    checkout: github.issue("acme/web", {
      title: "Checkout fails on Safari",
      labels: ["client:globex", "type:bugfix", "strippenkaart:globex-2026"],
    }),
    both: github.issue("acme/web", {
      title: "Shared login",
      labels: ["client:globex", "client:initech", "wbso:dev"],
    }),
    bare: github.issue("acme/web", { title: "Tidy the README" }),
    open: github.issue("acme/toolkit", { title: "Parse faster", labels: ["client:hooli", "wbso:speur"] }),
  };
  const said = [
    [issues.checkout, "ada", "/plan 8h\n/log 2h found the cause"],
    [issues.both, "linus", "/log 45m"],
    [issues.bare, "linus", "/log 0,5 uur"],
    [issues.open, "grace", "/log 1:15"],
    [issues.checkout, "linus", "/log 1d"],
    [issues.checkout, "stranger", "/log 3h"],
    [issues.checkout, "grace", "Looks good to me."],
    [issues.checkout, "grace", "/log 1h30 reviewed it"],
  ] as const;
  for (const [issue, by, body] of said) await github.comment(issue, by, body);
}

const firm = {
  clients: [
    ["Globex Corporation", "client:globex"],
    ["Initech", "client:initech"],
    ["Hooli", "client:hooli"],
    ["Umbrella", "client:umbrella"],
    ["Stark Industries", "client:stark"],
    ["Wayne Enterprises", "client:wayne"],
    ["Tyrell", "client:tyrell"],
  ] as [string, string][],
  issues: [
    {
      number: 11,
      title: "Search that understands typos",
      labels: ["client:globex", "type:development", "wbso:speur"],
    },
    { number: 12, title: "Checkout in three steps", labels: ["client:globex", "type:development"] },
    {
      number: 13,
      title: "Invoices arrive twice",
      labels: ["client:initech", "type:bugfix", "strippenkaart:initech-2026"],
    },
    { number: 14, title: "Move to the new mail server", labels: ["client:hooli", "type:beheer"] },
    {
      number: 15,
      title: "Read meters over LoRa",
      labels: ["client:umbrella", "wbso:dev", "type:development"],
    },
    { number: 16, title: "Faster start", labels: ["client:stark", "wbso:integratie", "type:development"] },
    { number: 17, title: "Dark theme", labels: ["client:wayne", "type:development"] },
    { number: 18, title: "Certificates", labels: ["client:tyrell", "type:beheer"] },
    { number: 19, title: "Leave 2026", labels: ["internal:verlof"] },
    { number: 20, title: "Tidy the build", labels: [] },
  ],
  notes: [
    "found the cause",
    "paired with Grace",
    "first version",
    "review",
    "wrote the tests",
    undefined,
    undefined,
  ],
};

/** Numbers that look drawn by chance and are the same on every run. */
function drawing(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}
