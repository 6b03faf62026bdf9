import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { Fault } from "../../server/github/simulated/faults.ts";
import type { Comment, Issue } from "../../server/github/simulated/things.ts";
import { createPolling } from "../../server/polling/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Asking, askingIn, lists } from "./asked-for-comments.ts";

let svc: TestApp;
let asking: Asking;
let issues: Issue[];
beforeAll(async () => {
  svc = await startApp();
  svc.github.repo("acme/api", { private: true });
  issues = ["acme/web", "acme/web", "acme/api"].map((name) => svc.github.issue(name, { labels: ["a"] }));
  // svc's replies are of the same time as what they answer.
  svc.github.onComment((reply) => void Object.assign(reply, { createdAt: at(), updatedAt: at() }));
  asking = askingIn(svc);
  await asking.turn();
  // The comments are of the last weeks, so that the clock of the test can go its own way.
  await asking.agoBy(60 * 24 * 20);
}, 60_000);
afterAll(() => svc.stop());

const texts = ["/log 5m", "/log 10m\n/log 20m", "Hm.", "/log 2", "/plan 1h"];
const minutesOf: Record<string, number[]> = {
  "/log 5m": [5],
  "/log 10m\n/log 20m": [10, 20],
  "/plan 1h": [60],
};

const faults: Record<string, Fault> = {
  "an error": { path: lists, respond: { status: 500 } },
  "a rate limit": { path: lists, respond: { status: 403, headers: { "retry-after": "30" } } },
  "a broken connection": { path: lists, respond: "reset", times: 3 },
  "a broken answer": { path: lists, respond: "cut_answer", times: 2 },
  "no issues": { path: /\/issues\/\d+$/, respond: { status: 502 }, times: 2 },
  "no repositories": { path: "/installation/repositories", respond: { status: 500 } },
  "no token": { path: /access_tokens$/, respond: { status: 500 } },
};

const place = fc.nat({ max: 1_000 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("write" as const), place, text: place, by: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), place, text: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("turn" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("fail" as const), how: fc.constantFrom(...Object.keys(faults)) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop" as const), afterMs: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("both" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("new token" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("many" as const), place, apart: fc.nat({ max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("time" as const), seconds: fc.integer({ min: 1, max: 40_000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** GitHub's time. It never comes near the present. */
let clock = Date.now() - 19 * 86_400_000;
const at = () => new Date(clock);
/** Every comment of a person, and the text under which svc has read it. */
const model = new Map<Comment, { isDeleted: boolean; readAs?: string }>();
const standing = () => [...model].filter(([, { isDeleted }]) => !isDeleted).map(([comment]) => comment);
const pick = <T>(from: T[], place: number) => from[place % from.length]!;

/** What svc knows since, it knows as it stands now: nobody writes while it asks. */
async function note(): Promise<void> {
  const known = new Set((await asking.deliveries()).map(({ commentId }) => commentId));
  for (const [comment, is] of model) if (known.has(comment.id)) is.readAs ??= comment.body;
}

const goOn = () => svc.db.execute("update polled_owners set paused_until = null");

async function take(one: Step): Promise<void> {
  const { github } = svc;
  if (one.do === "write") {
    // Some are shown a little late.
    const late = new Date(clock - (one.text % 3 === 0 ? 90_000 : 0));
    const by = one.by % 5 === 0 ? "stranger" : "ada";
    model.set(github.write(pick(issues, one.place), by, pick(texts, one.text), { at: late }), {
      isDeleted: false,
    });
  } else if (one.do === "many") {
    for (let count = 0; count < 120; count++) {
      const body = count % 40 === 0 ? "/log 5m" : "Hm.";
      model.set(github.write(pick(issues, one.place), "ada", body, { at: at() }), { isDeleted: false });
      clock += one.apart * 1000;
    }
  } else if (one.do === "edit" && standing().length > 0) {
    Object.assign(pick(standing(), one.place), { body: pick(texts, one.text), updatedAt: at() });
  } else if (one.do === "delete" && standing().length > 0) {
    const comment = pick(standing(), one.place);
    comment.issue.comments.splice(comment.issue.comments.indexOf(comment), 1);
    model.get(comment)!.isDeleted = true;
  } else if (one.do === "fail") {
    github.fail(faults[one.how]!);
    if (one.how === "no token") github.expireTokens();
    await asking.turn();
  } else if (one.do === "stop") {
    const draining = new AbortController();
    setTimeout(() => draining.abort(), one.afterMs);
    await createPolling({ ...svc.deps, draining: draining.signal }, { spacingMs: 0 }).turn();
  } else if (one.do === "both") {
    await Promise.all([asking.turn(), createPolling(svc.deps, { spacingMs: 0 }).turn()]);
  } else if (one.do === "restart") asking.restart();
  else if (one.do === "new token") github.expireTokens();
  else if (one.do === "time") clock += one.seconds * 1000;
  else if (one.do === "turn") await asking.turn();
  await note();
  clock += 1000;
}

test("whatever is written, edited, deleted and goes wrong, each comment has its entries and one reply", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 22 }), async (steps) => {
      for (const one of steps) await take(one);
      svc.github.heal();
      await goOn();
      await asking.turn();
      await note();

      const entries = Map.groupBy(await asking.entries(), ({ commentId }) => commentId);
      const replies = Map.groupBy(await asking.confirmations(), ({ commentId }) => commentId);
      for (const [comment, { isDeleted, readAs }] of model) {
        const isAdas = comment.author.login === "ada";
        if (!isDeleted) expect(readAs).toBeDefined();
        const expected = (isAdas && readAs !== undefined && minutesOf[readAs]) || [];
        const isAnswered = isAdas && readAs !== undefined && readAs !== "Hm.";
        expect((entries.get(comment.id) ?? []).map(({ minutes }) => minutes)).toEqual(expected);
        expect(replies.get(comment.id) ?? []).toHaveLength(isAnswered ? 1 : 0);
        entries.delete(comment.id);
      }
      expect([...entries.keys()]).toEqual([]);
      expect(await asking.owner()).toMatchObject({ problem: null });
    }),
    { numRuns: 8, interruptAfterTimeLimit: 60_000, endOnFailure: true },
  );
}, 200_000);
