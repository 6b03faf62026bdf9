import { describe, expect, test } from "bun:test";
import { type Facts, stepsOf } from "../../server/set-up/steps.ts";
import { linkFileLine, noLinkLine, startLines } from "../../server/set-up/start-lines.ts";

const nothing: Facts = {
  hasEntries: false,
  played: false,
  connected: false,
  heard: false,
  mapped: false,
  tokenUsed: false,
  publicUrl: "http://localhost:3000",
};
const doneWith = (facts: Partial<Facts>) =>
  stepsOf({ ...nothing, ...facts })
    .filter(({ done }) => done)
    .map(({ name }) => name)
    .filter((name) => name !== "signIn");

test("whoever reads the steps is signed in, and that is all there is at first", () => {
  expect(stepsOf(nothing).map(({ done }) => done)).toEqual([true, false, false, false, false, false]);
});

test.each([
  [{ hasEntries: true }, ["hours"]],
  [{ played: true }, ["hours"]],
  [{ connected: true }, []],
  [{ heard: true }, []],
  [{ connected: true, heard: true }, ["github"]],
  [{ mapped: true }, ["client"]],
  [{ tokenUsed: true }, ["token"]],
  [{ publicUrl: "https://hours.example.com" }, ["production"]],
  [{ publicUrl: "https://localhost:3000" }, []],
  [{ publicUrl: "http://127.0.0.1" }, []],
] as [Partial<Facts>, string[]][])("with %j are done: %j", (facts, done) => {
  expect(doneWith(facts)).toEqual(done as ReturnType<typeof doneWith>);
});

describe("what a person at the terminal is told of a start", () => {
  const start = {
    publicUrl: "http://localhost:3000",
    database: { server: false, dataDir: "/var/lib/svc" },
    github: undefined,
    signIn: "http://localhost:3000/sign-in/link/x",
    playground: false,
  };

  test("where it is, how to sign in, where its data are, and what to do about GitHub", () => {
    expect(startLines(start)).toBe(`svc is ready
  Ready         http://localhost:3000
  Sign in once  http://localhost:3000/sign-in/link/x
                within 30 minutes of this start
  Database      svc's own PostgreSQL, in /var/lib/svc (DATABASE_URL names a server instead)
  GitHub        not connected: Set-up in the panel does it, or tries svc without`);
  });

  test("no link where there is none, and nothing of what is not so", () => {
    const told = startLines({
      ...start,
      database: { server: true, dataDir: "" },
      github: "https://github.com",
      signIn: undefined,
      playground: true,
    });
    expect(told).not.toContain("Sign in");
    expect(told).toContain("GitHub        https://github.com\n");
    expect(told).toContain("Database      the server of DATABASE_URL\n");
    expect(told).toContain("Playground    kept from before");
  });

  test("elsewhere the file is named, never the link; and what to do where there can be none", () => {
    expect(linkFileLine("/d/first-sign-in.txt")).toContain("with the link in /d/first-sign-in.txt");
    expect(noLinkLine("/d", "EACCES")).toContain("Make that a folder svc may write to");
  });
});
