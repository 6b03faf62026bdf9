/**
 * What asking for comments costs, and how long a comment waits for its confirmation: `bun test/polling/measure.ts`, some five
 * minutes. The code host is the simulated one on this machine; what it answers with 304 does not count at GitHub.
 */
import { pollRegularly } from "../../server/polling/actions.ts";
import { startApp } from "../support/app.ts";
import { askingIn } from "./asked-for-comments.ts";

const repositories = 50;
const comments = 30;
const turnsAnHour = 120;

const svc = await startApp();
const { github } = svc;
for (let count = 1; count < repositories; count++) github.repo(`acme/repo-${count}`, { private: true });
const issue = github.issue("acme/web");
const asking = askingIn(svc);

const counted = () => {
  const all = asking.requests();
  return { all: all.length, costing: all.filter(({ status }) => status !== 304).length };
};

for (let turn = 0; turn < 2; turn++) await asking.turn();
asking.requests();
await asking.turn();
const quiet = counted();
github.expireTokens();
await asking.turn();
const afterToken = counted();
github.write(issue, "ada", "/log 5m");
await asking.turn();
await github.whenCommented(issue, 1, 30_000);
for (let turn = 0; turn < 3; turn++) await asking.turn();
const afterComment = counted();
console.log(`${repositories} repositories, a quiet turn: ${quiet.all} requests, ${quiet.costing} that count`);
console.log(
  `an hour of quiet turns: ${quiet.all * turnsAnHour} requests; ${afterToken.costing} count, with the hour's new token`,
);
console.log(
  `a comment with a command: ${afterComment.costing} requests that count, its confirmation among them`,
);

await pollRegularly(svc.deps);
const waits: number[] = [];
for (let count = 1; count <= comments; count++) {
  const place = github.issue("acme/web");
  await Bun.sleep(Math.random() * 14_000);
  const began = performance.now();
  github.write(place, "ada", "/log 5m");
  void github.whenCommented(place, 1, 120_000).then(() => waits.push((performance.now() - began) / 1000));
}
while (waits.length < comments) await Bun.sleep(100);
const inOrder = waits.toSorted((one, other) => one - other);
const seconds = (part: number) => inOrder[Math.ceil(part * comments) - 1]!.toFixed(1);
console.log(
  `${comments} comments at random times, to their confirmations: median ${seconds(0.5)} s, nine in ten ${seconds(0.9)} s, the slowest ${seconds(1)} s`,
);
await svc.stop();
process.exit(0);
