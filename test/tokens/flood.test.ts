import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertToken } from "../../server/tokens/store.ts";
import { composeToken } from "../../server/tokens/token.ts";
import { madeUpToken, refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
beforeAll(async () => {
  world = await startTokens();
}, 30_000);
afterAll(() => world.close());

/** Many tokens at no cost: they share a hash of something else, so that every comparison is real and fails. */
async function tokensOfOneHash(count: number): Promise<string[]> {
  const { id: userId } = await world.user("many");
  const hash = `$2b$12$${"a".repeat(22)}${"b".repeat(31)}`;
  const made = Array.from({ length: count }, () => composeToken(crypto.getRandomValues(new Uint8Array(32))));
  for (const { prefix } of made) await insertToken(world.db, { userId, label: "one of many", prefix, hash });
  return made.map(({ plaintext }) => `Bearer ${plaintext}`);
}

test("a flood of wrong secrets on one prefix costs five comparisons and hardly holds up anybody", async () => {
  const verifier = world.instance();
  const [victim, other] = await Promise.all([world.issue("victim"), world.issue("other")]);
  await verifier.verify(other.header);
  const before = verifier.bcryptCount;

  const start = performance.now();
  const codes: Record<string, number> = {};
  // Through all of the comparisons, and well into the time in which the prefix has to wait.
  const isOver = () => (codes["too_many_wrong_tokens"] ?? 0) > 2_000 || performance.now() - start > 20_000;
  const flood = Array.from({ length: 64 }, async () => {
    while (!isOver()) {
      const wrong = `Bearer ${madeUpToken(victim.plaintext.slice(4, 12))}`;
      const refusal = await refusalOf(verifier.verify(wrong));
      const code = refusal === "accepted" ? refusal : refusal.code;
      codes[code] = (codes[code] ?? 0) + 1;
    }
  });
  const waits: number[] = [];
  while (!isOver()) {
    const sent = performance.now();
    await verifier.verify(other.header);
    waits.push(performance.now() - sent);
  }
  await Promise.all(flood);

  const seconds = (performance.now() - start) / 1000;
  const [p50, p99] = [0.5, 0.99].map(
    (part) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * part)]!,
  );
  const refused = Object.values(codes).reduce((sum, count) => sum + count, 0);
  console.log(
    `flood: ${Math.round(refused / seconds)} refused/s ${JSON.stringify(codes)}, ${verifier.bcryptCount - before} bcrypt;` +
      ` a warm token meanwhile: p50 ${p50!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms`,
  );
  expect(verifier.bcryptCount - before).toBe(5);
  expect(Object.keys(codes).toSorted()).toEqual([
    "invalid_token",
    "token_checks_busy",
    "too_many_wrong_tokens",
  ]);
  // On an idle machine it is a tenth of that; a comparison on the main thread, or many at once, would show.
  expect(p50).toBeLessThan(100);
}, 30_000);

test("after five wrong secrets a prefix waits a minute, but a proven token with it works on", async () => {
  const time = { now: 0 };
  const { header, plaintext } = await world.issue("ada");
  const bcryptVerify = async (secret: string) => secret === plaintext.slice(12);
  const verifier = world.instance({ clock: () => time.now, bcryptVerify });
  await verifier.verify(header);
  const wrong = () => refusalOf(verifier.verify(`Bearer ${madeUpToken(plaintext.slice(4, 12))}`));
  for (let i = 0; i < 5; i++) expect(await wrong()).toMatchObject({ code: "invalid_token" });
  expect(await wrong()).toMatchObject({ kind: "tooMany", code: "too_many_wrong_tokens", retryAfter: 60 });
  expect((await verifier.verify(header)).user.login).toBe("ada");
  time.now = 60_000;
  expect(await wrong()).toMatchObject({ code: "invalid_token" });
});

test("no more comparisons run at once than there are cores to spare, and one for each token at most", async () => {
  const running = { now: 0, most: 0 };
  const verifier = world.instance({
    cores: 4,
    async bcryptVerify() {
      running.most = Math.max(running.most, ++running.now);
      await Bun.sleep(5);
      running.now--;
      return false;
    },
  });
  const headers = await tokensOfOneHash(20);
  await Promise.all(headers.map((header) => refusalOf(verifier.verify(header))));
  expect(running.most).toBe(3);
  expect(verifier.bcryptCount).toBe(20);
});

test("more tokens than can wait are turned away with 503 and a time to come back, never 401", async () => {
  const compared = Promise.withResolvers<boolean>();
  const verifier = world.instance({ cores: 1, bcryptVerify: () => compared.promise });
  const headers = await tokensOfOneHash(1 + 256 + 3);
  const turnedAway: Awaited<ReturnType<typeof refusalOf>>[] = [];
  const attempts = headers.map(async (header) => {
    const refusal = await refusalOf(verifier.verify(header));
    if (refusal !== "accepted" && refusal.kind === "unavailable") turnedAway.push(refusal);
  });
  // All have come to the gate when the last three are turned away: only then does a place fall free.
  while (turnedAway.length < 3) await Bun.sleep(5);
  compared.resolve(false);
  await Promise.all(attempts);
  expect(turnedAway).toHaveLength(3);
  expect(turnedAway[0]).toMatchObject({ kind: "unavailable", code: "token_checks_busy", retryAfter: 2 });
});

test("more wrong secrets than can wait behind one prefix are turned away with 429", async () => {
  const compared = Promise.withResolvers<boolean>();
  const verifier = world.instance({ cores: 1, bcryptVerify: () => compared.promise });
  const [header] = (await tokensOfOneHash(1)) as [string];
  const attempts = Array.from({ length: 1 + 4 + 1 }, () =>
    refusalOf(verifier.verify(`Bearer ${madeUpToken(header.slice(11, 19))}`)),
  );
  const first = await Promise.race(attempts);
  expect(first).toMatchObject({ kind: "tooMany", code: "token_checks_busy", retryAfter: 2 });
  compared.resolve(false);
  const refusals = await Promise.all(attempts);
  expect(refusals.filter((one) => one !== "accepted" && one.code === "invalid_token")).toHaveLength(5);
});
