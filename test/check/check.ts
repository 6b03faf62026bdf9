import { resolve } from "node:path";
import floors from "./floors.json";
import { floorProblems, installedCopies, lockedCopies } from "./floors.ts";
import { leftovers, lockfileProblems } from "./leftovers.ts";
import { markupProblems } from "./markup.ts";
import { missedHoles } from "./markup-canary.ts";
import { migrationProblems } from "./migrations.ts";
import { lint } from "./lint.ts";
import { openApiProblems } from "./openapi.ts";
import { runBun } from "./run.ts";
import { sourceProblems } from "./sources.ts";
import { trackedFiles } from "./tracked.ts";

/** Everything that must hold before a change is handed over, as a list. `bun run check` ends with 1 where one does not. */
const checks: Check[] = [
  { name: "markup", run: unsafeMarkup },
  { name: "the markup check finds what it must", run: missedHoles },
  { name: "cross-site scripting scan", run: noUnsafeMarkup },
  { name: "the scan finds what it must", run: canaryIsFound },
  { name: "lint and layers", run: () => lint(".") },
  { name: "OpenAPI document", run: () => openApiProblems() },
  { name: "types", run: () => succeeds("check", "--no-script") },
  { name: "format", run: () => succeeds("fmt", "--no-script", "--check") },
  { name: "pure files, imports, names", run: async () => (await trackedFiles()).flatMap(sourceProblems) },
  { name: "nothing left behind", run: async () => leftovers(await trackedFiles()) },
  { name: "security floors", run: versionsBelowFloors },
  { name: "lockfile", run: async () => lockfileProblems(await Bun.file("bun.lock").text()) },
  { name: "migrations in order", run: journalProblems },
];

type Check = { name: string; run: () => Promise<string[]> };

const started = performance.now();
const failed = (await Promise.all([worker(), worker()])).flat();
const seconds = ((performance.now() - started) / 1000).toFixed(1);
if (failed.length > 0) console.log(`\nFAILED in ${seconds}s: ${failed.join(", ")}`);
else console.log(`\nall ok in ${seconds}s`);
process.exit(failed.length > 0 ? 1 : 0);

/** Takes checks from the list until it is empty; the longest are first. */
async function worker(): Promise<string[]> {
  const failures: string[] = [];
  for (let check = checks.shift(); check; check = checks.shift()) {
    const start = performance.now();
    const problems = await check.run().catch((error: unknown) => [String(error)]);
    const took = `${((performance.now() - start) / 1000).toFixed(1)}s`;
    console.log(`${check.name.padEnd(36)} ${problems.length === 0 ? "ok" : "FAILED"} ${took}`);
    for (const problem of problems) console.log(problem.replace(/^/gm, "  "));
    if (problems.length > 0) failures.push(check.name);
  }
  return failures;
}

async function unsafeMarkup(): Promise<string[]> {
  const files = (await trackedFiles()).filter(({ path }) => !path.startsWith("test/check/"));
  const made = files.filter(({ path, text }) => path.endsWith(".tsx") || isAboutMarkup(path, text));
  return markupProblems(
    "tsconfig.json",
    made.map(({ path }) => path),
  );
}

/** Without JSX of its own, but with the types that only markup may have. */
function isAboutMarkup(path: string, text: string): boolean {
  return /^server\/.*\.ts$/.test(path) && /\b(JSX|Href|Children)\b/.test(text);
}

async function noUnsafeMarkup(): Promise<string[]> {
  const paths = (await trackedFiles()).map(({ path }) => path);
  const markup = paths.filter((path) => path.endsWith(".tsx") && !path.startsWith("test/check/canary/"));
  if (markup.length === 0) return [];
  const { code, output } = await scan("tsconfig.json", ...markup);
  if (code !== 0) return [output];
  // It also ends well where it found nothing to look at.
  return output.includes(`in ${markup.length} files`)
    ? []
    : [`${markup.length} files are to be scanned: ${output}`];
}

async function canaryIsFound(): Promise<string[]> {
  const canary = await Bun.file("test/check/canary/unsafe.tsx").text();
  const planted = canary.match(/^export const/gm)?.length ?? 0;
  const { code, output } = await scan("test/check/canary/tsconfig.json");
  const found = new Set([...output.matchAll(/unsafe\.tsx\((\d+),/g)].map(([, line]) => line)).size;
  if (code === 1 && planted > 0 && found === planted) return [];
  return [`found ${found} of ${planted} planted holes, ended with ${code} where 1 is due\n${output}`];
}

/** With a relative path to a project in another directory the scan finds no types, and lets everything pass. */
function scan(project: string, ...files: string[]) {
  return runBun("node_modules/.bin/xss-scan", "-p", resolve(project), ...files);
}

async function versionsBelowFloors(): Promise<string[]> {
  const installed = await installedCopies(floors.map((floor) => floor.package));
  const locked = lockedCopies(await Bun.file("bun.lock").text());
  return [...floorProblems(floors, installed), ...floorProblems(floors, locked)];
}

async function journalProblems(): Promise<string[]> {
  const folder = "db/migrations";
  const sql = await Array.fromAsync(new Bun.Glob("*.sql").scan(folder));
  return migrationProblems(await Bun.file(`${folder}/meta/_journal.json`).json(), sql);
}

async function succeeds(...args: string[]): Promise<string[]> {
  const { code, output } = await runBun(...args);
  return code === 0 ? [] : [output || `ended with ${code}`];
}
