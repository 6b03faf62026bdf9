import { describe, expect, test } from "bun:test";
import { aToken, svc } from "./running.ts";

describe("what is not right on the command line is refused before anything is asked", () => {
  const refusals: [argv: string[], stderr: string][] = [
    [
      ["entries", "--from", "2026-02-30"],
      `error: --from "2026-02-30" is not in the calendar\n  Write it as YYYY-MM-DD, e.g. 2026-10-31\n`,
    ],
    [
      ["entries", "--to", "31-10-2026"],
      `error: --to "31-10-2026" is not a day\n  Write it as YYYY-MM-DD, e.g. 2026-10-31\n`,
    ],
    [
      ["entries", "--from", "2026-10"],
      `error: --from "2026-10" is not a day\n  Write it as YYYY-MM-DD, e.g. 2026-10-31, or use --period 2026-10\n`,
    ],
    [["entries", "--from", ""], `error: --from "" is not a day\n  Write it as YYYY-MM-DD, e.g. 2026-10-31\n`],
    [
      ["entries", "--from", "2026-10-31", "--to", "2026-10-01"],
      "error: --from 2026-10-31 is after --to 2026-10-01\n  Put the earlier day in --from\n",
    ],
    [
      ["plans", "--from", "2026-10-01", "--from", "2026-11-01"],
      `error: --from is given more than once: "2026-10-01" and "2026-11-01"\n  Give it once\n`,
    ],
    [
      ["entries", "--label-prefix", "a:", "--label-prefix", "b:"],
      `error: --label-prefix is given more than once: "a:" and "b:"\n  Give it once\n`,
    ],
    [
      ["entries", "--label-prefix", ""],
      "error: --label-prefix is empty\n  If a variable should hold its value, check that it is set\n",
    ],
    [
      ["entries", "--label", "a", "--label="],
      "error: --label is empty\n  If a variable should hold its value, check that it is set\n",
    ],
    ...["0", "-1", "1.5", "ten", "", "1e3", "0x10", "9999999999", " 5"].map((limit): [string[], string] => [
      ["entries", `--limit=${limit}`],
      `error: --limit ${JSON.stringify(limit)} is not a number of rows\n  Write a whole number from 1, or leave it out\n`,
    ]),
    [
      ["entries", "--label", "--csv"],
      "error: --label has no value: --csv follows it\n  If --csv is meant as the value, write --label=--csv\n",
    ],
    [
      ["entries", "--from", "--to=2026-10-31"],
      "error: --from has no value: --to=2026-10-31 follows it\n  If --to=2026-10-31 is meant as the value, write --from=--to=2026-10-31\n",
    ],
    [["entries", "--label"], "error: option '--label <label>' argument missing\n  See: svc entries --help\n"],
    [
      ["entries", "--lable", "x"],
      "error: unknown option '--lable'\n  Did you mean --label? See: svc entries --help\n",
    ],
    [
      ["entries", "--include-superseded"],
      "error: unknown option '--include-superseded'\n  See: svc entries --help\n",
    ],
    [
      ["entries", "--label", "needs", "review"],
      "error: too many arguments for 'entries'. Expected 0 arguments but got 1.\n  A value with spaces needs quotes around it. See: svc entries --help\n",
    ],
    [
      ["entries", "--csv", "--json"],
      "error: option '--csv [columns]' cannot be used with option '--json [fields]'\n  See: svc entries --help\n",
    ],
    [["entires"], "error: unknown command 'entires'\n  Did you mean entries? See: svc --help\n"],
    [["help", "plan"], `error: there is no help on "plan"\n  Did you mean: svc help plans\n`],
    [
      ["help", "the weather"],
      `error: there is no help on "the weather"\n  Topics: output, csv, periods, environment, exit-codes, manual. Commands: svc help\n`,
    ],
  ];
  test.each(refusals)("%p", async (argv, stderr) => {
    const ran = await svc(argv);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });
});

test("what a terminal would obey is shown when it comes back in an error", async () => {
  const ran = await svc(["entries", "--from", "2026\x1b]0;owned\x07\n\u202e"]);
  expect(ran.stderr).toBe(
    String.raw`error: --from "2026\u001b]0;owned\u0007\n\u202e" is not a day` +
      "\n  Write it as YYYY-MM-DD, e.g. 2026-10-31\n",
  );
  expect((await svc(["\x1b[31m"])).stderr).toBe(
    String.raw`error: unknown command '\x1b[31m'` + "\n  See: svc --help\n",
  );
});

test("a token pasted in the wrong place is not repeated", async () => {
  for (const argv of [
    [aToken],
    ["entries", "--from", aToken],
    ["entries", `--${aToken}`],
    ["help", aToken],
  ]) {
    const ran = await svc(argv);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("svc_…");
    expect(ran.stderr).not.toContain(aToken.slice(4));
  }
});

describe("help", () => {
  test.each([[["--help"]], [["help"]], [["-h"]]])(
    "%p leads with examples and names the commands",
    async (argv) => {
      const ran = await svc(argv);
      expect(ran).toMatchObject({ code: 0, stderr: "", requests: [] });
      expect(ran.stdout).toStartWith("Examples:\n  $ svc entries --from 2026-10-01 --to 2026-10-31\n");
      for (const word of ["entries", "plans", "svc auth login", "svc help environment"])
        expect(ran.stdout).toContain(word);
    },
  );

  test.each(["entries", "plans"])(
    "svc help %s is svc %s --help, without a token or a server",
    async (command) => {
      const asked = await svc(["help", command], [], { env: {} });
      const flagged = await svc([command, "--help"], [], { env: {} });
      expect(asked).toEqual(flagged);
      expect(asked).toMatchObject({ code: 0, stderr: "" });
      expect(asked.stdout).toStartWith(`Examples:\n  $ svc ${command} `);
      for (const option of [
        "--label",
        "--label-prefix",
        "--from",
        "--to",
        "--limit",
        "--csv",
        "--json",
        "--host",
      ])
        expect(asked.stdout).toContain(`${option} `);
    },
  );

  test("every line of help fits a terminal of 110 columns", async () => {
    for (const argv of [["--help"], ["entries", "--help"], ["plans", "--help"], ["help", "exit-codes"]]) {
      const { stdout } = await svc(argv, [], { columns: 110 });
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
    }
  });

  test("svc without a command shows help as talk, and fails", async () => {
    const ran = await svc([]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toStartWith("Examples:\n");
  });

  test("svc help environment names every variable that svc reads", async () => {
    const { code, stdout } = await svc(["help", "environment"]);
    expect(code).toBe(0);
    const sources = await Promise.all(
      [...new Bun.Glob("cli/**/*.ts").scanSync()].map((path) => Bun.file(path).text()),
    );
    const read = sources.flatMap((text) => [...text.matchAll(/"(SVC_[A-Z_]+)"/g)].map(([, name]) => name!));
    for (const name of new Set(read)) expect(stdout).toContain(name);
  });

  test("svc help exit-codes prints the table", async () => {
    const { code, stdout } = await svc(["help", "exit-codes"]);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ +(\d+)  \S/gm)].map(([, number]) => Number(number))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 130,
    ]);
  });

  test("svc --version prints the package's version", async () => {
    const { version } = await Bun.file("package.json").json();
    expect(await svc(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});
