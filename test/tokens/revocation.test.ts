import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tokens } from "../../db/schema.ts";
import { revokeToken } from "../../server/tokens/actions.ts";
import { refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
beforeAll(async () => {
  world = await startTokens();
}, 30_000);
afterAll(() => world.close());

test("what one instance revokes, every other refuses on its next request, 100 times under load", async () => {
  const [here, there] = [world.instance({ elsewhere: true }), world.instance({ elsewhere: true })];
  const { id, user, header } = await world.issue("ada");
  await Promise.all([here.verify(header), there.verify(header)]);
  let busy = true;
  const load = Array.from({ length: 8 }, async () => {
    while (busy) await there.verify(header).catch(() => {});
  });
  for (let i = 0; i < 100; i++) {
    await revokeToken({ db: world.db }, { tokenId: id, byUserId: user.id });
    expect(await refusalOf(there.verify(header))).toMatchObject({ code: "invalid_token" });
    expect(await refusalOf(here.verify(header))).toMatchObject({ code: "invalid_token" });
    // No product code brings a token back; the row is set back here, so that one token serves 100 times.
    await world.db.update(tokens).set({ revokedAt: null, revokedById: null }).where(eq(tokens.id, id));
    if (i % 25 === 0) await Promise.all([here.verify(header), there.verify(header)]);
  }
  busy = false;
  await Promise.all(load);
}, 60_000);

test("a token that is revoked while it is compared for the first time is refused", async () => {
  const { id, user, header } = await world.issue("ada");
  const verifier = world.instance({
    async bcryptVerify(secret, hash) {
      await revokeToken({ db: world.db }, { tokenId: id, byUserId: user.id });
      return Bun.password.verify(secret, hash, "bcrypt");
    },
  });
  expect(await refusalOf(verifier.verify(header))).toMatchObject({ code: "invalid_token" });
});

test("revoking says who and when, keeps the row, and a second time changes nothing", async () => {
  const { id, user } = await world.issue("ada");
  const boss = (await world.issue("boss")).user;
  await revokeToken({ db: world.db }, { tokenId: id, byUserId: boss.id });
  const [first] = await world.db.select().from(tokens).where(eq(tokens.id, id));
  expect(first).toMatchObject({ revokedById: boss.id, revokedAt: expect.any(Date) });
  await revokeToken({ db: world.db }, { tokenId: id, byUserId: user.id });
  expect(await world.db.select().from(tokens).where(eq(tokens.id, id))).toEqual([first!]);
});

test("a token that does not exist cannot be revoked", async () => {
  const { user } = await world.issue("ada");
  const refusal = await refusalOf(revokeToken({ db: world.db }, { tokenId: 999_999, byUserId: user.id }));
  expect(refusal).toMatchObject({ kind: "notFound", code: "token_not_found" });
});
