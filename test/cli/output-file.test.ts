import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { csvHeader } from "../../server/entries/csv/csv.ts";
import { aToken, anEntry, csvAnswer, page, svc } from "./running.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

const entries = [anEntry(), anEntry({ id: 6, minutes: 45, note: "\x1b[2J" })];
const csv = "id,note\r\n7,\r\n6,\x1b[2J\r\n";
const argv = (file: string, ...more: string[]) => ["entries", "--csv", "id,note", "-o", file, ...more];

describe("a file", () => {
  test("holds the list, and nothing goes to stdout", async () => {
    const file = join(folder, "a.csv");
    expect(await svc(argv(file), [page(entries)])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `2 entries · 2h 15m in ${file}\n`,
    });
    expect(await readFile(file, "utf8")).toBe(csv);
    expect(await readdir(folder)).toEqual(["a.csv"]);
  });

  test("is exact where stdout is a terminal too", async () => {
    const file = join(folder, "a.csv");
    await svc(argv(file, "-q"), [page(entries)], { tty: true });
    expect(await readFile(file, "utf8")).toBe(csv);
  });

  test("gets its format from its name", async () => {
    const read = async (name: string, ...more: string[]) => {
      const ran = await svc(["entries", ...more, "-q", "-o", join(folder, name)], [page(entries)]);
      expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
      return readFile(join(folder, name), "utf8");
    };
    expect(await read("a.csv")).toStartWith(csvHeader);
    expect(JSON.parse(await read("a.json"))).toEqual(entries);
    expect((await read("a.ndjson")).split("\n")).toHaveLength(3);
    expect(await read("a.TSV", "--header")).toStartWith("id\tworked_on\t");
    expect(await read("odd.csv", "--tsv")).toStartWith("7\t2026-10-30\t");
    expect(await read("sum.txt", "--total")).toBe("2.25\n");
    expect(await read("part.csv", "-L", "5", "--csv", "id")).toBe("id\r\n7\r\n6\r\n");
    expect(await read("by.csv", "--group-by", "user")).toBe(
      "user,entries,minutes,hours\r\nada,2,135,2.25\r\n",
    );
  });

  test("that is there already is kept, unless -f puts the list in its place", async () => {
    const file = join(folder, "a.csv");
    await writeFile(file, "precious");
    expect(await svc(argv(file), [page(entries)])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `error: ${file} is there already\n  Add -f to put this in its place, or choose another name\n`,
      // An answer that nobody reads would keep the program waiting.
      requests: [],
    });
    expect(await readFile(file, "utf8")).toBe("precious");
    expect((await svc(argv(file, "-f"), [page(entries)])).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe(csv);
    expect(await readdir(folder)).toEqual(["a.csv"]);
  });

  test("that came while the list did is kept as well", async () => {
    const file = join(folder, "a.csv");
    const late = async (request: Request) => {
      const response = page(entries)(request);
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          controller.enqueue(new Uint8Array(await response.arrayBuffer()));
          await writeFile(file, "precious");
          controller.close();
        },
      });
      return csvAnswer(body, { entries: 2, minutes: 135 });
    };
    expect((await svc(argv(file), [late])).code).toBe(2);
    expect(await readFile(file, "utf8")).toBe("precious");
    expect(await readdir(folder)).toEqual(["a.csv"]);
  });

  test("behind a link is written where it is", async () => {
    await mkdir(join(folder, "real"));
    await writeFile(join(folder, "real", "a.csv"), "old");
    await symlink(join(folder, "real", "a.csv"), join(folder, "link.csv"));
    await svc(argv(join(folder, "link.csv"), "-f"), [page(entries)]);
    expect(await readFile(join(folder, "real", "a.csv"), "utf8")).toBe(csv);
    expect(await readdir(folder)).toEqual(["link.csv", "real"]);
  });

  test("is readable as any other that the person makes", async () => {
    const file = join(folder, "a.csv");
    await svc(argv(file), [page(entries)]);
    await writeFile(join(folder, "b"), "");
    expect((await stat(file)).mode).toBe((await stat(join(folder, "b"))).mode);
  });

  const refusals: [name: string, what: string, fix: string][] = [
    ["gone/a.csv", "is in a folder that does not exist", "Make the folder first"],
    [".", "is a folder", "Name a file in it"],
    ["b/a.csv", "is below something that is no folder", "Choose another place"],
  ];
  test.each(refusals)("%s is refused", async (name, what, fix) => {
    await writeFile(join(folder, "b"), "");
    const file = join(folder, name);
    expect(await svc(argv(file, "-f"), [page(entries)])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `error: ${file} ${what}\n  ${fix}\n`,
    });
  });

  test.if(process.platform === "linux")("that is no file is left to the shell", async () => {
    expect((await svc(argv("/dev/null", "-f"), [page(entries)])).stderr).toBe(
      "error: /dev/null is no file that another can take the place of\n  Leave out -o and write: > /dev/null\n",
    );
  });

  test.if(process.getuid?.() !== 0)("in a folder that may not be written is refused", async () => {
    await chmod(folder, 0o500);
    const ran = await svc(argv(join(folder, "a.csv")), [page(entries)]);
    await chmod(folder, 0o700);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
  });

  test.each([
    [["entries", "-f"], "error: -f is there without -o\n  Add -o FILE, or leave -f out\n"],
    [
      ["entries", "-o", ""],
      "error: --output is empty\n  If a variable should hold its value, check that it is set\n",
    ],
    [
      ["entries", "-o", "hours.xlsx"],
      "error: hours.xlsx does not say what is to be in it\n  Add --csv, --json, --ndjson or --tsv, or give the file such an ending\n",
    ],
    [
      ["entries", "--json", "--csv-dialect", "excel"],
      "error: --csv-dialect is for CSV\n  Add --csv, or leave it out\n",
    ],
    [
      ["entries", "--csv", "--header"],
      "error: --header is for TSV, and this is csv\n  Add --tsv, or leave it out\n",
    ],
    [["entries", "--csv", "dat"], 'error: --csv has no column "dat"\n  Did you mean: date\n'],
    [["entries", "--json", "hour"], 'error: --json has no field "hour"\n  Did you mean: hours\n'],
    [
      ["entries", "--ndjson", "colour"],
      'error: --ndjson has no field "colour"\n  Fields: id,kind,worked_on,minutes,hours,note,user,repository,issue,labels,client_id,client,comment_url,commented_at,created_at,supersedes_id,superseded_by_id\n',
    ],
  ])("%p is refused before anything is asked", async (argv, stderr) => {
    expect(await svc(argv)).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });
});

