import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type AuditFilter, auditHref, readAuditQuery } from "../../server/audit/audit-list.ts";
import { auditActions } from "../../server/audit/event.ts";

const read = (query: string) => readAuditQuery(new URLSearchParams(query));

describe("the audit log's address", () => {
  test.each<[string, AuditFilter]>([
    ["", {}],
    ["who=&action=&target=&from=&to=", {}],
    ["who=ada&action=token.revoked", { who: "ada", action: "token.revoked" }],
    ["target=token+12", { target: { type: "token", id: "12" } }],
    ["target=Token+%2312", { target: { type: "token", id: "12" } }],
    ["target=sign_in", { target: { type: "sign_in" } }],
    ["from=2026-11-01&to=2026-11-30", { from: "2026-11-01", to: "2026-11-30" }],
  ])("%s is read", (query, filter) => {
    expect(read(query)).toEqual({ ok: true, value: { filter } });
  });

  test.each([
    ["action=token.revokd", "action", "unknown_word"],
    ["actor=ada", "actor", "unknown"],
    ["who=ada&who=eve", "who", "repeated"],
    ["target=12", "target", "wrong_form"],
    ["target=token+x", "target", "wrong_form"],
    ["from=2026-02-30", "from", "not_a_day"],
    ["from=2026-12-01&to=2026-11-01", "from", "after_to"],
    ["before=x", "before", "unreadable"],
    ["before=99999999999999999", "before", "unreadable"],
    ["who=%00", "who", "unreadable"],
  ])("%s is refused, not passed over", (query, name, code) => {
    const reading = read(query);
    expect(reading.ok ? [] : reading.problems).toEqual([expect.objectContaining({ name, code })]);
  });

  test("reading it and writing it are inverse", () => {
    const filter = fc.record(
      {
        who: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
        action: fc.constantFrom(...auditActions),
        target: fc.record({ type: fc.stringMatching(/^[a-z_]{1,40}$/), id: fc.stringMatching(/^\d{1,16}$/) }),
        from: fc.constant("2026-01-31"),
        to: fc.constant("2026-12-31"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, fc.option(fc.integer({ min: 1 })), (filter, before) => {
        const href = auditHref(filter as AuditFilter, before === null ? {} : { before });
        expect(read(href.slice("/admin/audit".length))).toEqual({
          ok: true,
          value: { filter: filter as AuditFilter, ...(before !== null && { before }) },
        });
      }),
    );
  });
});
