import { afterEach, beforeEach, expect, test } from "bun:test";
import { memberships, minute, personOf, startMembers } from "./setup.ts";

let world: Awaited<ReturnType<typeof startMembers>>;
beforeEach(async () => {
  world = await startMembers();
}, 30_000);
afterEach(() => world.close());

test("100 requests at once and 100 more ask each organisation once", async () => {
  const { standing, questions } = world;
  await Promise.all(Array.from({ length: 100 }, () => standing()));
  for (let i = 0; i < 100; i++) await standing();
  expect(questions()).toBe(2);
});

test("a removed member's last success is within 5 minutes of the removal, however busy they are", async () => {
  const { github, time, standing } = world;
  expect(await standing()).toMatchObject({ allowed: true });
  github.removeMember("acme", "ada");
  let lastSuccess = -1;
  for (; time.now <= 6 * minute; time.now += 5_000) {
    const now = await standing();
    if (typeof now === "object" && now.allowed) lastSuccess = time.now;
    await Bun.sleep(2);
  }
  expect(lastSuccess).toBeGreaterThanOrEqual(3 * minute);
  expect(lastSuccess).toBeLessThan(5 * minute);
  expect(await standing()).toEqual({ allowed: false, admin: false });
});

test("a removed member who comes back after 5 minutes is refused at once", async () => {
  const { github, time, standing } = world;
  await standing();
  github.removeMember("acme", "ada");
  time.now = 5 * minute;
  expect(await standing()).toEqual({ allowed: false, admin: false });
});

test("the 5 minutes count from when the question was sent, not from its answer", async () => {
  const { github, time, standing } = world;
  github.fail({ path: memberships, times: 2, delayMs: 100 });
  const asked = standing();
  time.now = 4 * minute;
  await asked;
  github.removeMember("acme", "ada");
  time.now = 5 * minute;
  expect(await standing()).toEqual({ allowed: false, admin: false });
});

test("an answer that took 5 minutes decides nothing", async () => {
  const { github, time, standing } = world;
  github.fail({ path: memberships, times: 2, delayMs: 100 });
  const asked = standing();
  time.now = 5 * minute;
  expect(await asked).toBe("membership_undecided");
});

test("with GitHub down a decision holds to the end of its 5 minutes, and then it is 503, never a guess", async () => {
  const { github, time, standing, githubIsDown } = world;
  await standing();
  githubIsDown();
  const seen: (boolean | string)[] = [];
  for (; time.now < 10 * minute; time.now += 10_000) {
    const now = await standing();
    seen.push(typeof now === "object" ? now.allowed : now);
    await Bun.sleep(2);
  }
  expect(seen.slice(0, 30)).toEqual(Array(30).fill(true));
  expect(seen.slice(30)).toEqual(Array(30).fill("membership_undecided"));
  github.heal();
  github.removeMember("acme", "ada");
  time.now += minute;
  expect(await standing()).toEqual({ allowed: false, admin: false });
});

test.each([
  "reset",
  "hang",
  { status: 403 },
  { status: 500 },
  { status: 302, headers: { location: "/" } },
] as const)("where GitHub answers %p nobody is let in and nobody is sent away", async (respond) => {
  const { github, standing } = world;
  github.fail({ path: memberships, times: Infinity, respond });
  expect(await standing()).toBe("membership_undecided");
  expect(await standing(personOf(github.user("stranger")))).toBe("membership_undecided");
});

