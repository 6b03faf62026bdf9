import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Answer, decide, holds, isAging } from "../../server/members/standing.ts";

const member = { member: true, role: "member", login: "ada" } as const;
const owner = { member: true, role: "admin", login: "ada" } as const;
const stranger = { member: false, login: "ada" } as const;

test.each([
  ["a member of the one organisation", [member], { allowed: true, admin: false, whole: true }],
  ["an owner of it", [owner], { allowed: true, admin: true, whole: true }],
  ["nobody there", [stranger], { allowed: false, admin: false, whole: true }],
  ["a member of the second", [stranger, member], { allowed: true, admin: false, whole: true }],
  ["an owner of the second", [member, owner], { allowed: true, admin: true, whole: true }],
  ["a member of one, the other silent", [member, "undecided"], { allowed: true, admin: false, whole: false }],
  ["an owner of one, the other silent", ["undecided", owner], { allowed: true, admin: true, whole: true }],
] as const)("%s", (_, answers, decision) => {
  expect(decide([...answers], [])).toMatchObject(decision);
});

test.each([[["undecided"]], [[stranger, "undecided"]], [[]]] as const)("%j decides nothing", (answers) => {
  expect(decide([...answers], ["ada"])).toBeUndefined();
});

describe("ADMIN_LOGINS", () => {
  test("makes a member an admin, whatever the case of the login", () => {
    expect(decide([{ ...member, login: "Ada" }], ["ada"])).toMatchObject({ allowed: true, admin: true });
  });

  test("makes nobody a member", () => {
    expect(decide([stranger], ["ada"])).toMatchObject({ allowed: false, admin: false });
  });
});

test("one yes is enough, a no takes all, and only members are admins", () => {
  const answer = fc.constantFrom<Answer>(member, owner, stranger, "undecided");
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 5 }), fc.boolean(), (answers, named) => {
      const decision = decide(answers, named ? ["ada"] : []);
      const isMember = answers.includes(member) || answers.includes(owner);
      const isStranger = answers.length > 0 && answers.every((one) => one === stranger);
      expect(decision?.allowed).toBe(isMember ? true : isStranger ? false : undefined);
      if (decision?.admin) expect(isMember && (named || answers.includes(owner))).toBe(true);
    }),
  );
});

test("a yes holds for less than 5 minutes and is asked again from the third, a no holds for less than one", () => {
  const yes = { allowed: true, admin: false, askedAt: 1_000 };
  const no = { ...yes, allowed: false };
  expect([holds(yes, 300_999), holds(yes, 301_000)]).toEqual([true, false]);
  expect([isAging(yes, 180_999), isAging(yes, 181_000)]).toEqual([false, true]);
  expect([holds(no, 60_999), holds(no, 61_000), isAging(no, 60_999)]).toEqual([true, false, false]);
});
