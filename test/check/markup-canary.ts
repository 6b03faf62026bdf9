import { markupProblems } from "./markup.ts";

const file = "test/check/canary/markup.tsx";

/** The holes planted in the canary that the check of the markup did not find; it is proven where there are none. */
export async function missedHoles(): Promise<string[]> {
  const lines = (await Bun.file(file).text()).split("\n");
  const found = markupProblems("test/check/canary/tsconfig.json", [file]).map((problem) =>
    Number(problem.slice(`${file}:`.length).split(":")[0]),
  );
  const holes = [...lines.keys()].filter((place) => /^(export const|import \{)/.test(lines[place]!));
  const missed = holes.filter((start, i) => {
    const end = holes[i + 1] ?? lines.length;
    return !found.some((line) => line - 1 >= start && line - 1 < end);
  });
  return holes.length === 0 ? ["there are no holes to find"] : missed.map((place) => lines[place]!);
}
