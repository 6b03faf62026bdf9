import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tokens } from "../../db/schema/people.ts";
import { insertToken } from "../../server/tokens/store.ts";
import { refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
beforeAll(async () => {
  world = await startTokens();
}, 30_000);
afterAll(() => world.close());

test("what one instance revokes, every other refuses on its next request, 100 times under load", async () => {
  const options = { elsewhere: true, bcryptVerify: comparedOnce() };
  const [here, there] = [world.instance(options), world.instance(options)];
  const { id, user, header } = await world.issue("ada");
  const load = { goesOn: true };
  const requests = Array.from({ length: 8 }, async () => {
    while (load.goesOn) await there.verify(header).catch(() => {});
  });
  try {
    for (let i = 0; i < 100; i++) {
      while ((await refusalOf(here.verify(header))) !== "accepted");
      while ((await refusalOf(there.verify(header))) !== "accepted");
      await world.revoke(id, user);
      expect(await refusalOf(there.verify(header))).toMatchObject({ code: "invalid_token" });
      expect(await refusalOf(here.verify(header))).toMatchObject({ code: "invalid_token" });
      // Nothing in svc brings a token back; it is set back here so that one token serves a hundred times.
      await world.db.update(tokens).set({ revokedAt: null, revokedById: null }).where(eq(tokens.id, id));
    }
  } finally {
    load.goesOn = false;
    await Promise.all(requests);
  }
}, 60_000);

test("a token that is revoked while it is compared for the first time is refused", async () => {
  const { id, user, header } = await world.issue("ada");
  const verifier = world.instance({
    async bcryptVerify(secret, hash) {
      await world.revoke(id, user);
      return Bun.password.verify(secret, hash, "bcrypt");
    },
  });
  expect(await refusalOf(verifier.verify(header))).toMatchObject({ code: "invalid_token" });
});

test("revoking says who and when, keeps the row, and a second time changes nothing", async () => {
  const [ada, boss] = [await world.user("ada"), await world.user("boss")];
  const hash = `$2b$12$${"a".repeat(53)}`;
  const id = (await insertToken(world.db, { userId: ada.id, label: "laptop", prefix: "abcdefgh", hash }))!;
  await world.revoke(id, boss, true);
  const [first] = await world.db.select().from(tokens).where(eq(tokens.id, id));
  expect(first).toMatchObject({ revokedById: boss.id, revokedAt: expect.any(Date), hash });
  const revokedAt = new Date("2026-01-01T12:00:00Z");
  await world.db.update(tokens).set({ revokedAt }).where(eq(tokens.id, id));
  await world.revoke(id, ada);
  expect(await world.db.select().from(tokens).where(eq(tokens.id, id))).toEqual([{ ...first!, revokedAt }]);
});

test("a revoked token costs no comparison", async () => {
  const { id, user, header } = await world.issue("ada");
  const verifier = world.instance();
  await world.revoke(id, user);
  expect(await refusalOf(verifier.verify(header))).toMatchObject({ code: "invalid_token" });
  expect(verifier.bcryptCount).toBe(0);
});

test("a token that does not exist cannot be revoked", async () => {
  const refusal = await refusalOf(world.revoke(999_999, await world.user("ada"), true));
  expect(refusal).toMatchObject({ kind: "notFound", code: "token_not_found" });
});

/** Real comparisons, each made once: what is tested here costs a new one after every revocation. */
function comparedOnce() {
  const results = new Map<string, Promise<boolean>>();
  return (secret: string, hash: string) => {
    const result = results.get(secret + hash) ?? Bun.password.verify(secret, hash, "bcrypt");
    results.set(secret + hash, result);
    return result;
  };
}
