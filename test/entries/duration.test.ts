import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { parseCommand } from "../../server/entries/command.ts";
import { formatDuration, mostMinutes, parseDuration } from "../../server/entries/duration.ts";

const read = (text: string, kind: "time" | "plan" = "time", hoursPerDay = 8) =>
  parseDuration(text, { kind, hoursPerDay });

const vectors = readFileSync(new URL("duration-vectors.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t") as [string, string]);

describe("the table of right outcomes", () => {
  const reasons: Record<string, string> = {
    "no unit": "no_unit",
    zero: "zero",
    "use a correction": "sign",
    "write hours": "days",
    seconds: "seconds",
    "second duration after words": "second_duration",
    "over 24h": "too_long",
  };
  test.each(vectors)("%s → %s", (input, outcome) => {
    const result = read(input);
    if (outcome.startsWith("reject")) {
      expect(result.ok).toBe(false);
      const why = outcome.slice("reject: ".length);
      if (!result.ok && why !== "") expect(result.reason).toBe(reasons[why]! as typeof result.reason);
      return;
    }
    const [seconds, note] = outcome.split(", note ");
    expect(result).toEqual({ ok: true, minutes: Number(seconds) / 60, rest: note ? note.slice(1, -1) : "" });
  });
});

describe("what is plainly hours and minutes is read", () => {
  test.each([
    ["2u", 120],
    ["1u30", 90],
    ["1,5 uur", 90],
    ["45 minuten", 45],
    ["2 UUR", 120],
    ["1 hour 30 minutes", 90],
    ["1h  30 min", 90],
    ["0h30m", 30],
    ["1h 0m", 60],
    ["24h", 1440],
    ["2\u00A0h", 120],
    ["1h\u202F30m", 90],
    ["\u200B2h", 120],
    ["1h05", 65],
    ["1:30 uur", 90],
    ["1:30h", 90],
    ["0.125h", 8],
    ["1.25h", 75],
    ["23:59", 1439],
    ["0:05", 5],
    ["02h", 120],
    ["1h 90m", 150],
    ["0.5m", 1],
    ["0.25m", 0],
    ["1.55h", 93],
    ["0.008333h", 0],
    ["0.00833333333333333334h", 1],
    ["1.0051h", 60],
    ["1.0083333333333333333333333333h", 60],
    ["1.0084h", 61],
    ["2h, fixed the bug", 120],
    ["2h: fixed", 120],
  ] as const)("%s → %d minutes", (text, minutes) => {
    const result = read(text);
    if (minutes === 0) expect(result).toMatchObject({ ok: false, reason: "zero" });
    else expect(result).toMatchObject({ ok: true, minutes });
  });
});

