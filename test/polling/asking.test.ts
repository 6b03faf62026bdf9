import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Issue } from "../../server/github/simulated/things.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Asking, askingIn, lists, minutesAgo } from "./asked-for-comments.ts";

let svc: TestApp;
let issue: Issue;
let asking: Asking;
beforeEach(async () => {
  svc = await startApp();
  issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  asking = askingIn(svc);
});
afterEach(() => svc.stop());

const minutes = async () => (await asking.entries()).map((entry) => entry.minutes);

describe("a comment that nobody announced", () => {
  test("is recorded with the labels of the moment and confirmed", async () => {
    await asking.turn();
    svc.github.write(issue, "ada", "/log 2h\n/plan 4h");
    expect(await asking.turn()).toBe(true);
    expect(await asking.entries()).toMatchObject([
      { kind: "time", minutes: 120, labels: ["client:globex"], backfilledAt: null },
      { kind: "plan", minutes: 240, labels: ["client:globex"], backfilledAt: null },
    ]);
    const [reply] = await svc.github.whenCommented(issue, 1, 15_000);
    expect(reply!.body).toContain("2h");
    expect(await asking.deliveries()).toMatchObject([{ outcome: "recorded", polledAt: expect.any(Date) }]);
  });

  test("is recorded once, however often it is found", async () => {
    svc.github.write(issue, "ada", "/log 2h");
    for (let turn = 0; turn < 4; turn++) {
      asking.restart();
      await asking.turn();
    }
    expect(await minutes()).toEqual([120]);
    expect(await asking.deliveries()).toHaveLength(1);
  });

  test("of the last ten minutes is recorded at the first look, and none of before", async () => {
    svc.github.write(issue, "ada", "/log 1h", { at: minutesAgo(12) });
    const edited = svc.github.write(issue, "ada", "/log 3h", { at: minutesAgo(60 * 24) });
    edited.updatedAt = new Date();
    svc.github.write(issue, "ada", "/log 2h", { at: minutesAgo(9) });
    await asking.turn();
    expect(await minutes()).toEqual([120]);
  });

  test("that was read more than two minutes late is marked, and its reply says so", async () => {
    svc.github.write(issue, "ada", "/log 1h", { at: minutesAgo(5) });
    svc.github.write(issue, "ada", "/log 2h", { at: minutesAgo(1) });
    await asking.turn();
    expect(await asking.entries()).toMatchObject([
      { minutes: 60, backfilledAt: expect.any(Date) },
      { minutes: 120, backfilledAt: null },
    ]);
    const [late, early] = await asking.confirmations();
    expect(late!.body).toContain("did not reach svc");
    expect(early!.body).not.toContain("did not reach svc");
  });

  test("and is delivered as well counts once, whichever is first", async () => {
    await asking.turn();
    const { answer } = await svc.github.comment(issue, "ada", "/log 1h");
    expect(JSON.parse(answer)).toMatchObject({ outcome: "recorded" });
    await asking.turn();
    const written = svc.github.write(issue, "ada", "/log 2h");
    await asking.turn();
    const payload = svc.github.payloads.issueComment("created", written);
    const late = await svc.github.deliver("issue_comment", payload);
    expect(JSON.parse(late.answer)).toMatchObject({ outcome: "duplicate" });
    expect(await minutes()).toEqual([60, 120]);
    expect(await asking.confirmations()).toHaveLength(2);
  });

  test("at the same moment as it is delivered, too", async () => {
    await asking.turn();
    const written = Array.from({ length: 6 }, (_, place) =>
      svc.github.write(issue, "ada", `/log ${place + 1}m`),
    );
    const announced = written.map((comment) =>
      svc.github.deliver("issue_comment", svc.github.payloads.issueComment("created", comment)),
    );
    await Promise.all([asking.turn(), ...announced]);
    expect((await minutes()).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await asking.confirmations()).toHaveLength(6);
  });

  test("by somebody who may not log, or with a slip, has the outcome that a delivery has", async () => {
    svc.github.write(issue, "stranger", "/log 2h");
    svc.github.write(issue, "ada", "/log 2");
    svc.github.write(issue, "ada", "Nice!");
    await asking.turn();
    const outcomes = (await asking.deliveries()).map(({ outcome, sender }) => [outcome, sender]);
    expect(outcomes.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
      ["no_command", "ada"],
      ["not_member", "stranger"],
      ["refused", "ada"],
    ]);
    expect(await minutes()).toEqual([]);
  });

  test("by an app, svc itself among them, is passed over", async () => {
    await asking.turn();
    svc.github.write(issue, svc.github.bot, "/log 2h", { byOurApp: true });
    svc.github.write(issue, svc.github.user("ci", { type: "Bot" }), "/log 2h");
    await asking.turn();
    expect(await asking.deliveries()).toEqual([]);
  });
});

describe("what changes afterwards", () => {
  test("an edit never logs, neither of what svc knows nor of an old comment", async () => {
    const old = svc.github.write(issue, "ada", "Hm.", { at: minutesAgo(60) });
    await asking.turn();
    const plain = svc.github.write(issue, "ada", "Hm.");
    const logged = svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    for (const comment of [old, plain, logged])
      Object.assign(comment, { body: "/log 8h", updatedAt: new Date() });
    asking.restart();
    await asking.turn();
    expect(await minutes()).toEqual([60]);
  });

  test("a comment that is deleted before it is read records nothing, one deleted later stays", async () => {
    svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    svc.github.write(issue, "ada", "/log 2h");
    issue.comments.splice(0);
    await asking.turn();
    expect(await minutes()).toEqual([60]);
  });

  test("an issue that is gone when it is asked for holds up nothing", async () => {
    const gone = svc.github.issue("acme/web");
    svc.github.write(gone, "ada", "/log 1h");
    svc.github.write(issue, "ada", "/log 2h");
    svc.github.fail({ path: `/repos/acme/web/issues/${gone.number}`, respond: { status: 410 } });
    await asking.turn();
    expect(await minutes()).toEqual([120]);
  });
});

