import { join } from "node:path";
import { tmpdir } from "node:os";
import type { Scenario } from "./scenario.ts";

const root = join(import.meta.dir, "../../..");

/** A file of tests below test/, all of it or those whose name fits. */
export type Shown = { file: string; name?: string };

/** A fault that tests show already: the scenario runs exactly those. */
export function shownBy(number: number, fault: string, ...shown: Shown[]): Scenario {
  return { number, fault, limitSeconds: 600, run: () => runTests(...shown) };
}

/** How many tests passed, in words. Throws where one fails, or none has such a name. */
export async function runTests(...shown: Shown[]): Promise<string> {
  let passed = 0;
  for (const { file, name } of shown) passed += await run(file, name);
  return `${passed} ${passed === 1 ? "test" : "tests"} of ${[...new Set(shown.map(({ file }) => file))].join(", ")}`;
}

async function run(file: string, name: string | undefined): Promise<number> {
  const filter = name === undefined ? [] : ["-t", name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")];
  const child = Bun.spawn([process.execPath, "test", "--timeout", "120000", `./test/${file}`, ...filter], {
    cwd: root,
    env: { ...process.env, TMPDIR: tmpdir(), NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    timeout: 600_000,
  });
  const said = await new Response(child.stderr).text();
  const passed = Number(/^ *(\d+) pass$/m.exec(said)?.[1] ?? 0);
  if ((await child.exited) !== 0 || passed === 0) {
    const failures = said.split("\n").filter((line) => /^\(fail\)|error:/.test(line));
    throw new Error(
      `${file}${name === undefined ? "" : ` “${name}”`}: ${failures.slice(0, 3).join(" ") || said.slice(-300)}`,
    );
  }
  return passed;
}
