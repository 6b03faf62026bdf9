import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Correctable } from "../../server/entries/corrections/correction.ts";
import { asTyped, readCorrection, readTyped } from "../../server/entries/corrections/typed-correction.ts";
import { hostileTexts } from "../support/hostile.ts";

const today = { today: "2026-11-21", hoursPerDay: 8 };
const old: Correctable = {
  kind: "time",
  labels: ["client:globex", "needs review, please", "wbso:dev"],
  minutes: 90,
  workedOn: "2026-10-05",
  note: "as logged",
};
const read = (typed: Partial<ReturnType<typeof asTyped>>, of = old) =>
  readCorrection(of, { ...asTyped(of), reason: "a reason", ...typed }, today);
const asked = (typed: Partial<ReturnType<typeof asTyped>>, of = old) => {
  const outcome = read(typed, of);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.request;
};
const refused = (typed: Partial<ReturnType<typeof asTyped>>) => {
  const outcome = read(typed);
  return outcome.ok ? [] : outcome.problems.map(({ field, code }) => `${field ?? "form"}: ${code}`);
};

describe("the form of a correction", () => {
  test("a form that comes back as it was shown asks for no change, whatever the entry holds", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostileTexts));
    fc.assert(
      fc.property(
        fc.uniqueArray(text),
        fc.option(text.filter((note) => note !== "")),
        fc.integer({ min: 1, max: 1440 }),
        (labels, note, minutes) => {
          const entry = { ...old, labels, note, minutes };
          const outcome = readCorrection(entry, { ...asTyped(entry), reason: "because" }, today);
          expect(outcome.ok ? [] : outcome.problems.map(({ code }) => code)).toEqual(["no_change"]);
        },
      ),
    );
  });

  test("labels that stay, by their places, then the added ones, line by line and byte for byte", () => {
    const line = fc
      .string({ unit: "grapheme" })
      .filter((text) => text.trim() !== "" && !/[\r\n\0]/.test(text));
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { minLength: 1 }),
        fc.uniqueArray(line, { minLength: 1 }),
        fc.infiniteStream(fc.boolean()),
        fc.constantFrom("\n", "\r\n", "\r\n \r\n"),
        (labels, wanted, chance, between) => {
          const kept = labels.map(() => chance.next().value as boolean);
          const stay = labels.filter((_, at) => kept[at]);
          const added = wanted.filter((label) => !labels.includes(label));
          fc.pre(stay.length < labels.length || added.length > 0);
          const form = { ...old, labels };
          expect(asked({ kept, added: added.join(between) }, form).labels).toEqual([...stay, ...added]);
        },
      ),
    );
  });

  test("only what differs; a note that is emptied is removed", () => {
    expect(asked({ duration: "1u30", note: "" })).toEqual({
      labels: undefined,
      minutes: 90,
      workedOn: undefined,
      note: null,
      reason: "a reason",
    });
    expect(asked({ day: " 2026-10-06 " })).toMatchObject({ workedOn: "2026-10-06", labels: undefined });
    expect(asked({ anew: true })).toMatchObject({ labels: old.labels, minutes: undefined });
  });

  test.each([
    ["1u30", 90],
    ["2h", 120],
    ["1:45", 105],
    ["1,5 uur", 90],
    ["45 minuten", 45],
  ])("a duration as people write it in a command: %p", (duration, minutes) => {
    expect(asked({ duration, note: "changed" }).minutes ?? 90).toBe(minutes);
    expect(asked({ duration, note: "changed", kept: [true, true, false] }).labels).toHaveLength(2);
  });

  test.each([
    [["duration: missing"], { duration: "" }],
    [["duration: no_unit"], { duration: "2" }],
    [["duration: days"], { duration: "1d" }],
    [["duration: sign"], { duration: "-1h" }],
    [["duration: too_long"], { duration: "25h" }],
    [["duration: rest"], { duration: "2h of work" }],
    [["day: not_a_day"], { day: "2026-02-30" }],
    [["day: in_the_future"], { day: "2026-11-22" }],
    [["day: not_a_day"], { day: "" }],
    [["note: too_long"], { note: "x".repeat(501) }],
    [["note: several_lines"], { note: "two\u2028lines" }],
    [["added: repeated"], { added: "wbso:dev" }],
    [["added: repeated"], { added: "new\nnew" }],
    [["added: too_long"], { added: "é".repeat(513) }],
    [["reason: empty"], { reason: " " }],
    [["form: no_change"], {}],
    [
      ["added: repeated", "duration: no_unit", "day: not_a_day", "reason: empty"],
      { duration: "2", day: "x", reason: "", added: "wbso:dev" },
    ],
  ])("refused at its field and in the form's order: %j", (problems, typed) => {
    expect(refused(typed)).toEqual(problems);
  });

  test("a box that is not ticked is not sent, and nothing else is read as ticked", () => {
    const form = { "keep-1": "on", "keep-7": "on", note: "x" };
    expect(readTyped(form, 3)).toEqual({
      kept: [false, true, false],
      added: "",
      anew: false,
      duration: "",
      day: "",
      note: "x",
      reason: "",
    });
  });
});