describe("repositories", () => {
  test("are read wherever the App is, pull requests as well", async () => {
    svc.github.repo("acme/api", { private: true });
    svc.github.write(svc.github.issue("acme/api"), "ada", "/log 1h");
    svc.github.write(svc.github.issue("acme/web", { pullRequest: true }), "ada", "/log 2h");
    await asking.turn();
    expect((await minutes()).toSorted((one, other) => one - other)).toEqual([60, 120]);
  });

  test("that come later are read from ten minutes before they were first missed", async () => {
    await asking.turn();
    await asking.agoBy(30);
    svc.github.repo("acme/new", { private: true });
    const fresh = svc.github.issue("acme/new");
    svc.github.write(fresh, "ada", "/log 1h", { at: minutesAgo(45) });
    svc.github.write(fresh, "ada", "/log 2h", { at: minutesAgo(35) });
    await asking.turn();
    expect(await minutes()).toEqual([120]);
  });

  test("that are renamed keep their place", async () => {
    svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    svc.github.renameRepo("acme/web", "site");
    svc.github.write(issue, "ada", "/log 2h");
    await asking.turn();
    expect((await asking.entries()).map(({ repository }) => repository)).toEqual(["acme/web", "acme/site"]);
    expect(await asking.repositories()).toMatchObject([{ name: "acme/site" }]);
  });

  test("that are renamed between two questions are followed", async () => {
    await asking.turn();
    const { requests } = svc.github;
    svc.github.fail({ path: "/installation/repositories", delayMs: 1 });
    svc.github.write(issue, "ada", "/log 2h");
    svc.github.fail({ path: "/repos/acme/web/issues/comments", delayMs: 200 });
    const turn = asking.turn();
    const before = requests.length;
    while (!requests.slice(before).some(({ path }) => lists.test(path))) await Bun.sleep(5);
    svc.github.renameRepo("acme/web", "site");
    await turn;
    expect(await minutes()).toEqual([120]);
  });

  test("that go are asked no more", async () => {
    svc.github.repo("acme/api", { private: true });
    await asking.turn();
    svc.github.removeRepo("acme/api");
    asking.requests();
    await asking.turn();
    expect(asking.requests().map(({ path }) => path)).not.toContain("/repos/acme/api/issues/comments");
    expect(await asking.repositories()).toMatchObject([{ name: "acme/web" }]);
  });
});

describe("many comments", () => {
  test("are read to the end in one turn, edits and deletions in between", async () => {
    await asking.turn();
    await asking.agoBy(60 * 24 * 14);
    for (let count = 0; count < 250; count++)
      svc.github.write(issue, "ada", count % 50 === 0 ? "/log 5m" : "Hm.", {
        at: new Date(minutesAgo(5000).getTime() + count * 1000),
      });
    const before = svc.github.requests.length;
    const changes = setInterval(() => {
      const isUnderWay = svc.github.requests.slice(before).some(({ path }) => lists.test(path));
      const plain = issue.comments.filter(({ body }) => body === "Hm.");
      if (!isUnderWay || plain.length < 200) return;
      issue.comments.splice(issue.comments.indexOf(plain[0]!), 1);
      plain[1]!.updatedAt = new Date();
    }, 5);
    await asking.turn();
    clearInterval(changes);
    expect(await minutes()).toHaveLength(5);
  }, 60_000);

  test("of one second, more than a page holds, are all read", async () => {
    const at = minutesAgo(8);
    for (let count = 0; count < 230; count++)
      svc.github.write(issue, "ada", count % 23 === 22 ? "/log 5m" : "Hm.", { at });
    await asking.turn();
    expect(await minutes()).toHaveLength(10);
    await asking.turn();
    expect(await minutes()).toHaveLength(10);
  }, 60_000);
});

describe("a quiet turn", () => {
  test("asks one question for each repository and one for the list of them, none of which costs anything", async () => {
    for (let count = 0; count < 5; count++) svc.github.repo(`acme/quiet-${count}`, { private: true });
    svc.github.write(issue, "ada", "/log 5m");
    await asking.turn();
    // svc's own reply changes the list, too.
    await svc.github.whenCommented(issue, 1, 15_000);
    for (let turn = 0; turn < 3; turn++) await asking.turn();
    asking.requests();
    await asking.turn();
    const requests = asking.requests();
    expect(requests.map(({ status }) => status)).toEqual(Array(7).fill(304));
    expect(requests.map(({ path }) => path).toSorted()[0]).toBe("/installation/repositories");
  });

  test("asks anew with another token, and misses nothing meanwhile", async () => {
    for (let turn = 0; turn < 2; turn++) await asking.turn();
    svc.github.expireTokens();
    asking.requests();
    await asking.turn();
    expect(asking.requests().filter(({ status }) => status === 200).length).toBeGreaterThan(1);
    svc.github.write(issue, "ada", "/log 5m");
    await asking.turn();
    expect(await minutes()).toEqual([5]);
  });

  test("writes nothing to the repositories' rows", async () => {
    for (let turn = 0; turn < 2; turn++) await asking.turn();
    const state = () => svc.database.db.execute("select ctid, xmin from polled_repositories");
    const before = [...(await state())];
    await asking.turn();
    expect([...(await state())]).toEqual(before);
  });
});
