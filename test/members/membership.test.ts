import { afterEach, beforeEach, expect, test } from "bun:test";
import { users } from "../../db/schema/people.ts";
import { findUser, upsertUser } from "../../server/members/store.ts";
import { minute, personOf, startMembers } from "./setup.ts";

let world: Awaited<ReturnType<typeof startMembers>>;
beforeEach(async () => {
  world = await startMembers();
}, 30_000);
afterEach(() => world.close());

test("members are let in, owners and named logins are admins, others are not let in", async () => {
  const { github, standing } = world;
  world.configure({ adminLogins: ["named"] });
  const [owner, named] = [
    github.member("globex", "owner", { role: "admin" }),
    github.member("acme", "Named"),
  ];
  expect(await standing()).toEqual({ allowed: true, admin: false });
  expect(await standing(personOf(owner))).toEqual({ allowed: true, admin: true });
  expect(await standing(personOf(named))).toEqual({ allowed: true, admin: true });
  expect(await standing(personOf(github.user("stranger")))).toEqual({ allowed: false, admin: false });
  expect(await standing(personOf(github.member("acme", "invited", { state: "pending" })))).toMatchObject({
    allowed: false,
  });
});

test("an organisation that is not listed lets nobody in", async () => {
  const { standing } = world;
  world.configure({ allowedOrgs: ["globex"] });
  expect(await standing()).toEqual({ allowed: false, admin: false });
});

test("a changed login is followed, and stored", async () => {
  const { github, ada, standing, db } = world;
  const user = await upsertUser(db, ada);
  github.rename("ada", "lovelace");
  expect(await standing()).toEqual({ allowed: true, admin: false });
  expect(await findUser(db, user.id)).toEqual({ ...user, login: "lovelace" });
});

test("who takes over the login of a member does not take over the membership, nor the other way round", async () => {
  const { github, ada, standing } = world;
  github.rename("ada", "lovelace");
  const taker = personOf(github.user("ada"));
  expect(await standing(taker)).toMatchObject({ allowed: false });
  expect(await standing(ada)).toMatchObject({ allowed: true });
});

test("who left does not come back through a member who took their login", async () => {
  const { github, ada, standing } = world;
  github.removeMember("acme", "ada");
  github.rename("ada", "gone");
  github.member("acme", "ada");
  expect(await standing(ada)).toEqual({ allowed: false, admin: false });
});

test("an admin login makes only the one an admin who has it now", async () => {
  const { github, time, standing } = world;
  world.configure({ adminLogins: ["ada"] });
  expect(await standing()).toMatchObject({ admin: true });
  github.rename("ada", "lovelace");
  time.now = 5 * minute;
  expect(await standing()).toEqual({ allowed: true, admin: false });
});

test("a commenter without an account is judged the same, and no account is made", async () => {
  const { github, standing, standingOfAuthor, questions, db } = world;
  const ben = personOf(github.member("acme", "ben"));
  expect(await standingOfAuthor(ben)).toEqual({ allowed: true, admin: false });
  const asked = questions();
  expect(await standing(ben)).toEqual({ allowed: true, admin: false });
  expect(questions()).toBe(asked);
  expect(await db.$count(users)).toBe(0);
});

test("without a GitHub App, or without an organisation, the answer says what to set", async () => {
  for (const settings of [{ withoutApp: true }, { allowedOrgs: [] }]) {
    world.configure(settings);
    expect(await world.refusal()).toMatchObject({
      kind: "unavailable",
      code: "membership_undecided",
      message: expect.stringContaining("GITHUB_APP_ID, GITHUB_PRIVATE_KEY and ALLOWED_ORGS"),
    });
  }
});
