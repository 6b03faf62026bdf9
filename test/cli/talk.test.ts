import { describe, expect, test } from "bun:test";
import { aToken, anEntry, page, svc } from "./running.ts";

const env = { SVC_TOKEN: aToken, NO_COLOR: "1" };
const amsterdam = { ...env, SVC_TZ: "Europe/Amsterdam" };

describe("the days that a period came to are told on stderr", () => {
  const examples: [argv: string[], stderr: string, search: string][] = [
    [
      ["--period", "2026-W53"],
      "Period 2026-12-28 … 2027-01-03\n",
      "?from=2026-12-28&to=2027-01-03&format=csv",
    ],
    [["--period", "2026-10.."], "Period 2026-10-01 …\n", "?from=2026-10-01&format=csv"],
    [["--period", "..2026-10"], "Period … 2026-10-31\n", "?to=2026-10-31&format=csv"],
    [
      ["--period", "today"],
      "Period 2026-11-20 … 2026-11-20 (Europe/Amsterdam)\n",
      "?from=2026-11-20&to=2026-11-20&format=csv",
    ],
    [["--period", "2026-10", "--quiet"], "", "?from=2026-10-01&to=2026-10-31&format=csv"],
    [["--from", "2026-10-01"], "", "?from=2026-10-01&format=csv"],
  ];
  test.each(examples)("%p", async (argv, stderr, search) => {
    const ran = await svc(["entries", ...argv], [page([anEntry()])], { env: amsterdam });
    expect({ stderr: ran.stderr, search: ran.requests[0]?.search }).toEqual({ stderr, search });
  });

  test("and today is that of SVC_TZ", async () => {
    const around = { env: { ...env, SVC_TZ: "Asia/Tokyo" }, now: () => new Date("2026-12-31T15:00:00Z") };
    const ran = await svc(["plans", "--period", "this-year"], [page([anEntry()])], around);
    expect(ran.stderr).toBe("Period 2027-01-01 … 2027-12-31 (Asia/Tokyo)\n");
  });
});

describe("days that cannot be meant are refused before anything is asked", () => {
  test.each([
    [
      ["--period", "this-mont"],
      'error: --period "this-mont" is not a period\n  Did you mean this-month? See: svc help periods\n',
    ],
    [
      ["--period", "2026-W54"],
      'error: --period "2026-W54" is not a period\n  Write it like last-month, 2026-10, 2026-W45 or 2026-Q4. See: svc help periods\n',
    ],
    [
      ["--period", "2026", "--to", "2026-10-31"],
      "error: --period and --to both say which days\n  Leave one of them out\n",
    ],
    [["--user", ""], "error: --user is empty\n  If a variable should hold its value, check that it is set\n"],
    [
      ["--repo", "web"],
      'error: --repo "web" is not what it takes\n  Write it as owner/repo, e.g. acme/web\n',
    ],
    [
      ["--issue", "acme/web"],
      'error: --issue "acme/web" is not what it takes\n  Write it as owner/repo#number, e.g. acme/web#12\n',
    ],
    [["--include", "all"], 'error: --include "all" is not what it takes\n  Write it as superseded\n'],
    [
      ["--as-of", "2026-11-03"],
      'error: --as-of "2026-11-03" is not what it takes\n  Write it as an instant with its offset, e.g. 2026-11-03T09:00:00Z\n',
    ],
  ])("%p", async (argv, stderr) => {
    expect(await svc(["entries", ...argv])).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });

  test("nor is a time zone that there is not", async () => {
    const ran = await svc(["entries", "--period", "today"], [], { env: { ...env, SVC_TZ: "Europe/Zwolle" } });
    expect(ran).toMatchObject({
      code: 2,
      stderr: 'error: SVC_TZ is "Europe/Zwolle", which is no time zone\n  Write it like Europe/Amsterdam\n',
    });
  });
});

