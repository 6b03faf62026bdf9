import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { connectGitHub, type GitHub } from "../../server/github/github.ts";
import { createLog } from "../../server/log.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { failureOf } from "./adapter.ts";

const log = createLog("silent");

describe.each(["", "/api/v3"])("the record of deliveries below %p", (basePath) => {
  let fake: FakeGitHub;
  let github: GitHub;
  let aheadMs = 0;
  beforeEach(async () => {
    aheadMs = 0;
    const now = () => new Date(Date.now() + aheadMs);
    fake = await startFakeGitHub({ basePath, now });
    fake.webhookTo(() => new Response("ok"));
    github = connectGitHub(fake.config, { log, now });
  });
  afterEach(() => fake.stop());

  async function all() {
    const pages = [await github.deliveries.list(null)];
    while (pages.at(-1)!.next !== null) pages.push(await github.deliveries.list(pages.at(-1)!.next));
    return pages;
  }

  test("is read page by page, each attempt once and the newest first, with ids past what numbers hold", async () => {
    for (let count = 0; count < 205; count++) await fake.deliver("issues", { action: "opened", count });
    const pages = await all();
    expect(pages.map(({ attempts }) => attempts.length)).toEqual([100, 100, 5]);
    const ids = pages.flatMap(({ attempts }) => attempts.map(({ id }) => id));
    expect(ids).toEqual(fake.deliveries.map(({ id }) => id).toReversed());
    expect(BigInt(ids[0]!)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(pages[0]!.attempts[0]).toMatchObject({ event: "issues", action: "opened", statusCode: 200 });
    expect(Math.abs(Date.now() - pages[0]!.asOf!.getTime())).toBeLessThan(10_000);
  });

  test("tells what failed, has it sent again under its GUID, and tells of that too", async () => {
    const { guid } = await fake.lose("issues", { action: "opened" });
    const [{ attempts }] = (await all()) as [Awaited<ReturnType<GitHub["deliveries"]["list"]>>];
    expect(attempts).toMatchObject([{ guid, statusCode: 502 }]);
    await github.deliveries.sendAgain(attempts[0]!.id);
    await fake.sentAgain();
    const [again] = await all();
    expect(again!.attempts).toMatchObject([
      { guid, statusCode: 200 },
      { guid, statusCode: 502 },
    ]);
    expect(fake.deliveries.at(-1)).toMatchObject({ guid, redelivery: true });
  });

  test("has what was to be brought", async () => {
    await fake.lose("issues", { action: "opened", text: "é🧪" });
    const read = await github.deliveries.read(fake.deliveries[0]!.id);
    expect(read).toMatchObject({ guid: fake.deliveries[0]!.guid, event: "issues" });
    expect(JSON.parse(new TextDecoder().decode(read.payload))).toEqual({ action: "opened", text: "é🧪" });
  });

  test("ends after three days: what is older is listed and sent no more", async () => {
    await fake.lose("issues", { action: "opened" });
    const { id } = fake.deliveries[0]!;
    aheadMs = 3 * 86_400_000;
    expect((await all())[0]!.attempts).toEqual([]);
    expect(await failureOf(github.deliveries.sendAgain(id))).toMatchObject({ kind: "refused", status: 404 });
    expect(await failureOf(github.deliveries.read(id))).toMatchObject({ kind: "refused", status: 404 });
  });
});

test("without an App there is no record to read", async () => {
  const fake = await startFakeGitHub();
  const github = connectGitHub({ ...fake.config, appId: undefined, privateKey: undefined }, { log });
  expect(await failureOf(github.deliveries.list(null))).toMatchObject({ kind: "not_configured" });
  expect(await failureOf(github.written.repositories("acme"))).toMatchObject({ kind: "not_configured" });
  await fake.stop();
});
