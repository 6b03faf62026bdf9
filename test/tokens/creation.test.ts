import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { desc } from "drizzle-orm";
import { auditLog, tokens } from "../../db/schema/people.ts";
import type { Actor } from "../../server/audit/event.ts";
import { issueToken, revokeToken } from "../../server/tokens/actions.ts";
import { insertToken } from "../../server/tokens/store.ts";
import { refusalOf, startTokens } from "./setup.ts";

let world: Awaited<ReturnType<typeof startTokens>>;
let ada: Awaited<ReturnType<typeof world.user>>;
let actor: Actor;
let before: { tokens: number; events: number };
beforeAll(async () => {
  world = await startTokens();
  ada = await world.user("ada");
  actor = { userId: ada.id, via: "session", viaId: 7 };
}, 30_000);
afterAll(() => world.close());
beforeEach(async () => {
  before = { tokens: await world.db.$count(tokens), events: await world.db.$count(auditLog) };
});

type Wanted = Partial<Parameters<typeof issueToken>[1]>;
const make = (differently: Wanted = {}, random?: () => Uint8Array) =>
  issueToken(
    { db: world.db, ...(random && { random }) },
    { userId: ada.id, label: "laptop", actor, requestId: "request-1", ...differently },
  );
const made = async () => (await world.db.$count(tokens)) - before.tokens;
const newestEvent = async () =>
  (await world.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!;

describe("a form makes one token, however often it is sent (D21)", () => {
  test("one time after another", async () => {
    const nonce = crypto.randomUUID();
    await make({ nonce });
    for (const label of ["laptop", "another label"]) {
      const refusal = await refusalOf(make({ nonce, label }));
      expect(refusal).toMatchObject({ kind: "conflict", code: "form_used" });
    }
    expect(await made()).toBe(1);
  });

  test("twenty times at once, and the nineteen others cost no hash", async () => {
    const nonce = crypto.randomUUID();
    const [alone] = await timed(() => make({ nonce: crypto.randomUUID() }));
    const [together, outcomes] = await timed(() =>
      Promise.all(Array.from({ length: 20 }, () => refusalOf(make({ nonce })))),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== "accepted" && outcome.code === "form_used")).toHaveLength(
      19,
    );
    expect(await made()).toBe(2);
    // Twenty hashes would take ten times as long as one, or more.
    expect(together).toBeLessThan(alone * 6);
  });

  test("also where another instance makes it while this one is still at the hash", async () => {
    const nonce = crypto.randomUUID();
    const elsewhere = { label: "elsewhere", prefix: "elsewher", hash: `$2b$12$${"a".repeat(53)}` };
    const looked = Promise.withResolvers<void>();
    const random = () => {
      looked.resolve();
      return crypto.getRandomValues(new Uint8Array(32));
    };
    const here = refusalOf(make({ nonce }, random));
    await looked.promise;
    const ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        insertToken(world.db, { userId: ada.id, formNonce: nonce, ...elsewhere }),
      ),
    );
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await here).toMatchObject({ code: "form_used" });
    expect(await made()).toBe(1);
  });

  test("after its token was revoked, too", async () => {
    const nonce = crypto.randomUUID();
    const { id } = await make({ nonce });
    await world.revoke(id, ada);
    expect(await refusalOf(make({ nonce }))).toMatchObject({ code: "form_used" });
  });

  test("but a label that will not do does not use it up", async () => {
    const nonce = crypto.randomUUID();
    expect(await refusalOf(make({ nonce, label: " " }))).toMatchObject({ code: "invalid_label" });
    expect(await refusalOf(make({ nonce }))).toBe("accepted");
  });

  test("and it is one's own: somebody else's form may hold the same", async () => {
    const nonce = crypto.randomUUID();
    const eve = await world.user("eve");
    await make({ nonce });
    expect(await refusalOf(make({ nonce, userId: eve.id }))).toBe("accepted");
    expect(await made()).toBe(2);
  });
});

test("without a form every time makes one", async () => {
  await Promise.all([make(), make(), make()]);
  expect(await made()).toBe(3);
});

