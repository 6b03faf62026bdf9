import { expressionsOf, type Expression } from "./expressions.ts";
import { trackedFiles } from "./tracked.ts";

// `bun run regular-expressions`: whether any text can hold up an expression of server/, cli/ or db/. Takes half a minute.
// The script installs recheck for itself: at 50 MB it is too much for everybody who installs svc.
type Verdict =
  | { status: "safe" | "unknown" }
  | { status: "vulnerable"; complexity: { summary: string }; attack: { pattern: string } };
type Judge = { check(source: string, flags: string, limits: { timeout: number }): Promise<Verdict> };

const judge = (await import(["recheck"].join())) as Judge;

/** Slow for some text in theory, and why no such text comes. By the expression, since lines move. */
const known: Record<string, string> = {
  "is still in use|lock file .* already exists": "reads what our own PostgreSQL prints when it starts",
  "([\\w.-]+)[/:]([\\w.-]+?)(?:\\.git)?\\/?\\s*$": "is given 300 characters at most",
  "[\\r\\n]+$": "reads a secret's file when svc starts",
  "\\/+$": "reads a setting when svc starts",
  "[ \\t\\r]+$": "reads a setting when svc starts",
  "^[^\\s-]*([/\\\\][^\\s]*|\\.pem)$": "reads a setting when svc starts",
  "<!-- svc:v1:[^>]* -->\\s*": "reads a reply that svc wrote",
  "^[-.]+|[-.]+$": "is given 120 characters at most",
  "[\\d, ]+\\.$": "reads a message that svc wrote",
  '("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")(\\s*:)?|[{}[\\]]': "reads valid JSON only, in which each string ends",
  "[[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]--[\\u200C\\u200D]]":
    "is one character, in a notation the judge cannot read",
};

const files = (await trackedFiles()).filter(({ path }) => /^(server|cli|db)\/.*\.(tsx?|js)$/.test(path));
const expressions = files.flatMap(expressionsOf);
const different = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
const problems: string[] = [];
for (const expression of different) problems.push(...(await problemsOf(expression)));
const unused = Object.keys(known).filter((source) => !different.some((one) => one.source === source));
problems.push(...unused.map((source) => `/${source}/ is known here and stands nowhere; take it out`));

console.log(problems.join("\n"));
console.log(`${expressions.length} expressions, ${different.length} different: ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

async function problemsOf({ source, flags, at }: Expression): Promise<string[]> {
  // The judge does not know v; for what we write with it, u is the same.
  const found = await judge.check(source, flags.replace("v", "u"), { timeout: 10_000 });
  if (found.status === "safe" || source in known) return [];
  const how =
    found.status === "vulnerable" ? `${found.complexity.summary}: ${found.attack.pattern}` : "unread";
  return [`${at} /${source}/${flags} ${how}`];
}
