import { posix } from "node:path";

export type Step = { instruction: string; text: string };
export type Stage = { name: string | undefined; base: string; steps: Step[] };

/** A Dockerfile as its stages, without comments; `${NAME}` of a global ARG is put in. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n");
  const given = new Map<string, string>();
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, instruction = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === "") throw new Error(`Not a line of a Dockerfile: ${line}`);
    const filled = rest.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => given.get(name) ?? whole);
    if (instruction === "FROM") {
      const [base = "", , name] = filled.split(/\s+/);
      stages.push({ base, name, steps: [] });
    } else if (stages.length > 0) stages.at(-1)!.steps.push({ instruction, text: filled });
    else if (instruction === "ARG") given.set(...(filled.split("=") as [string, string]));
  }
  return stages;
}

/** Whether a path of the build's context is kept out of it. The last line that fits it, or a folder above it, decides. */
export function ignoredBy(dockerignore: string, path: string): boolean {
  const lines = dockerignore.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  const above = path.split("/").map((_, place, parts) => parts.slice(0, place + 1).join("/"));
  let ignored = false;
  for (const line of lines) {
    const isException = line.startsWith("!");
    const pattern = posix.normalize(line.slice(isException ? 1 : 0)).replace(/\/$/, "");
    if (above.some((part) => new Bun.Glob(pattern).match(part))) ignored = !isException;
  }
  return ignored;
}
