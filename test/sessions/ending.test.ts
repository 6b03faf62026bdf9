import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { sessions } from "../../db/schema/people.ts";
import { endSession, revokeSession } from "../../server/sessions/actions.ts";
import { listOwnSessions } from "../../server/sessions/store.ts";
import { refusalOf } from "../support/refusal.ts";
import { startSessions } from "./setup.ts";

let world: Awaited<ReturnType<typeof startSessions>>;
beforeAll(async () => {
  world = await startSessions();
}, 30_000);
afterAll(() => world.close());
beforeEach(async () => void (await world.db.delete(sessions)));

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const since = async (before: number) => (await world.events()).slice(before);
const soFar = async () => (await world.events()).length;

describe("signing in", () => {
  test("is in the audit log: who, over which session, with which browser, on which request", async () => {
    const before = await soFar();
    const secret = await world.open("ada", { userAgent: firefox, requestId: "request-1" });
    const { sessionId, user } = await world.visitor(secret);
    expect(await since(before)).toMatchObject([
      {
        action: "session.created",
        actorId: user.id,
        via: "session",
        viaId: sessionId,
        targetType: "session",
        targetId: String(sessionId),
        detail: { browser: "Firefox on Linux" },
        requestId: "request-1",
        at: expect.any(Date),
      },
    ]);
  });

  test("ends the session that the browser brings, whoever's it is, and the log says which", async () => {
    const [adas, elsewhere] = [await world.open("ada"), await world.open("ada")];
    const { sessionId } = await world.visitor(adas);
    const before = await soFar();
    const eves = await world.open("eve", { replaces: adas });
    expect(await world.read(adas)).toBeUndefined();
    expect(await world.read(eves)).toMatchObject({ user: { login: "eve" } });
    expect(await world.read(elsewhere)).toMatchObject({ user: { login: "ada" } });
    expect(await since(before)).toMatchObject([
      { action: "session.created", detail: { replaces: sessionId } },
    ]);
  });

  test.each(["p".repeat(43), "", "x", "\u0000", "é".repeat(5_000)])(
    "with a secret of somebody's choosing in the browser, %p, gives another: the chosen one is worth nothing",
    async (planted) => {
      const secret = await world.open("ada", { replaces: planted });
      expect(secret).not.toBe(planted);
      expect(await world.read(planted)).toBeUndefined();
      expect(await world.db.$count(sessions)).toBe(1);
    },
  );

  test("again never gives a secret that there was before, also with one that has ended", async () => {
    const first = await world.open("ada");
    await endSession({ db: world.db }, await world.visitor(first), "a test");
    const second = await world.open("ada", { replaces: first });
    expect(second).not.toBe(first);
    expect(await world.read(first)).toBeUndefined();
  });

  test("is worth no row where the user agent cannot be kept as it came", async () => {
    const odd = ["x".repeat(10_000), "\uD800", "🙂".repeat(400), ""];
    for (const userAgent of odd) await world.open("ada", { userAgent });
    const kept = (await world.db.select().from(sessions)).map((row) => row.userAgent!);
    expect(kept).toHaveLength(odd.length);
    for (const text of kept) expect([text.length <= 500, text.isWellFormed()]).toEqual([true, true]);
  });
});

describe("signing out", () => {
  test("ends this session and no other, and is in the log once", async () => {
    const [here, there] = [await world.open("ada"), await world.open("ada")];
    const visitor = await world.visitor(here);
    const before = await soFar();
    await endSession({ db: world.db }, visitor, "request-2");
    await endSession({ db: world.db }, visitor, "request-3");
    expect(await world.read(here)).toBeUndefined();
    expect(await world.read(there)).toBeDefined();
    expect(await since(before)).toMatchObject([
      {
        action: "session.ended",
        actorId: visitor.user.id,
        viaId: visitor.sessionId,
        targetId: String(visitor.sessionId),
        requestId: "request-2",
      },
    ]);
  });
});

describe("ending a session from the list", () => {
  test("ends it at once, over another session of the same person", async () => {
    const [laptop, lost] = [await world.open("ada"), await world.open("ada")];
    const [visitor, gone] = [await world.visitor(laptop), await world.visitor(lost)];
    const before = await soFar();
    await revokeSession({ db: world.db }, visitor, gone.sessionId, "request-4");
    expect(await world.read(lost)).toBeUndefined();
    expect(await world.read(laptop)).toBeDefined();
    expect(await since(before)).toMatchObject([
      {
        action: "session.revoked",
        viaId: visitor.sessionId,
        targetType: "session",
        targetId: String(gone.sessionId),
        requestId: "request-4",
      },
    ]);
  });

  test("is refused for anybody else's, for one that is gone and for one that never was, in the same words", async () => {
    const adas = await world.visitor(await world.open("ada"));
    const eves = await world.open("eve");
    const { sessionId } = await world.visitor(eves);
    const gone = await world.visitor(await world.open("ada"));
    await endSession({ db: world.db }, gone, "a test");
    const before = await soFar();
    // Also for an admin: whose session it is decides, and not the role.
    for (const visitor of [adas, { ...adas, user: { ...adas.user, admin: true } }]) {
      for (const id of [sessionId, gone.sessionId, 999_999, Number.MAX_SAFE_INTEGER]) {
        expect(await refusalOf(revokeSession({ db: world.db }, visitor, id, "a test"))).toMatchObject({
          kind: "notFound",
          code: "session_not_found",
        });
      }
    }
    expect(await world.read(eves)).toBeDefined();
    expect(await since(before)).toEqual([]);
  });

  test("twenty times at once is in the log once", async () => {
    const [visitor, lost] = [
      await world.visitor(await world.open("ada")),
      await world.visitor(await world.open("ada")),
    ];
    const before = await soFar();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => revokeSession({ db: world.db }, visitor, lost.sessionId, "a test")),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await since(before)).toHaveLength(1);
  });
});

describe("neither stands without its entry in the audit log", () => {
  // No text of PostgreSQL holds a NUL, so the entry cannot be written.
  const requestId = "\u0000";

  test("a session that cannot be noted is none, and the one before stays", async () => {
    const replaces = await world.open("ada");
    await refusalOf(world.open("ada", { requestId, replaces }));
    expect(await world.db.$count(sessions)).toBe(1);
    expect(await world.read(replaces)).toBeDefined();
  });

  test("an end that cannot be noted is none", async () => {
    const secret = await world.open("ada");
    const visitor = await world.visitor(secret);
    await refusalOf(endSession({ db: world.db }, visitor, requestId));
    await refusalOf(revokeSession({ db: world.db }, visitor, visitor.sessionId, requestId));
    expect(await world.read(secret)).toBeDefined();
  });
});

test("the list has one's own sessions, the newest first, and nothing of their secrets", async () => {
  const secrets = [await world.open("ada", { userAgent: firefox }), await world.open("ada", { via: "link" })];
  await world.open("eve");
  const { id } = await world.user("ada");
  const rows = await listOwnSessions(world.db, id);
  const [first, second] = await world.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(sessions.id);
  const shown = { createdAt: expect.any(Date), lastSeenAt: expect.any(Date) };
  expect(rows).toEqual([
    { id: second!.id, via: "link", userAgent: null, ...shown },
    { id: first!.id, via: "github", userAgent: firefox, ...shown },
  ]);
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
});