test("what is withheld on the disk until all has come is printed whole, and leaves nothing there", async () => {
  const many = Array.from({ length: 30_000 }, (_, i) => anEntry({ id: i + 1, note: "x日".repeat(100) }));
  const before = (await readdir(tmpdir())).filter((name) => /^svc-[0-9a-f-]{36}$/.test(name));
  const ran = await svc(["entries", "--json"], [page(many)]);
  expect(ran.stdout.length).toBeGreaterThan(10_000_000);
  expect(JSON.parse(ran.stdout)).toEqual(many);
  expect((await readdir(tmpdir())).filter((name) => /^svc-[0-9a-f-]{36}$/.test(name))).toEqual(before);
});

describe("the program itself", () => {
  const program = resolve("cli/main.ts");
  const line = new TextEncoder().encode(csvHeader);

  test.each(["SIGINT", "SIGTERM"] as const)("leaves no file when it is ended by %s", async (signal) => {
    const begun = Promise.withResolvers<void>();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => {
        const body = new ReadableStream<Uint8Array>({
          async pull(controller) {
            controller.enqueue(line);
            begun.resolve();
            await new Promise(() => {});
          },
        });
        return csvAnswer(body, { entries: 1, minutes: 1 });
      },
    });
    const child = Bun.spawn([process.execPath, program, ...argv(join(folder, "a.csv"))], {
      env: { PATH: process.env.PATH ?? "", SVC_HOST: `http://127.0.0.1:${server.port}`, SVC_TOKEN: aToken },
      stdout: "pipe",
      stderr: "pipe",
    });
    await begun.promise;
    while ((await readdir(folder)).length === 0) await Bun.sleep(10);
    child.kill(signal);
    expect(await child.exited).toBe(signal === "SIGINT" ? 130 : 143);
    expect(await readdir(folder)).toEqual([]);
    await server.stop(true);
  });

  test("takes no more memory for ten times the entries", async () => {
    const block = new TextEncoder().encode(
      (
        await page(Array.from({ length: 500 }, () => anEntry({ note: "x".repeat(50) })))(csvRequest).text()
      ).slice(csvHeader.length),
    );
    let portions = 0;
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => {
        let left = portions;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(line),
          async pull(controller) {
            if (left-- === 0) return controller.close();
            controller.enqueue(block);
            await Bun.sleep(0);
          },
        });
        return csvAnswer(body, { entries: 500 * portions, minutes: 45_000 * portions });
      },
    });
    const memoryFor = async (entries: number) => {
      portions = entries / 500;
      const child = Bun.spawn(
        [process.execPath, program, "entries", "--json", "-q", "-o", join(folder, `${entries}.json`)],
        {
          env: {
            PATH: process.env.PATH ?? "",
            SVC_HOST: `http://127.0.0.1:${server.port}`,
            SVC_TOKEN: aToken,
          },
        },
      );
      expect(await child.exited).toBe(0);
      return child.resourceUsage()!.maxRSS;
    };
    const [few, many] = [await memoryFor(20_000), await memoryFor(200_000)];
    expect(many - few).toBeLessThan(60_000_000);
    await server.stop(true);
  }, 60_000);
});

const csvRequest = new Request("http://localhost/?format=csv");
