import { describe, expect, test } from "bun:test";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { aToken, anEntry, memoryFiles, page, svc, type Surroundings } from "./running.ts";

const sums = { entries: 1, minutes: 60 };
const labels = (...all: string[]) =>
  Response.json({ data: all.map((label) => ({ label, time: sums, plan: sums })), next_cursor: null });
const clients = (...names: string[]) =>
  Response.json({
    data: names.map((name, i) => ({
      id: i + 1,
      name,
      status: "active",
      created_at: "2026-10-05T15:00:00.000Z",
    })),
    next_cursor: null,
  });

async function at(
  line: string[],
  answers = [labels()] as Parameters<typeof svc>[1],
  around: Surroundings = {},
) {
  const words = [...line.slice(0, -1), `:${line.at(-1)}`];
  const ran = await svc(["__complete", "--", ...words], answers, around);
  const offered = ran.stdout.split("\n").filter(Boolean);
  return { ...ran, offered: offered.map((each) => each.split("\t")[0]!) };
}

describe("known words", () => {
  const known: [line: string[], offered: string[]][] = [
    [["cl"], ["clients"]],
    [
      ["mappings", ""],
      ["list", "create", "delete", "preview", "explain"],
    ],
    [["mappings", "pre"], ["preview"]],
    [["entries", "--label-p"], ["--label-prefix"]],
    [["completion", "p"], ["powershell"]],
    [["clients", "list", "--status", "d"], ["deactivated"]],
    [["clients", "list", "--status=d"], ["--status=deactivated"]],
    [["api", "x", "-X", "PA"], ["PATCH"]],
    [
      ["entries", "--period", "last-"],
      ["last-week", "last-month", "last-quarter", "last-half", "last-year", "last-7-days", "last-30-days"],
    ],
    [["plans", "--include="], ["--include=superseded"]],
    [["entries", "--json", "id,work"], ["id,worked_on"]],
    [["entries", "--ndjson=id,h"], ["--ndjson=id,hours"]],
    [["entries", "--json", "--gro"], ["--group-by"]],
    [["help", "exit"], ["exit-codes"]],
    [["nonsense", ""], []],
    [["__comp"], []],
  ];
  test.each(known)("%p", async (line, offered) => {
    const ran = await at(line);
    if (line[0] === "nonsense") return expect(ran.requests).toEqual([]);
    expect(ran).toMatchObject({ code: 0, stderr: "", offered, requests: [] });
  });

  test("come with what they are", async () => {
    expect((await at(["whoa"])).stdout).toBe("whoami\tsay whom your token acts as\n");
  });
});

