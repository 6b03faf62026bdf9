import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { count } from "drizzle-orm";
import { deliveries, entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

const rows = async (table: typeof deliveries | typeof entries) =>
  (await svc.db.select({ n: count() }).from(table))[0]!.n;

// oxlint-disable-next-line typescript/no-explicit-any -- what is done to it is what its type forbids
type Changeable = any;

/** A delivery of /log 2h by ada, changed by `change` before it is signed. */
function aDelivery(change: (payload: Changeable) => void = () => {}) {
  const issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  const payload = structuredClone(
    svc.github.payloads.issueComment("created", svc.github.write(issue, "ada", "/log 2h")),
  ) as unknown as Changeable;
  change(payload);
  return payload;
}

describe("a delivery that is not signed rightly is refused before anything is kept", () => {
  const body = () => JSON.stringify(aDelivery());
  const hmac = (algorithm: string, text: string, secret = svc.github.config.webhookSecret) =>
    createHmac(algorithm, secret).update(text).digest("hex");
  const cases: [string, (text: string) => string | null][] = [
    ["none", () => null],
    ["an empty one", () => ""],
    [
      "made with another secret",
      (text) => `sha256=${hmac("sha256", text, "another secret of at least 32 letters")}`,
    ],
    ["SHA-1", (text) => `sha1=${hmac("sha1", text)}`],
    ["truncated", (text) => `sha256=${hmac("sha256", text).slice(0, 63)}`],
    ["in upper case", (text) => `sha256=${hmac("sha256", text).toUpperCase()}`],
    ["of a body that differs by one byte", (text) => `sha256=${hmac("sha256", `${text} `)}`],
  ];
  test.each(cases)("signature: %s", async (_, sign) => {
    const before = await rows(deliveries);
    const text = body();
    const { status, answer } = await svc.github.deliver("issue_comment", text, { signature: sign(text) });
    expect(status).toBe(401);
    expect(JSON.parse(answer)).toMatchObject({ code: "bad_signature" });
    expect(await rows(deliveries)).toBe(before);
    expect(await rows(entries)).toBe(0);
  });
});

test("a body of 26 MiB is refused unread", async () => {
  const { status, answer } = await svc.github.deliver(
    "issue_comment",
    new Uint8Array(26 * 1024 * 1024).fill(32),
  );
  expect(status).toBe(413);
  expect(JSON.parse(answer)).toMatchObject({ code: "body_too_large" });
});

test("a form body is refused with what to set instead", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status, answer } = await svc.github.deliver("issue_comment", "payload=%7B%7D", { headers });
  expect(status).toBe(415);
  expect(answer).toContain("application/json");
});

describe("a signed delivery of an unknown shape is put aside, and nothing is recorded", () => {
  const cases: [string, () => unknown][] = [
    ["not JSON", () => "{"],
    ["empty", () => ""],
    ["null", () => "null"],
    ["a list", () => "[]"],
    ["invalid UTF-8", () => new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["labels null", () => aDelivery((p) => (p.issue.labels = null))],
    ["labels missing", () => aDelivery((p) => delete p.issue.labels)],
    ["labels a text", () => aDelivery((p) => (p.issue.labels = "client:globex"))],
    ["a label without a name", () => aDelivery((p) => (p.issue.labels = [{ id: 1 }]))],
    ["a label with NUL", () => aDelivery((p) => (p.issue.labels = [{ name: "a\0b" }]))],
    [
      "a label with half a surrogate pair",
      () => JSON.stringify(aDelivery((p) => (p.issue.labels = [{ name: "@@" }]))).replace("@@", "\\ud800"),
    ],
    ["a label of 1,025 bytes", () => aDelivery((p) => (p.issue.labels = [{ name: "x".repeat(1025) }]))],
    [
      "1,001 labels",
      () => aDelivery((p) => (p.issue.labels = Array.from({ length: 1001 }, (_, n) => ({ name: `l${n}` })))),
    ],
    [
      "a comment id above 2^53",
      () =>
        JSON.stringify(aDelivery((p) => (p.comment.id = 1)))
          .replace('"comment":{', '"comment":{"id":9007199254740993,')
          .replace(/("comment":\{.*?)"id":1,/, "$1"),
    ],
    ["an issue number of 1.5", () => aDelivery((p) => (p.issue.number = 1.5))],
    ["no repository", () => aDelivery((p) => delete p.repository)],
    ["no issue", () => aDelivery((p) => delete p.issue)],
    ["a repository name that leads elsewhere", () => aDelivery((p) => (p.repository.name = "../../orgs"))],
    ["a comment without a time", () => aDelivery((p) => (p.comment.created_at = "soon"))],
    ["a comment without an author", () => aDelivery((p) => (p.comment.user = null))],
    ["a title with NUL", () => aDelivery((p) => (p.issue.title = "\0"))],
    ["depth 10,000", () => `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
  ];
  test.each(cases)("%s", async (_, payload) => {
    const { status, answer } = await svc.github.deliver("issue_comment", payload());
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({ outcome: "malformed" });
    expect(await rows(entries)).toBe(0);
  });

  test("__proto__ in a payload reaches nothing", async () => {
    const text = JSON.stringify(aDelivery()).replace("{", '{"__proto__":{"allowed":true},');
    const { status } = await svc.github.deliver("issue_comment", text);
    expect(status).toBe(200);
    expect(({} as { allowed?: boolean }).allowed).toBeUndefined();
  });
});

test("NUL in the comment itself does not lose the hours", async () => {
  const before = await rows(entries);
  const issue = svc.github.issue("acme/web");
  const { answer } = await svc.github.comment(issue, "ada", "a\0b\n\n/log 2h with\0out");
  expect(JSON.parse(answer)).toMatchObject({ outcome: "recorded" });
  expect(await rows(entries)).toBe(before + 1);
});
