import { dirname, join, normalize } from "node:path";

const database = "test/support/database.ts";

/**
 * Prints the test files that come by a database, directly or through what they import: those that a second server is worth.
 * What a browser shows of it is the same over any.
 */
const tests = await Array.fromAsync(new Bun.Glob("test/**/*.test.{ts,tsx}").scan());
for (const path of tests.toSorted())
  if (!path.startsWith("test/browser/") && (await reaches(path))) console.log(`./${path}`);

async function reaches(path: string, seen = new Set<string>()): Promise<boolean> {
  if (path === database) return true;
  if (seen.has(path) || !/\.tsx?$/.test(path)) return false;
  seen.add(path);
  const reader = new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" });
  for (const found of reader.scanImports(await Bun.file(path).text()))
    if (found.path.startsWith(".") && (await reaches(normalize(join(dirname(path), found.path)), seen)))
      return true;
  return false;
}