test("--total is one number, of one small request", async () => {
  const ran = await svc(
    ["plans", "--user", "ada", "--total"],
    [page([anEntry()], { totals: { entries: 23, minutes: 2475 } })],
  );
  expect(ran).toMatchObject({ code: 0, stdout: "41.25\n", stderr: "" });
  expect(ran.calls).toEqual(["GET /api/v1/plans?user=ada&limit=1"]);
  const none = await svc(["entries", "--total"]);
  expect(none).toMatchObject({ code: 0, stdout: "0.00\n", stderr: "" });
});

describe("what takes long", () => {
  const slow = async (request: Request) => {
    await Bun.sleep(450);
    return page([anEntry(), anEntry()])(request);
  };
  test("is told on a terminal after 300 ms, and wiped away", async () => {
    const ran = await svc(["entries", "--csv", "id"], [slow], { env, tty: true });
    expect(ran).toMatchObject({ code: 0, stdout: "id\n7\n7\n" });
    expect(ran.stderr.replaceAll("\x1b[K", "⌫")).toMatch(/^(\rFetching…⌫)+\r⌫$/);
  });
  test("is not told in a pipe, nor where quiet is wanted", async () => {
    expect((await svc(["entries", "--csv"], [slow], { env })).stderr).toBe("");
    expect((await svc(["entries", "-q"], [slow], { env, tty: true })).stderr).toBe("");
  });
  test("and fails leaves the terminal clean", async () => {
    const failing = async () => {
      await Bun.sleep(350);
      return Promise.reject(Object.assign(new TypeError(), { code: "ECONNRESET" }));
    };
    const ran = await svc(["entries", "--group-by=day"], [failing], { env, tty: true });
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain("\r\x1b[Kerror: cannot reach ");
  });
});

describe("what the server takes long for", () => {
  const slowly = (answer: Response) => async () => {
    await Bun.sleep(400);
    return answer.clone() as Response;
  };
  const clients = Response.json({
    data: [{ id: 1, name: "Acme", status: "active", created_at: "2026-10-05T15:00:00.000Z" }],
    next_cursor: null,
  });
  const screen = (stderr: string) => stderr.replaceAll("\x1b[K", "⌫");

  test("is told on a terminal, by every command", async () => {
    const ran = await svc(["mappings", "list", "--client", "Acme"], [slowly(clients), clients], {
      env,
      tty: true,
    });
    expect(screen(ran.stderr)).toMatch(/^(\rWaiting for localhost:3000…⌫)+\r⌫/);
    const api = await svc(["api", "clients"], [slowly(clients)], { env, tty: true });
    expect(screen(api.stderr)).toMatch(/^(\rWaiting for localhost:3000…⌫)+\r⌫$/);
  });
  test("is told once, where a list tells how far it is", async () => {
    const ran = await svc(["entries", "--client", "Acme"], [slowly(clients), slow], { env, tty: true });
    expect(screen(ran.stderr)).toMatch(
      /^(\rWaiting for localhost:3000…⌫)+\r⌫(\rFetching…⌫)+\r⌫No entries match --client Acme\.\n$/,
    );
    async function slow(request: Request) {
      await Bun.sleep(400);
      return page([])(request);
    }
  });
  test("is not told in a pipe, nor where quiet is wanted", async () => {
    expect((await svc(["clients", "list"], [slowly(clients)], { env })).stderr).toBe("");
    const quiet = ["entries", "-q", "--client", "Acme"];
    expect((await svc(quiet, [slowly(clients), page([])], { env, tty: true })).stderr).toBe("");
  });
});

