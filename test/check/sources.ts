import { basename } from "node:path";
import type { SourceFile } from "./tracked.ts";

/**
 * What the linter cannot say about our sources (design §3): clock and chance in files that should be pure, packages in
 * rule files beyond those listed, imports that hide from the linter, barrels, drawers and files past 300 lines.
 */
export function sourceProblems({ path, text: whole }: SourceFile): string[] {
  if (!/\.tsx?$/.test(path) || path.startsWith("test/check/canary/")) return [];
  const text = whole.replace(/^#!.*/, "");
  return [
    ...formProblems(path, text),
    ...(/^(server|cli|db)\//.test(path) ? importProblems(path, text) : []),
    ...(isPure(path) ? clockProblems(path, text) : []),
  ].map((problem) => `${path}: ${problem}`);
}

const reserved = /\/(store|actions|guard|api|admin|webhook|views)\.tsx?$/;
const touchesTheWorld =
  /^server\/((main|build|serve|opening|stopping|app|assets|panel|deps|jobs|log)\.ts$|github\/)/;

/** A file of the server that is named for a rule. */
function isRule(path: string): boolean {
  const inServer = path.startsWith("server/") && !path.startsWith("server/ui/");
  return inServer && !reserved.test(path) && !touchesTheWorld.test(path);
}

/** Rules, and those of the reserved names that get time and chance handed to them as well. */
function isPure(path: string): boolean {
  return isRule(path) || /^server\/(.*\/)?(store\.ts|views\.tsx)$|^server\/ui\//.test(path);
}

function formProblems(path: string, text: string): string[] {
  const lines = text.match(/\n/g)?.length ?? 0;
  const name = basename(path).replace(/\.tsx?$/, "");
  return [
    lines > 300 && `has ${lines} lines; look for the second idea in it`,
    /^(utils?|helpers?|common|misc|shared|types|index|.*-?(manager|service|utils|helpers))$/.test(name) &&
      "is named for a pattern; name it for what it knows",
    /(^|\/)(utils?|helpers?|common|misc|shared|services?|managers?)\//.test(path) &&
      "lies in a drawer; move it to the concept it belongs to",
    /^export\s+\*\s+from\b/m.test(text) && "re-exports a whole file; import from where things are",
    /^import\b.*\bsql\s+as\s+\w/m.test(text) &&
      "imports sql by another name, under which the linter would not know sql.raw",
  ].filter((problem) => problem !== false);
}

// What Bun adds to a file with markup in it.
const markup = /^react$|\/jsx-(dev-)?runtime$/;
const purePackages = ["micromark", "@sinclair/typebox"];

function importProblems(path: string, text: string): string[] {
  // Imports of types alone do not appear here: nothing of them is left when the program runs.
  return readerOf(path)
    .scanImports(text)
    .filter((found) => !(path.endsWith("x") && markup.test(found.path)))
    .flatMap((found) => {
      if (isRule(path) && !found.path.startsWith(".") && !purePackages.includes(found.path))
        return `imports ${found.path}; rule files are pure (the packages that are: ${purePackages.join(", ")})`;
      const hidden = found.kind === "dynamic-import" || found.kind.startsWith("require");
      if (hidden && !isMain(path)) return `loads ${found.path} while running; import it at the top`;
      return [];
    });
}

/** Programs, and what puts them together, may load late what they seldom need or not at once, to start fast. */
function isMain(path: string): boolean {
  const inServer = ["server/main.ts", "server/serve.ts", "server/opening.ts"].includes(path);
  return inServer || path.startsWith("cli/") || path === "db/open.ts" || path.startsWith("db/embedded");
}

function clockProblems(path: string, text: string): string[] {
  // Without comments and types, where these words do no harm.
  const code = readerOf(path).transformSync(text);
  const found = code.match(/\bDate\.now\b|\bnew Date(?!\(\S)|\bMath\.random\b|\bTemporal\.Now\b/g) ?? [];
  return [...new Set(found)].map((word) => `uses ${word}; time and chance are arguments`);
}

function readerOf(path: string): Bun.Transpiler {
  return new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" });
}
