import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tokens } from "../../db/schema/people.ts";
import { issueToken } from "../../server/tokens/actions.ts";
import { refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
beforeAll(async () => {
  world = await startTokens();
}, 30_000);
afterAll(() => world.close());

test("an issued token has the form of the specification, and its row a prefix and a bcrypt hash of cost 12", async () => {
  const { id, user, plaintext } = await world.issue("ada");
  expect(plaintext).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
  const [row] = await world.db.select().from(tokens).where(eq(tokens.id, id));
  expect(row).toEqual({
    id,
    userId: user.id,
    label: "a script",
    prefix: plaintext.slice(4, 12),
    hash: expect.stringMatching(/^\$2b\$12\$/),
    formNonce: null,
    createdAt: expect.any(Date),
    lastUsedAt: null,
    revokedAt: null,
    revokedById: null,
  });
  expect(await Bun.password.verify(plaintext.slice(12), row!.hash)).toBe(true);
});

test("a prefix that is taken is drawn again", async () => {
  const draws = [1, 1, 1, 2].map((fill) => new Uint8Array(32).fill(fill));
  const random = () => draws.shift()!;
  const first = await world.issue("ada", random);
  const second = await world.issue("ada", random);
  expect(draws).toEqual([]);
  expect(second.plaintext.slice(4, 12)).not.toBe(first.plaintext.slice(4, 12));
});

test.each([[""], ["x".repeat(101)], ["a\u0000b"]])(
  "the label %p is refused before anything is made",
  async (label) => {
    const user = await world.user("ada");
    const before = await world.db.$count(tokens);
    const refusal = await refusalOf(
      issueToken({ db: world.db }, { userId: user.id, label, actor: null, requestId: "a test" }),
    );
    expect(refusal).toMatchObject({ kind: "invalid", code: "invalid_label" });
    expect(await world.db.$count(tokens)).toBe(before);
  },
);