describe("words that the server knows", () => {
  test("labels, whatever is in them but controls", async () => {
    const all = labels("client:acme", "client:a b", "client:\x1b[31m", "client:x\ny", "wbso:dev");
    expect((await at(["entries", "--label", "client:"], [all])).offered).toEqual([
      "client:acme",
      "client:a b",
    ]);
  });

  test("prefixes of labels of the form dimension:value", async () => {
    const all = labels("client:acme", "client:b", "urgent", "wbso:dev", "odd:");
    expect((await at(["plans", "--label-prefix", ""], [all])).offered).toEqual(["client:", "wbso:"]);
  });

  test("clients, as an option's value and as an argument", async () => {
    const all = clients("Acme", "Globex");
    expect((await at(["mappings", "create", "--client=G"], [all])).offered).toEqual(["--client=Globex"]);
    expect((await at(["clients", "rename", ""], [all])).offered).toEqual(["Acme", "Globex"]);
    expect((await at(["clients", "rename", "--host", "localhost:3000", "A"], [all])).offered).toEqual([
      "Acme",
    ]);
  });

  test("repositories and people of the newest entries", async () => {
    const entries = page([anEntry(), anEntry({ repository: "acme/api", user: { id: 4, login: "linus" } })]);
    const repositories = await at(["mappings", "explain", "--repo", ""], [entries]);
    expect(repositories.offered).toEqual(["acme/api", "acme/web"]);
  });

  test("issues of the newest entries, beside the pages that can be opened", async () => {
    const entries = page([anEntry(), anEntry({ issue: { ...anEntry().issue, number: 7 } })]);
    expect((await at(["pva", "acme"], [entries])).offered).toEqual(["acme/web#12", "acme/web#7"]);
    expect((await at(["open", ""], [entries])).offered).toContain("tokens");
    expect((await at(["open", "acme/web#7"], [entries])).offered).toEqual(["acme/web#7"]);
  });

  test("dimensions of labels, among the columns and the keys of a report", async () => {
    const all = labels("client:acme", "wbso:dev");
    expect((await at(["entries", "--csv", "date,w"], [all])).offered).toEqual([
      "date,worked_on",
      "date,wbso:",
    ]);
    expect((await at(["entries", "--group-by=client,w"], [all])).offered).toEqual([
      "--group-by=client,week",
      "--group-by=client,wbso:",
    ]);
  });

  test("are asked for once in five minutes, and kept for this person alone", async () => {
    const files = memoryFiles();
    const minute = (m: number) => ({ files, now: () => new Date(Date.UTC(2026, 10, 20, 10, m)) });
    const line = ["entries", "--label", ""];
    expect((await at(line, [labels("a:b")], minute(0))).requests).toHaveLength(1);
    const again = await at(line, [labels("never")], minute(4));
    expect(again).toMatchObject({ offered: ["a:b"], requests: [] });
    expect((await at(line, [labels("c:d")], minute(6))).offered).toEqual(["c:d"]);
    expect([...files.kept]).toEqual([
      ["/home/ada/.cache/svc/localhost_3000.json", { text: expect.any(String), permissions: 0o600 }],
    ]);
    expect([...files.kept.values()][0]!.text).not.toContain(aToken.slice(4, 12));
  });

  test("are missing without a word where there is no server or no token", async () => {
    const silent = { code: 0, stdout: "", stderr: "" };
    expect(await at(["entries", "--label", ""], [new Error("down")])).toMatchObject(silent);
    expect(await at(["entries", "--label", ""], [], { env: {} })).toMatchObject(silent);
  });
});

describe.if(process.platform !== "win32")("in bash", () => {
  const lines: [typed: string, completed: string[]][] = [
    ["svc who", ["whoami"]],
    ["svc mappings ex", ["explain"]],
    ["svc entries --label client:a", ["acme", String.raw`a\ b`]],
    ["svc entries --label=client:ac", ["acme"]],
    ["svc entries --label wbso:d", ["dev"]],
    ["svc entries --label w", ["wbso:dev"]],
    ["svc entries --label ", ["client:acme", String.raw`client:a\ b`, "wbso:dev"]],
  ];
  test.each(lines)("%p", async (typed, completed) => {
    const folder = await mkdtemp(join(tmpdir(), "svc-completion-"));
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => labels("client:acme", "client:a b", "wbso:dev"),
    });
    try {
      const path = join(folder, "svc");
      const run = `#!/bin/sh\nexec '${process.execPath}' '${resolve("cli/main.ts")}' "$@"\n`;
      await Bun.write(path, run);
      await chmod(path, 0o755);
      // What bash sets before it calls the function: words apart at : and =, as its defaults have it.
      const pieces = typed.split(/(?<=[:=])|(?=[:=])|\s+/);
      const script = `source <(svc completion bash); COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'; COMP_LINE=${quoted(typed)}; COMP_POINT=\${#COMP_LINE}
        COMP_WORDS=(${pieces.map(quoted).join(" ")}); COMP_CWORD=${pieces.length - 1}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const env = {
        PATH: `${folder}:${process.env.PATH}`,
        HOME: folder,
        SVC_TOKEN: aToken,
        SVC_HOST: `http://127.0.0.1:${server.port}`,
      };
      const child = Bun.spawn(["bash", "--norc", "-c", script], { env, stdout: "pipe", stderr: "pipe" });
      expect((await child.stdout.text()).split("\n").filter(Boolean)).toEqual(completed);
      expect(await child.stderr.text()).toBe("");
    } finally {
      await server.stop(true);
      await rm(folder, { recursive: true });
    }
  });
});

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
