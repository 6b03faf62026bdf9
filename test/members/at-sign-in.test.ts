import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { upsertUser } from "../../server/members/store.ts";
import { memberships, minute, personOf, startMembers } from "./setup.ts";

let world: Awaited<ReturnType<typeof startMembers>>;
beforeEach(async () => {
  world = await startMembers();
}, 30_000);
afterEach(() => world.close());

describe("at sign-in (spec 5.7)", () => {
  test("GitHub is asked anew, whatever was decided a moment before", async () => {
    const { github, standing, atSignIn, questions } = world;
    expect(await standing()).toMatchObject({ allowed: true });
    const asked = questions();
    expect(await atSignIn()).toEqual({ allowed: true, admin: false });
    expect(questions()).toBe(2 * asked);
    github.removeMember("acme", "ada");
    expect(await atSignIn()).toEqual({ allowed: false, invitedTo: [] });
  });

  test("what GitHub says counts for the person's tokens from then on", async () => {
    const { github, standing, atSignIn } = world;
    const ben = personOf(github.user("ben"));
    expect(await standing(ben)).toMatchObject({ allowed: false });
    github.member("acme", "ben");
    expect(await standing(ben)).toMatchObject({ allowed: false });
    expect(await atSignIn(ben)).toMatchObject({ allowed: true });
    expect(await standing(ben)).toMatchObject({ allowed: true });
    github.removeMember("acme", "ben");
    await atSignIn(ben);
    expect(await standing(ben)).toMatchObject({ allowed: false });
  });

  test("the organisations are named that invited somebody who has not accepted yet", async () => {
    const { github, atSignIn } = world;
    const ben = personOf(github.member("acme", "ben", { state: "pending" }));
    expect(await atSignIn(ben)).toEqual({ allowed: false, invitedTo: ["acme"] });
    github.member("globex", "ben", { state: "pending" });
    expect(await atSignIn(ben)).toEqual({ allowed: false, invitedTo: ["acme", "globex"] });
    github.member("globex", "ben");
    expect(await atSignIn(ben)).toEqual({ allowed: true, admin: false });
  });

  test("with GitHub down nobody gets in on an older decision, which goes on to hold for tokens", async () => {
    const { github, standing, atSignIn, time } = world;
    await standing();
    github.fail({ path: memberships, times: Infinity, respond: { status: 503 } });
    expect(await atSignIn()).toBe("membership_undecided");
    expect(await standing()).toMatchObject({ allowed: true });
    github.heal();
    time.now += 5_000;
    expect(await atSignIn()).toMatchObject({ allowed: true });
  });

  test("a rate limit is respected: nothing is asked before its end", async () => {
    const { github, atSignIn, questions, time } = world;
    const headers = { "retry-after": "120" };
    github.fail({ path: memberships, times: 2, respond: { status: 429, headers } });
    expect(await atSignIn()).toBe("membership_undecided");
    const asked = questions();
    time.now = 119_000;
    expect(await atSignIn()).toBe("membership_undecided");
    expect(questions()).toBe(asked);
    time.now = 120_000;
    expect(await atSignIn()).toMatchObject({ allowed: true });
  });

  test("a question that is under way since before somebody was let in does not keep them out", async () => {
    const { github, standing, atSignIn, time } = world;
    const ben = personOf(github.user("ben"));
    github.fail({ path: "/orgs/acme/memberships/ben", delayMs: 100, respond: { status: 404 } });
    const early = standing(ben);
    await Bun.sleep(20);
    time.now = 1_000;
    github.member("acme", "ben");
    expect(await atSignIn(ben)).toEqual({ allowed: true, admin: false });
    expect(await early).toMatchObject({ allowed: false });
    expect(await standing(ben)).toMatchObject({ allowed: true });
  });

  test("an answer that was long under way does not displace a later one", async () => {
    const { github, standing, atSignIn, time } = world;
    github.fail({ path: "/orgs/acme/memberships/ada", delayMs: 100 });
    const early = standing();
    await Bun.sleep(20);
    time.now = 1_000;
    github.member("acme", "ada", { role: "admin" });
    expect(await atSignIn()).toEqual({ allowed: true, admin: true });
    github.member("acme", "ada", { role: "member" });
    await early;
    expect(await standing()).toEqual({ allowed: true, admin: true });
  });

  test("without a GitHub App nobody is let in", async () => {
    world.configure({ withoutApp: true });
    expect(await world.atSignIn()).toBe("membership_undecided");
  });
});

describe("the stored role follows each decision (D13):", () => {
  async function roleOf(githubId: number): Promise<boolean | undefined> {
    const [row] = await world.db
      .select({ admin: users.admin })
      .from(users)
      .where(eq(users.githubId, githubId));
    return row?.admin;
  }

  test("up and down, at sign-in as with a token", async () => {
    const { github, ada, db, atSignIn, standing, time } = world;
    await upsertUser(db, ada);
    await atSignIn();
    expect(await roleOf(ada.githubId)).toBe(false);
    github.member("acme", "ada", { role: "admin" });
    await atSignIn();
    expect(await roleOf(ada.githubId)).toBe(true);
    github.member("acme", "ada", { role: "member" });
    time.now = 5 * minute;
    await standing();
    expect(await roleOf(ada.githubId)).toBe(false);
  });

  test("away from whoever was removed", async () => {
    const { github, ada, db, atSignIn } = world;
    github.member("acme", "ada", { role: "admin" });
    await upsertUser(db, ada);
    await atSignIn();
    github.removeMember("acme", "ada");
    await atSignIn();
    expect(await roleOf(ada.githubId)).toBe(false);
  });

  test("and stays while the organisation that gives it is out of reach and its word holds", async () => {
    const { github, ada, db, atSignIn, time } = world;
    github.member("globex", "ada", { role: "admin" });
    await upsertUser(db, ada);
    await atSignIn();
    github.fail({ path: /^\/orgs\/globex\/memberships/, times: Infinity, respond: { status: 503 } });
    expect(await atSignIn()).toEqual({ allowed: true, admin: true });
    expect(await roleOf(ada.githubId)).toBe(true);
    time.now = 5 * minute;
    expect(await atSignIn()).toEqual({ allowed: true, admin: false });
    expect(await roleOf(ada.githubId)).toBe(false);
  });
});

test("the local admin is let in where links are allowed, without asking anybody, and nowhere else", async () => {
  expect(await world.standingOfLocalAdmin()).toEqual({ allowed: false, admin: false });
  world.configure({ withoutApp: true });
  expect(await world.standingOfLocalAdmin()).toEqual({ allowed: true, admin: true });
  expect(world.github.requests).toEqual([]);
});
