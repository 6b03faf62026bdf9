import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { curlLine, quoted, svcLine } from "../../server/entries/lists/command-lines.ts";
import { page, svc } from "../cli/running.ts";
import { hostileTexts } from "../support/hostile.ts";

/** The words that a shell makes of a line, which it takes for a call of a function of that name. */
function wordsOf(line: string, shell = "sh"): string[] {
  const script = `svc() { printf '%s\\0' "$@"; }; curl() { printf '%s\\0' "$@"; }; ${line}`;
  const { stdout, stderr, exitCode } = Bun.spawnSync([shell, "-c", script], {
    env: { PATH: process.env["PATH"] ?? "", SVC_TOKEN: "the token" },
  });
  expect([line, exitCode, stderr.toString()]).toEqual([line, 0, ""]);
  return stdout.toString().split("\0").slice(0, -1);
}

const texts = [
  ...hostileTexts,
  "it's",
  "'",
  "''",
  "\\'",
  "$(id)",
  "`id`",
  "a b",
  "*",
  "~",
  "#12",
  "!!",
  "-x",
  "--csv",
  "--label=x",
  "--",
  "--debug",
  "list",
  "=ls",
  "a;b&c|d>e<f",
  "\u001b[201~",
  "\r\n",
].filter((text) => text !== "" && text.isWellFormed());

const anyText = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).filter((text) => !text.includes("\0")),
  fc.constantFrom(...texts),
);

describe("a text as one word of a shell's line", () => {
  test("comes back as it was, from sh and from bash", () => {
    for (const shell of ["sh", "bash"]) {
      fc.assert(
        fc.property(fc.array(anyText, { minLength: 1, maxLength: 8 }), (many) => {
          expect(wordsOf(`svc ${many.map(quoted).join(" ")}`, shell)).toEqual(many);
        }),
        { numRuns: 60 },
      );
    }
  });

  test("is left as it is where no shell sees more in it", () => {
    expect(["wbso:dev", "2026-10-01", "acme/web", "@x"].map(quoted)).toEqual([
      "wbso:dev",
      "2026-10-01",
      "acme/web",
      "@x",
    ]);
    expect(["", "acme/web#1", "-x", "=ls", "a=b"].map(quoted)).toEqual([
      "''",
      "'acme/web#1'",
      "'-x'",
      "'=ls'",
      "'a=b'",
    ]);
  });
});

describe("the line for svc", () => {
  test("reads as a person would write it", () => {
    const query = new URLSearchParams([
      ["label", "client:globex"],
      ["label", "needs review, please"],
      ["label_prefix", "wbso:"],
      ["from", "2026-10-01"],
      ["client_id", "none"],
      ["issue", "acme/web#12"],
      ["include", "superseded"],
    ]);
    expect(svcLine("time", query)).toBe(
      "svc entries --label client:globex --label 'needs review, please' --label-prefix wbso: --from 2026-10-01 --client none --issue 'acme/web#12' --include superseded",
    );
    expect(svcLine("plan", new URLSearchParams())).toBe("svc plans");
  });

  test("holds nothing that a terminal would obey, quoted or not", () => {
    for (const text of ["\u001b[201~\rrm -rf /", "a\nb", "\u202Ebackwards", "tab\there"]) {
      const line = svcLine("time", new URLSearchParams({ label: text }));
      expect(line).toMatch(/^svc api '[\x20-\x7e]+' --paginate$/);
    }
  });

  test("asks the server for the very same entries, whatever the labels are", async () => {
    for (const label of texts) {
      for (const [kind, path] of [
        ["time", "time-entries"],
        ["plan", "plans"],
      ] as const) {
        const query = new URLSearchParams([
          ["label", label],
          ["label", "wbso:dev"],
          ["label_prefix", label],
          ["from", "2026-10-01"],
          ["to", "2026-10-31"],
          ["client_id", "3"],
          ["user", "ada"],
          ["repository", "acme/web"],
          ["issue", "acme/web#12"],
          ["include", "superseded"],
          ["as_of", "2026-11-03T10:00:00+01:00"],
        ]);
        const ran = await svc(wordsOf(svcLine(kind, query)), [page([])]);
        expect([label, ran.code]).toEqual([label, 0]);
        const [asked] = ran.requests;
        expect(asked!.pathname).toBe(`/api/v1/${path}`);
        for (const name of ["limit", "format", "cursor"]) asked!.searchParams.delete(name);
        expect(sorted(asked!.searchParams)).toEqual(sorted(query));
      }
    }
  }, 60_000);
});

test("the line for curl asks for the same as CSV, with the token of whoever runs it", () => {
  fc.assert(
    fc.property(anyText, (label) => {
      const query = new URLSearchParams([["label", label]]);
      const line = curlLine("https://hours.example", "time", query);
      expect(line).toMatch(/^[\x20-\x7e]+$/);
      const [flag, header, address, ...more] = wordsOf(line);
      expect([flag, header, more]).toEqual(["-H", "Authorization: Bearer the token", []]);
      const url = new URL(address!);
      expect(url.pathname).toBe("/api/v1/time-entries");
      expect([...url.searchParams]).toEqual([
        ["label", label.toWellFormed()],
        ["format", "csv"],
      ]);
      // What curl would take for several addresses.
      expect(address).not.toMatch(/[[\]{}]/);
    }),
    { numRuns: 60 },
  );
});

const sorted = (query: URLSearchParams) =>
  [...query].map(([name, value]) => `${name}=${value}`).sort((a, b) => (a < b ? -1 : 1));