test("one organisation out of reach: its silence refuses nobody, and keeps no member of the other out", async () => {
  const { github, standing } = world;
  github.fail({ path: /^\/orgs\/globex\//, times: Infinity, respond: { status: 502 } });
  expect(await standing()).toEqual({ allowed: true, admin: false });
  expect(await standing(personOf(github.user("stranger")))).toBe("membership_undecided");
});

test("an owner stays admin while the organisation that says so is out of reach, for 5 minutes at most", async () => {
  const { github, time, standing } = world;
  github.member("globex", "ada", { role: "admin" });
  expect(await standing()).toEqual({ allowed: true, admin: true });
  github.fail({ path: /^\/orgs\/globex\//, times: Infinity, respond: { status: 502 } });
  const admins: boolean[] = [];
  for (; time.now < 6 * minute; time.now += 10_000) {
    const now = await standing();
    admins.push(typeof now === "object" && now.admin);
    await Bun.sleep(2);
  }
  expect(admins.slice(0, 30)).toEqual(Array(30).fill(true));
  expect(admins.slice(30)).toEqual(Array(6).fill(false));
  expect(await standing()).toEqual({ allowed: true, admin: false });
});

test("after silence GitHub is left alone for a while, and the answer says for how long", async () => {
  const { github, time, standing, githubIsDown, refusal } = world;
  githubIsDown();
  await standing();
  const asked = github.requests.length;
  expect(await refusal()).toMatchObject({ kind: "unavailable", code: "membership_undecided", retryAfter: 5 });
  expect(github.requests.length).toBe(asked);
  github.heal();
  time.now = 5_000;
  expect(await standing()).toMatchObject({ allowed: true });
});

test("a rate limit stops the questions about everybody until it ends", async () => {
  const { github, time, standing, refusal } = world;
  const headers = { "retry-after": "120" };
  github.fail({ path: memberships, times: 2, respond: { status: 429, headers } });
  expect(await refusal()).toMatchObject({ code: "membership_undecided", retryAfter: 120 });
  const asked = github.requests.length;
  const ben = personOf(github.member("acme", "ben"));
  time.now = 119_000;
  expect([await standing(), await standing(ben)]).toEqual(["membership_undecided", "membership_undecided"]);
  expect(github.requests.length).toBe(asked);
  time.now = 120_000;
  expect([await standing(), await standing(ben)]).toMatchObject([{ allowed: true }, { allowed: true }]);
});

test("a rate limit of one organisation is no matter for the members of another", async () => {
  const { github, time, standing } = world;
  const globex = /^\/orgs\/globex\/memberships\//;
  const headers = { "retry-after": "3600" };
  github.fail({ path: globex, times: Infinity, respond: { status: 429, headers } });
  for (; time.now < 20 * minute; time.now += minute) {
    expect(await standing()).toEqual({ allowed: true, admin: false });
    await Bun.sleep(5);
  }
  expect(github.requests.filter(({ path }) => globex.test(path))).toHaveLength(1);
});

test("a decision in use is asked again from the third minute on, and no request waits for it", async () => {
  const { github, time, standing, questions, githubIsDown } = world;
  await standing();
  const first = questions();
  time.now = 3 * minute - 1;
  await standing();
  expect(questions()).toBe(first);
  time.now = 3 * minute;
  github.fail({ path: memberships, times: 2, delayMs: 100 });
  for (let i = 0; i < 50; i++) {
    const atOnce = await Promise.race([standing(), Bun.sleep(0).then(() => "waited")]);
    expect(atOnce).toEqual({ allowed: true, admin: false });
  }
  await until(() => questions() === 2 * first);
  githubIsDown();
  time.now = 7 * minute;
  expect(await standing()).toMatchObject({ allowed: true });
});

test("somebody who was refused and then made a member is let in within a minute", async () => {
  const { github, time, standing } = world;
  const ben = personOf(github.user("ben"));
  expect(await standing(ben)).toMatchObject({ allowed: false });
  github.member("acme", "ben");
  time.now = 59_999;
  expect(await standing(ben)).toMatchObject({ allowed: false });
  time.now = minute;
  expect(await standing(ben)).toMatchObject({ allowed: true });
});

/** Waits for what goes on beside the requests, and a little longer: a question is counted before it is answered. */
async function until(reached: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !reached(); i++) await Bun.sleep(5);
  await Bun.sleep(150);
  expect(reached()).toBe(true);
}
