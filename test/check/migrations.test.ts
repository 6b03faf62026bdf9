import { describe, expect, test } from "bun:test";
import { migrationProblems } from "./migrations.ts";

type Entry = { idx: number; when: number; tag: string };

function problems(entries: Entry[], files = entries.map(({ tag }) => `${tag}.sql`)): string[] {
  return migrationProblems({ entries }, files);
}

const first: Entry = { idx: 0, when: 100, tag: "0000_first" };
const second: Entry = { idx: 1, when: 200, tag: "0001_second" };

test("a journal in order passes", () => {
  expect(problems([])).toEqual([]);
  expect(problems([first, second])).toEqual([]);
});

describe("reports", () => {
  const cases: [string, string[], RegExp][] = [
    [
      "one that is older than its predecessor",
      problems([first, { ...second, when: 99 }]),
      /would never be applied/,
    ],
    ["one of the same moment", problems([first, { ...second, when: 100 }]), /would never be applied/],
    ["one out of its place", problems([first, { ...second, idx: 2 }]), /number 2 at place 1/],
    [
      "one that is in the journal twice",
      problems([first, { ...second, tag: "0000_first" }], ["0000_first.sql"]),
      /twice/,
    ],
    [
      "a file that no journal names",
      problems([first], ["0000_first.sql", "0001_lost.sql"]),
      /0001_lost\.sql is not/,
    ],
    ["an entry without its file", problems([first, second], ["0000_first.sql"]), /0001_second.*missing/],
  ];
  test.each(cases)("%s", (_, found, message) => expect(found).toEqual([expect.stringMatching(message)]));
});
