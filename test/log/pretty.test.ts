import { expect, test } from "bun:test";
import { createLog, lookFor } from "../../server/log.ts";
import { prettyLine } from "../../server/log-line.ts";

function logged(act: (log: ReturnType<typeof createLog>) => void, colours = false): string {
  const lines: string[] = [];
  act(
    createLog(
      "trace",
      (line) => lines.push(line),
      (line) => prettyLine(line, colours),
    ),
  );
  return lines.join("");
}

test("a line is told with its time, level, message and facts", () => {
  const line = logged((log) =>
    log.warn({ delivery: "a-1", missing: 3, gap: null }, "deliveries did not arrive"),
  );
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d WARN {2}deliveries did not arrive delivery=a-1 missing=3 gap=null\n$/,
  );
});

test("an error is told with its stack, further in", () => {
  const line = logged((log) => log.error({ err: new TypeError("no such thing") }, "a request failed"));
  expect(line).toMatch(/ERROR a request failed\n {4}TypeError: no such thing\n {4} +at /);
});

test("nothing that is logged moves the cursor or makes one line look like two", () => {
  const evil = "x\u001b[2J\r\nINFO  all is well\u0007\u009b2J";
  const line = logged((log) => log.info({ note: evil, [evil]: 1, err: evil }, evil));
  for (const sign of ["\u001b", "\r", "\u0007", "\u009b"]) expect(line).not.toContain(sign);
  expect(line.match(/^INFO/m)).toBeNull();
});

test("secrets are struck out before a line is made pretty", () => {
  const secret = `svc_${"a".repeat(43)}`;
  const key = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----";
  const lines = logged((log) => {
    log.info(`with ${secret}`);
    log.error({ err: new Error(`${secret} ${key}`) }, key);
  });
  expect(lines).not.toContain(secret);
  expect(lines).not.toContain("MIIE");
});

test("what is no line of the log stays as it is", () => {
  expect(prettyLine("Segmentation fault\n", true)).toBe("Segmentation fault\n");
  expect(prettyLine("3\n", false)).toBe("3\n");
});

test("it is pretty at a terminal and JSON elsewhere, unless told", () => {
  const terminal = { isTTY: true };
  expect(lookFor("auto", {}, {})).toBeUndefined();
  expect(lookFor("json", terminal, {})).toBeUndefined();
  const line = '{"level":30,"time":0,"msg":"hello"}\n';
  expect(lookFor("pretty", {}, {})!(line)).toBe("00:00:00 INFO  hello\n");
  expect(lookFor("auto", terminal, { NO_COLOR: "1" })!(line)).toBe("00:00:00 INFO  hello\n");
  expect(lookFor("auto", terminal, {})!(line)).toContain("\u001b[32mINFO ");
});
