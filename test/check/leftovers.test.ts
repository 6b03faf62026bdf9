import { describe, expect, test } from "bun:test";
import { leftovers, lockfileProblems } from "./leftovers.ts";

const machine = { checkout: "/srv/build/checkout-7", home: "/home/ada" };

function found(text: string): string[] {
  return leftovers([{ path: "docs/a.md", text: `first line\n${text}\n` }], machine);
}

// In two halves, so that this file passes the check itself.
const reported = [
  ["work left for later", "// TO", "DO: round half up"],
  ["a mend left for later", "// FIX", "ME"],
  ["a mark to come back to", "// XX", "X"],
  ["a promise", "This is not imple", "mented yet."],
  ["another promise", "Charts are coming so", "on."],
  ["a test that does not run", "test.sk", "ip('adds', () => {})"],
  ["a test that keeps others from running", "describe.on", "ly('adds', () => {})"],
  ["a test to be written", "it.to", "do('adds')"],
  ["the place of the checkout", "cd /srv/build/checko", "ut-7/server"],
  ["a person's home", "see /home/a", "da/notes.txt"],
  ["a build machine's folder", "cd /wo", "rk/main"],
  ["the same in quotes", '"/wo', 'rk/main"'],
  ["a package registry", "https://registry.exa", "mple.com/elysia"],
  ["a registry's mirror", "http://npm-artifa", "ctory.example.com/"],
] as const;

describe("reports, with file and line,", () => {
  test.each(reported)("%s", (_, one, other) => {
    expect(found(one + other)).toEqual([expect.stringMatching(/^docs\/a\.md:2: \S/)]);
  });
});

const passing = [
  "a todo list for the day",
  "the network/cable and homework/maths folders",
  "https://example.com/registry",
  "read from the registry of clients",
  "test.each([1, 2])",
  "someday.only(then)",
  "/root/ and /app/server",
];

describe("passes", () => {
  test.each(passing)("%s", (text) => expect(found(text)).toEqual([]));
});

test("a checkout or home at a common place is not looked for", () => {
  const files = [{ path: "Dockerfile", text: "WORKDIR /app\nRUN ls /root" }];
  expect(leftovers(files, { checkout: "/app", home: "/root" })).toEqual([]);
});

describe("the lockfile", () => {
  test.each([
    "https://packages.example.com/elysia/-/elysia-1.4.30.tgz",
    "git+ssh://git@example.com/a/b.git#1234",
    "file:../elysia",
  ])("may not hold %s", (address) => {
    const line = `"elysia": ["elysia@1.4.30", "${address}", {}, "sha512-x"],`;
    expect(lockfileProblems(line)).toEqual([expect.stringContaining(address)]);
  });

  test("holds names, versions and checksums", () => {
    expect(lockfileProblems(`"file-type": ["file-type@22.3.0", "", {}, "sha512-http+git/file=="],`)).toEqual(
      [],
    );
  });
});
