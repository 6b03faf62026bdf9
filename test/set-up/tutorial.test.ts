import { expect, test } from "bun:test";
import { blocks } from "../docs/pages.ts";
import { confirmationBody } from "../../server/entries/confirmation.ts";
import { firstIssue, sample, visitor } from "../../server/playground/world/sample.ts";
import { words } from "../../server/set-up/words.ts";
import { startLines } from "../../server/set-up/start-lines.ts";
import { words as panelWords } from "../../server/ui/words.ts";
import { words as signInWords } from "../../server/sign-in/words.ts";

const page = await Bun.file("docs/first-hours.md").text();
const plain = page.replaceAll(/\s+/g, " ");

test("the tutorial shows what a start says, and what svc answers to the first comment", () => {
  const [, said, comment, reply] = blocks(page, "");
  const start = {
    publicUrl: "http://localhost:3000",
    database: { server: false, dataDir: "./data" },
    github: undefined,
    signIn: "http://localhost:3000/sign-in/link/x",
    playground: false,
  };
  expect(said).toBe(startLines(start));
  expect(comment).toBe("/log 2h");
  const [label] = sample.issues[firstIssue.number - 1]!.labels;
  const winner = { mappingId: 1, label: label!, clientId: 1 };
  const answer = confirmationBody({
    marker: "x",
    login: visitor,
    commands: [{ kind: "time", minutes: 120, workedOn: "2026-11-21", note: null }],
    attribution: {
      clientId: 1,
      ambiguous: false,
      record: { winner, runnersUp: [], deactivated: [] },
    },
    clientNames: new Map([[1, sample.clients[0].name]]),
    isPrivate: true,
    totals: { planned: 0, logged: 120 },
  });
  expect(answer).toStartWith(`${reply}\n`);
});

test("every button and page that it names is there", () => {
  const { hours, github, client, token, dismiss, title } = words.en;
  const named = [
    ...[title, signInWords.en.link.use, panelWords.en.nav.setUp],
    ...[hours.open, hours.remove, github.link, client.client, client.mapping, token.link, dismiss],
    // Of the simulated GitHub.
    ...["Comment", "Issues", "See the hours in svc"],
  ];
  const bold = [...plain.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text!);
  expect(bold.filter((text) => text !== "2h" && !named.includes(text))).toEqual([]);
});

test("it counts the sample right, and names an issue that has two clients", () => {
  const repositories = new Set(sample.issues.map(({ repository }) => repository));
  expect([repositories.size, sample.issues.length]).toEqual([3, 12]);
  expect(plain).toContain("three repositories and twelve issues");
  const ambiguous = sample.issues.find(({ title }) => title === "Shared login for both shops");
  const led = sample.clients.filter(({ labels }) =>
    labels.some((label) => ambiguous!.labels.includes(label)),
  );
  expect(led).toHaveLength(2);
});