describe("the rest is refused with its own reason, and what to write instead", () => {
  test.each([
    ["", "missing", "`2h`"],
    ["2", "no_unit", "`2h`"],
    ["1.30", "no_unit", "`1.30h`"],
    ["2 tests", "no_unit", "`2`"],
    ["1d", "days", "`8h`"],
    ["3d", "days", "`24h`"],
    ["1w", "days", "write hours"],
    ["2 dagen", "days", "`16h`"],
    ["1h 30s", "seconds", "`15m`"],
    ["-1h", "sign", "correction"],
    ["−1h", "sign", "correction"],
    ["1h -30m", "sign", "`-30m`"],
    ["0m", "zero", "`1m`"],
    ["24h1m", "too_long", "24h"],
    ["24:01", "too_long", "`/log`"],
    ["1e9h", "no_unit", "`1e9h`"],
    ["Infinityh", "unreadable", "`Infinityh`"],
    ["NaN", "unreadable", "`NaN`"],
    ["２h", "unreadable", "`２h`"],
    [".5h", "unreadable", "`.5h`"],
    ["1.5.2h", "no_unit", "`1.5.2h`"],
    ["30m 1h", "order", "`1h30m`"],
    ["1h 1h", "order", "`1h30m`"],
    ["1h 30m 15m", "order", "once"],
    ["1.5h 30m", "order", "`1.5h`"],
    ["1h75", "no_unit", "`1h30m`"],
    ["2hfixed", "no_unit", "`2hfixed`"],
    ["2h#123", "attached", "`2h`"],
    ["1:30:15", "no_unit", "`1:30:15`"],
    ["1:75", "no_unit", "`1:75`"],
    ["1h5", "no_unit", "`1h05`"],
    ["1:30 min fix", "no_unit", "`1:30`"],
    ["1,000m", "order", "thousands"],
    ["1.125h", "order", "thousands"],
    ["1h, 30m", "second_duration", "one"],
    ["2 hours and a half", "second_duration", "`2h30m`"],
    ["2h half", "second_duration", "`2h30m`"],
    ["1h en 15 min", "second_duration", "`1h15m`"],
    ["1h & 15m", "second_duration", "`1h15m`"],
  ] as const)("%s → %s", (text, reason, hint) => {
    const result = read(text);
    expect(result).toMatchObject({ ok: false, reason });
    if (!result.ok) expect(result.message).toContain(hint);
  });

  test("a number that is long keeps the message short and its code spans whole", () => {
    for (const length of [...Array(50).keys(), 60_000]) {
      const result = read("1".repeat(length + 1));
      if (result.ok) throw new Error("it was read");
      expect(result.message.length).toBeLessThan(300);
      expect((result.message.match(/`/g) ?? []).length % 2).toBe(0);
    }
  });

  test("a working day is as long as the firm's", () => {
    const result = read("2d", "time", 7.5);
    if (!result.ok) expect(result.message).toContain("`15h`");
    expect(result.ok).toBe(false);
  });

  test("a plan may be of up to 1,000 hours", () => {
    expect(read("1000h", "plan")).toMatchObject({ ok: true, minutes: 60_000 });
    expect(read("1000h1m", "plan")).toMatchObject({ ok: false, reason: "too_long" });
  });

  test("words that only look like a second duration are a note", () => {
    expect(read("2h and 3 tests")).toMatchObject({ ok: true, minutes: 120, rest: "and 3 tests" });
  });

  test("what is quoted cannot leave its code span", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const result = read(`1 ${text}`);
        if (result.ok) return;
        expect(result.message.length).toBeLessThan(400);
        expect((result.message.match(/`/g) ?? []).length % 2).toBe(0);
        expect(result.message).not.toMatch(/[\n\r\0]/);
      }),
    );
  });
});

test("what is written is read back as the same minutes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: mostMinutes.plan }), (minutes) => {
      expect(read(formatDuration(minutes), "plan")).toEqual({ ok: true, minutes, rest: "" });
    }),
  );
});

test("every way of writing the same time reads alike", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hours, minutes) => {
      fc.pre(hours + minutes > 0);
      const bare = String(minutes).padStart(2, "0");
      const ways = [
        `${hours}:${String(minutes).padStart(2, "0")}`,
        `${hours}h${minutes}m`,
        `${hours}H ${minutes} Min`,
        `${hours} uur ${minutes} minuten`,
        `${hours}u${bare}`,
        `${hours * 60 + minutes}m`,
      ];
      for (const way of ways) expect(read(way)).toMatchObject({ ok: true, minutes: hours * 60 + minutes });
    }),
  );
});

test("65,536 characters of anything are read in time that grows with them and no faster", () => {
  const bodies = ["1h", "9", "1h ", " ", "1:", "0", "1.", "1h30m ", "and ", "1 h and ", "\u{1F600}", "uren"];
  const timeOf = (text: string) => {
    const start = performance.now();
    parseCommand("time", text, { commentedAt: new Date(), timeZone: "Europe/Amsterdam", hoursPerDay: 8 });
    return performance.now() - start;
  };
  for (const body of bodies) {
    const whole = body.repeat(Math.ceil(65_536 / body.length)).slice(0, 65_536);
    const times = (text: string) => Math.min(...[1, 2, 3].map(() => timeOf(text)));
    const [quarter, full] = [times(whole.slice(0, 16_384)), times(whole)];
    // Four times the length: four times the time, were it linear; sixteen, were it quadratic.
    // Below 50 ms a pause of a busy machine would be all that is measured.
    expect(full).toBeLessThan(Math.max(quarter, 5) * 10);
  }
});
