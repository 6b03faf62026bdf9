import { resolve } from "node:path";
import { runBun } from "./run.ts";

type Diagnostic = {
  filename: string;
  /** Missing where a file could not be read at all. */
  code?: string;
  message: string;
  help?: string;
  labels: { span: { line: number; column: number } }[];
};

/** What the linter says about a directory with an `.oxlintrc.json`, or these folders of it, a line each: place, message, what to do, rule. */
export async function lint(directory: string, ...folders: string[]): Promise<string[]> {
  const oxlint = resolve("node_modules/.bin/oxlint");
  const { code, output } = await runBun("--cwd", resolve(directory), oxlint, "--format=json", ...folders);
  if (!output.startsWith("{")) return [output || `oxlint ended with ${code} and said nothing`];
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
  if (code !== 0 && diagnostics.length === 0) return [output];
  return diagnostics.map(({ filename, code: rule, message, help, labels }) => {
    const start = labels[0]?.span;
    return `${filename}:${start?.line ?? 1}:${start?.column ?? 1} ${message} ${help ?? ""} [${rule ?? "syntax"}]`;
  });
}
