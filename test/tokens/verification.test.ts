import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { tokens } from "../../db/schema/people.ts";
import { insertToken } from "../../server/tokens/store.ts";
import { composeToken } from "../../server/tokens/token.ts";
import { madeUpToken, refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
let ada: Awaited<ReturnType<typeof world.issue>>;
let ben: typeof ada;

beforeAll(async () => {
  world = await startTokens();
  [ada, ben] = await Promise.all([world.issue("ada"), world.issue("ben")]);
}, 30_000);
afterAll(() => world.close());

const invalid = { kind: "unauthenticated", code: "invalid_token" };

test("a token acts as the user it was issued to", async () => {
  const verifier = world.instance();
  const accepted = [await verifier.verify(ada.header), await verifier.verify(ben.header)];
  expect(accepted).toMatchObject(
    [ada, ben].map(({ id, user }) => ({ token: { id }, user, adminGranted: false })),
  );
  expect(JSON.stringify(accepted)).not.toContain("$2");
});

test("2,000 requests with the same tokens cost one bcrypt each", async () => {
  const verifier = world.instance();
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => verifier.verify((i % 2 ? ada : ben).header)));
  }
  expect(verifier.bcryptCount).toBe(2);
});

test("200 requests that bring a token for the first time at once cost one bcrypt", async () => {
  const verifier = world.instance();
  const answers = await Promise.all(Array.from({ length: 200 }, () => verifier.verify(ada.header)));
  expect(new Set(answers.map(({ token }) => token.id))).toEqual(new Set([ada.id]));
  expect(verifier.bcryptCount).toBe(1);
});

test("a token with a prefix that nobody has is refused without bcrypt", async () => {
  const verifier = world.instance();
  for (let i = 0; i < 50; i++) {
    expect(await refusalOf(verifier.verify(`Bearer ${madeUpToken()}`))).toMatchObject(invalid);
  }
  expect(verifier.bcryptCount).toBe(0);
});

test("a wrong secret behind a known prefix is compared once, and then refused from memory", async () => {
  const verifier = world.instance();
  const wrong = `Bearer ${madeUpToken(ada.plaintext.slice(4, 12))}`;
  for (let i = 0; i < 20; i++) expect(await refusalOf(verifier.verify(wrong))).toMatchObject(invalid);
  expect(verifier.bcryptCount).toBe(1);
});

test("unknown, wrong and revoked tokens look the same from outside", async () => {
  const verifier = world.instance();
  const gone = await world.issue("ada");
  await world.db
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedById: ada.user.id })
    .where(eq(tokens.id, gone.id));
  const refusals = await Promise.all(
    [madeUpToken(), madeUpToken(ada.plaintext.slice(4, 12)), gone.plaintext].map((token) =>
      refusalOf(verifier.verify(`Bearer ${token}`)),
    ),
  );
  expect(refusals[0]).toMatchObject({ ...invalid, challenge: 'Bearer realm="svc", error="invalid_token"' });
  expect(refusals[1]).toEqual(refusals[0]);
  expect(refusals[2]).toEqual(refusals[0]);
});

test("no header, a mangled one and two at once each get the challenge that RFC 6750 wants", async () => {
  const verifier = world.instance();
  expect(await refusalOf(verifier.verify(null))).toMatchObject({
    kind: "unauthenticated",
    code: "unauthenticated",
    challenge: 'Bearer realm="svc"',
  });
  expect(await refusalOf(verifier.verify(`Bearer "${ada.plaintext}"`))).toMatchObject({
    kind: "unauthenticated",
    code: "token_malformed",
    challenge: 'Bearer realm="svc", error="invalid_token"',
  });
  expect(await refusalOf(verifier.verify(`${ada.header}, ${ben.header}`))).toMatchObject({
    kind: "malformed",
    code: "invalid_request",
    challenge: 'Bearer realm="svc", error="invalid_request"',
  });
});

test("two tokens with the same prefix each reach their own owner", async () => {
  const verifier = world.instance();
  const twins = await Promise.all(
    [ada, ben].map(async ({ user }) => {
      const { plaintext, secret } = composeToken(crypto.getRandomValues(new Uint8Array(32)));
      const hash = await Bun.password.hash(secret, { algorithm: "bcrypt", cost: 12 });
      await insertToken(world.db, { userId: user.id, label: "twin", prefix: "sameSame", hash });
      return { user, header: `Bearer svc_sameSame${plaintext.slice(12)}` };
    }),
  );
  for (const { user, header } of twins) expect((await verifier.verify(header)).user).toEqual(user);
  expect(await refusalOf(verifier.verify(`Bearer ${madeUpToken("sameSame")}`))).toMatchObject(invalid);
});

test("a hash that is changed in the database ends the token on the next request", async () => {
  const verifier = world.instance();
  const { id, header } = await world.issue("cleo");
  await verifier.verify(header);
  const hash = await Bun.password.hash("something else", { algorithm: "bcrypt", cost: 12 });
  await world.db.update(tokens).set({ hash }).where(eq(tokens.id, id));
  expect(await refusalOf(verifier.verify(header))).toMatchObject(invalid);
});

test.each([
  ["of another algorithm", "$argon2id$v=19$m=4194304,t=100,p=1$c2FsdHNhbHQ$aGFzaGhhc2g"],
  ["cut off", "$2b$12$abc"],
  ["of the right form but not decodable", `$2b$12$${"z".repeat(53)}`],
])("a stored hash that is %s is a 401 and an alert, never an error", async (_, hash) => {
  await world.db.execute(sql`alter table tokens drop constraint if exists tokens_hash_form`);
  const { prefix, plaintext } = composeToken(crypto.getRandomValues(new Uint8Array(32)));
  const id = await insertToken(world.db, { userId: ada.user.id, label: "damaged", prefix, hash });
  expect(await refusalOf(world.instance().verify(`Bearer ${plaintext}`))).toMatchObject(invalid);
  const alerts = world.logLines.filter((line) => line.includes("is damaged")).map((line) => JSON.parse(line));
  expect(alerts.at(-1)).toMatchObject({ level: 50, tokenId: id });
  expect(world.logLines.join()).not.toContain(hash.slice(7, 20));
});

test("a database that fails is an error, never a refused token", async () => {
  const verifier = world.instance();
  await verifier.verify(ada.header);
  await world.db.execute(sql`alter table tokens rename to hidden`);
  try {
    const refusal = await refusalOf(verifier.verify(ada.header));
    expect(refusal).toMatchObject({ kind: undefined, message: expect.stringContaining("Failed query") });
  } finally {
    await world.db.execute(sql`alter table hidden rename to tokens`);
  }
  expect((await verifier.verify(ada.header)).token.id).toBe(ada.id);
});

test("neither the rows nor the log hold a token or the secret part of one", async () => {
  const rows = JSON.stringify(await world.db.select().from(tokens));
  for (const { plaintext } of [ada, ben]) {
    expect(rows).toContain(plaintext.slice(4, 12));
    expect(rows).not.toContain(plaintext.slice(12, 24));
    expect(world.logLines.join()).not.toContain(plaintext.slice(12, 24));
  }
});
