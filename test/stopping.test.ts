import { expect, test } from "bun:test";
import { resolve } from "node:path";

/** A process that stops on signals and takes so long for it; resolves with the code it ends with. */
async function endOf(stopMs: number, signalsAtMs: number[]): Promise<number> {
  const module = resolve(import.meta.dir, "../server/stopping.ts");
  const script = `
    import { stopOnSignals } from ${JSON.stringify(module)};
    stopOnSignals(() => Bun.sleep(${stopMs}), () => {});
    setInterval(() => {}, 1000);
    console.log("ready");`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "ignore" });
  await child.stdout.getReader().read();
  for (const at of signalsAtMs) setTimeout(() => child.kill("SIGTERM"), at);
  return child.exited;
}

test("a signal that comes twice, as bun run passes it on, lets what is under way finish", async () => {
  expect(await endOf(600, [0, 20, 200])).toBe(0);
});

test("a second signal, a second later, ends it at once", async () => {
  const started = performance.now();
  expect(await endOf(20_000, [0, 1_200])).toBe(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});