test("tokens are made one at a time: files are read meanwhile, and whoever cannot wait their turn is told when to come back", async () => {
  const waits: number[] = [];
  const state = { goesOn: true };
  const reading = (async () => {
    while (state.goesOn) {
      waits.push((await timed(() => Bun.file(import.meta.path).text()))[0]);
      await Bun.sleep(5);
    }
  })();
  const crowd = await Promise.all(
    Array.from({ length: 26 }, () => refusalOf(make({ nonce: crypto.randomUUID() }))),
  );
  state.goesOn = false;
  await reading;
  const refused = crowd.filter((outcome) => outcome !== "accepted");
  expect(refused.length).toBeGreaterThanOrEqual(5);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({ kind: "unavailable", code: "token_making_busy", retryAfter: 5 });
  }
  expect(await made()).toBe(26 - refused.length);
  const slowest = Math.max(...waits);
  console.log(
    `while ${26 - refused.length} tokens were made, a file was read in ${slowest.toFixed(0)} ms at worst`,
  );
  // All at once they would hold it up for seconds.
  expect(slowest).toBeLessThan(1_500);
  expect(await refusalOf(make())).toBe("accepted");
}, 60_000);

describe("the audit log says", () => {
  test("who made a token, over which session, for whom, on which request, and nothing of its secret", async () => {
    const { id, plaintext } = await make({ label: " WBSO  sheet " });
    expect(await newestEvent()).toMatchObject({
      action: "token.created",
      actorId: ada.id,
      via: "session",
      viaId: 7,
      targetType: "token",
      targetId: String(id),
      detail: { label: "WBSO  sheet", prefix: plaintext.slice(4, 12), owner: ada.id },
      requestId: "request-1",
    });
    expect(JSON.stringify(await newestEvent())).not.toContain(plaintext.slice(12));
  });

  test("who revoked it, once, and whose it was", async () => {
    const { id } = await make();
    const boss = await world.user("boss");
    const by = { id: boss.id, admin: true };
    const bossActor: Actor = { userId: boss.id, via: "session", viaId: 8 };
    for (const requestId of ["request-2", "request-3"]) {
      await revokeToken({ db: world.db }, { tokenId: id, by, actor: bossActor, requestId });
    }
    expect(await newestEvent()).toMatchObject({
      action: "token.revoked",
      actorId: boss.id,
      viaId: 8,
      targetId: String(id),
      detail: { label: "laptop", owner: ada.id },
      requestId: "request-2",
    });
    expect((await world.db.$count(auditLog)) - before.events).toBe(2);
  });

  test("once that a token was revoked, also where twenty do it at the same time", async () => {
    const { id } = await make();
    const by = { id: ada.id, admin: false };
    await Promise.all(
      Array.from({ length: 20 }, () =>
        revokeToken({ db: world.db }, { tokenId: id, by, actor, requestId: "request-4" }),
      ),
    );
    expect((await world.db.$count(auditLog)) - before.events).toBe(2);
  });

  test("nothing where nothing was done", async () => {
    const nonce = crypto.randomUUID();
    const { id } = await make({ nonce });
    const eve = await world.user("eve");
    const events = await world.db.$count(auditLog);
    await refusalOf(make({ nonce }));
    await refusalOf(make({ label: "" }));
    await refusalOf(world.revoke(id, eve));
    expect(await world.db.$count(auditLog)).toBe(events);
  });
});

describe("neither stands without its entry in the audit log", () => {
  // No text of PostgreSQL holds a NUL, so the entry cannot be written.
  const requestId = "\u0000";

  test("a token that cannot be noted is not made, and its form can be sent again", async () => {
    const nonce = crypto.randomUUID();
    expect(await refusalOf(make({ nonce, requestId }))).not.toBe("accepted");
    expect(await made()).toBe(0);
    expect(await refusalOf(make({ nonce }))).toBe("accepted");
  });

  test("a revocation that cannot be noted is none", async () => {
    const { id, plaintext } = await make();
    const by = { id: ada.id, admin: false };
    expect(await refusalOf(revokeToken({ db: world.db }, { tokenId: id, by, actor, requestId }))).not.toBe(
      "accepted",
    );
    expect(await refusalOf(world.instance().verify(`Bearer ${plaintext}`))).toBe("accepted");
  });
});

async function timed<T>(work: () => Promise<T>): Promise<[milliseconds: number, outcome: T]> {
  const start = performance.now();
  const outcome = await work();
  return [performance.now() - start, outcome];
}
