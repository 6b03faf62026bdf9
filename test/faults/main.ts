import { parseArgs } from "node:util";
import { breakOff, type Performed, perform } from "./harness/performing.ts";
import { scenarios } from "./scenarios.ts";

/**
 * `bun run faults [number…] [--seed N] [--smoke]`: each numbered fault, tried on real processes with a real PostgreSQL, and a table of what came of
 * it. Ends with 1 where one failed.
 */
const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, smoke: { type: "boolean" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const numbers = positionals.map(Number);
const unknown = numbers.filter((number) => !scenarios.some((one) => one.number === number));
if (unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(
    `There are the faults 1 to 44, the proxies 45 and 46, and a seed is a whole number. Not known: ${unknown.join(", ")}`,
  );
  process.exit(2);
}
const chosen = scenarios.filter(
  ({ number, smoke }) =>
    (!values.smoke || smoke === true) && (numbers.length === 0 || numbers.includes(number)),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void breakOff().finally(() => process.exit(130)));

console.log(`seed ${seed}`);
const all: Performed[] = [];
for (const scenario of chosen) {
  const performed = await perform(scenario, seed);
  all.push(performed);
  console.log(line(performed));
}
const count = (result: Performed["result"]) => all.filter((one) => one.result === result).length;
console.log(`\n${table(all)}\n`);
console.log(`${count("held")} held, ${count("FAILED")} failed, ${count("not run")} not run; seed ${seed}`);
process.exit(count("FAILED") === 0 ? 0 : 1);

function line({ number, fault, result, seen, seconds }: Performed): string {
  return `${String(number).padStart(3)}  ${result.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s  ${fault}\n      ${seen}`;
}

/** As documentation shows it. */
function table(rows: Performed[]): string {
  const cells = rows.map(({ number, fault, result, seen, seconds }) => [
    String(number),
    fault,
    result,
    seen.split("\n")[0]!.replaceAll("|", "\\|"),
    seconds.toFixed(1),
  ]);
  const head = ["#", "fault", "result", "seen", "seconds"];
  return [head, head.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
