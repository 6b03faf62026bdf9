import { describe, expect, test } from "bun:test";
import { problem, svc } from "./running.ts";

const host = "http://localhost:3000";
const issue = (url: string) => [
  Response.json({
    repository: "acme/web",
    issue: { number: 12, title: "Login fails", url },
    planned_minutes: 0,
    actual_minutes: 0,
    difference_minutes: 0,
    people: [],
    entries: [],
  }),
];

describe("a page of the panel", () => {
  const pages: [argv: string[], address: string][] = [
    [[], `${host}/admin`],
    [["overview"], `${host}/admin`],
    [["entries"], `${host}/admin/entries`],
    [["tokens"], `${host}/admin/tokens`],
    [["docs"], `${host}/docs`],
    [["tokens", "--host", "https://hours.example.com"], "https://hours.example.com/admin/tokens"],
  ];
  test.each(pages)("%p is shown in the browser, and printed in a pipe", async (argv, address) => {
    expect(await svc(["open", ...argv], [], { tty: true, env: {} })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `Your browser shows ${address}\n`,
      opened: [address],
      requests: [],
    });
    expect(await svc(["open", ...argv], [], { env: {} })).toMatchObject({
      code: 0,
      stdout: `${address}\n`,
      stderr: "",
      opened: [],
    });
  });

  test("is printed where there is no browser, or none is wanted", async () => {
    const printed = { code: 0, stdout: `${host}/admin/audit\n`, opened: [] };
    expect(await svc(["open", "audit"], [], { tty: true, browser: false })).toMatchObject(printed);
    expect(await svc(["open", "audit", "--no-browser"], [], { tty: true })).toMatchObject(printed);
  });

  test.each([
    ["tokns", "Did you mean tokens?"],
    ["constructor", "Pages: overview, entries, "],
  ])("%p is refused", async (page, fix) => {
    const ran = await svc(["open", page], [], { tty: true });
    expect(ran).toMatchObject({ code: 2, stdout: "", opened: [], requests: [] });
    expect(ran.stderr).toStartWith(`error: there is no page "${page}"\n  ${fix}`);
  });
});

describe("an issue", () => {
  test("is shown at the address that the server knows", async () => {
    const url = "https://github.example/acme/web/issues/12";
    const ran = await svc(["open", "acme/web#12"], issue(url), { tty: true });
    expect(ran).toMatchObject({ code: 0, opened: [url] });
    expect(ran.calls).toEqual(["GET /api/v1/issues/acme/web/12/plan-vs-actual"]);
  });

  test("that is none is refused before anything is asked", async () => {
    const ran = await svc(["open", "acme/web"], []);
    expect(ran).toMatchObject({
      code: 2,
      stderr:
        'error: "acme/web" does not name an issue\n  Write it as owner/repo#number, e.g. acme/web#12, or give the address of its page\n',
      requests: [],
    });
  });

  test("that the server does not let one see is not found", async () => {
    const ran = await svc(["open", "acme/web#12"], [problem(404, "issue_not_found", "No such issue.")]);
    expect(ran).toMatchObject({ code: 5, stdout: "", opened: [] });
  });
});
