import { describe, expect, test } from "bun:test";
import { withoutSecrets } from "../../server/log.ts";
import { outcomes } from "../../server/deliveries/outcome.ts";
import { commentAddress, shownPayload } from "../../server/deliveries/payload.ts";
import { anotherOutcome } from "../../server/deliveries/processing-again.ts";

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const shown = (value: unknown) => shownPayload(bytes(value), withoutSecrets);

describe("a payload as it is shown", () => {
  test("is the JSON, indented", () => {
    const payload = { action: "created", comment: { id: 1, body: "/log 2h" } };
    expect(shown(payload)).toEqual({
      text: JSON.stringify(payload, null, 2),
      size: JSON.stringify(payload).length,
      isCut: false,
    });
  });

  test("has nothing secret in it, by name or by form, at any depth", () => {
    const { text } = shown({
      hook: { config: { secret: "hunter2", secrets: ["hunter3"], content_type: "json" } },
      client_secret: { nested: "hunter4" },
      installation: { access_token: "hunter5", has_password: true },
      comment: {
        body: `my token is svc_${"a".repeat(43)} and ghp_${"b".repeat(36)}\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----`,
      },
    });
    expect(text).not.toMatch(/hunter|svc_a|ghp_b|MIIE/);
    expect(text).toContain('"content_type": "json"');
    expect(text).toContain('"has_password": true');
    expect(text).toContain("my token is [redacted] and [redacted]");
  });

  test("is as it came where it is no JSON", () => {
    expect(shown("{ not JSON").text).toBe("{ not JSON");
  });

  test("is cut where it is long, never through a secret, and left out where it is huge", () => {
    const token = `svc_${"a".repeat(43)}`;
    for (let before = 65_450; before < 65_540; before += 7) {
      const { text, isCut } = shown(`"${"x".repeat(before)}${token} and ${"y".repeat(200)}"`);
      expect([text.length <= 65_536, isCut, text.includes("svc_a")]).toEqual([true, true, false]);
    }
    expect(shown("x".repeat(1_048_577))).toEqual({ text: "", size: 1_048_577, isCut: true });
  });

  test.each([
    [{ comment: { html_url: "https://github.com/a/b/issues/1#c" } }, "https://github.com/a/b/issues/1#c"],
    [{ comment: { html_url: 7 } }, undefined],
    [{ comment: null }, undefined],
    [null, undefined],
    ["not JSON", undefined],
  ])("the comment's address in %j", (payload, address) => {
    expect(commentAddress(bytes(payload))).toBe(address as string);
  });
});

test("only what hung on something beside the delivery can have another outcome", () => {
  const may = (state: "pending" | "done" | "failed", outcome: string | null) =>
    anotherOutcome({ state, outcome });
  expect([may("pending", null), may("failed", null)]).toEqual(["possible", "possible"]);
  const told = Object.fromEntries(Object.keys(outcomes).map((outcome) => [outcome, may("done", outcome)]));
  expect(told).toEqual({
    recorded: "answered",
    refused: "answered",
    duplicate: "answered",
    no_command: "settled",
    unsupported_event: "settled",
    not_created: "settled",
    bot: "settled",
    own_comment: "settled",
    foreign_owner: "possible",
    not_member: "possible",
    malformed: "possible",
  });
});