describe("an empty list on a terminal", () => {
  const seen = (...labels: string[]) =>
    Response.json({
      data: labels.map((label) => ({
        label,
        time: { entries: 1, minutes: 1 },
        plan: { entries: 0, minutes: 0 },
      })),
      next_cursor: null,
    });
  const labels = seen("wbso:speur", "wbso:dev", "client:acme", "needs review");
  const examples: [filter: string[], suggestion: string][] = [
    [["--label-prefix", "wsbo:"], "  The closest prefix in use: --label-prefix wbso:\n"],
    [["--label", "client:acm"], "  The closest label in use: --label client:acme\n"],
    [["--label", "needs-review"], "  The closest label in use: --label 'needs review'\n"],
    [["--label", "client:acme", "--label", "wbso:deb"], "  The closest label in use: --label wbso:dev\n"],
    [["--label", "nothing like it"], ""],
    [["--label", "client:acme"], ""],
    [["--label-prefix", "wbso:"], ""],
  ];
  test.each(examples)("tells the label that %p may have meant", async (filter, suggestion) => {
    for (const more of [[], ["--group-by", "client"]]) {
      const ran = await svc(["entries", ...filter, ...more], [page([]), labels], { env, tty: true });
      expect(ran).toMatchObject({ code: 0, stdout: "" });
      expect(ran.stderr.replace(/^No entries match .+\.\n/, "")).toBe(suggestion);
    }
  });
  test("asks for labels only where one was named, and only for a person", async () => {
    expect((await svc(["plans", "--user", "ada"], [page([])], { env, tty: true })).requests).toHaveLength(1);
    expect((await svc(["plans", "--label", "x"], [page([])], { env })).requests).toHaveLength(1);
    expect(
      (await svc(["plans", "--label", "x", "-q"], [page([])], { env, tty: true })).requests,
    ).toHaveLength(1);
  });
  test("is empty all the same where they cannot be had", async () => {
    const ran = await svc(["entries", "--label", "x"], [page([]), new Error("down")], { env, tty: true });
    expect(ran).toMatchObject({ code: 0, stderr: "No entries match --label x.\n" });
  });
});

test("the rows of every other command are shown in the pager as well", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    name: `C${i}`,
    status: "active",
    created_at: "",
  }));
  const shown: string[] = [];
  const ran = await svc(["clients", "list"], [Response.json({ data: rows, next_cursor: null })], {
    tty: true,
    rows: 24,
    env: { ...env, TERM: "xterm" },
    showInPager: async (text) => shown.push(text) > 0,
  });
  expect({ stdout: ran.stdout, pages: shown.length }).toEqual({ stdout: "", pages: 1 });
});

describe("a table longer than the terminal", () => {
  const many = Array.from({ length: 40 }, (_, i) => anEntry({ id: 100 - i }));
  async function paged(argv: string[], around: Record<string, string> = {}, rows = 24) {
    const shown: [text: string, command: string][] = [];
    const ran = await svc(["entries", ...argv], [page(many)], {
      tty: true,
      rows,
      env: { ...env, TERM: "xterm", ...around },
      showInPager: async (text, command) => shown.push([text, command]) > 0,
    });
    expect(ran.code).toBe(0);
    return { printed: ran.stdout !== "", shown };
  }
  test("is shown in the pager that the person has", async () => {
    const less = await paged([]);
    expect(less).toMatchObject({ printed: false, shown: [[expect.stringContaining("40 entries"), "less"]] });
    expect((await paged([], { PAGER: "more" })).shown[0]![1]).toBe("more");
    expect((await paged([], { PAGER: "more", SVC_PAGER: "most -s" })).shown[0]![1]).toBe("most -s");
  });
  test.each<[argv: string[], around: Record<string, string>, rows: number]>([
    [["--no-pager"], {}, 24],
    [[], { SVC_PAGER: "cat" }, 24],
    [[], { PAGER: "" }, 24],
    [[], { TERM: "dumb" }, 24],
    [[], {}, 60],
    [["--csv"], {}, 24],
  ])("is printed with %p %p on %d rows", async (argv, around, rows) => {
    expect(await paged(argv, around, rows)).toEqual({ printed: true, shown: [] });
  });
  test("is printed where the pager cannot be started", async () => {
    const ran = await svc(["entries"], [page(many)], { tty: true, rows: 24, env: { ...env, TERM: "xterm" } });
    expect(ran.stdout).toContain("40 entries");
  });
});
