#!/usr/bin/env bun
import { readFile } from "node:fs/promises";
import { run } from "./program.ts";
import type { Output } from "./world.ts";

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  fetch,
  readFile: (path) => readFile(path, "utf8"),
  timeout: 30_000,
});

function outputTo(stream: NodeJS.WriteStream): Output {
  // A failed write is told twice, here and to its callback; unheard, this one would end the program.
  stream.on("error", () => {});
  return {
    isTTY: stream.isTTY ?? false,
    columns: stream.columns,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
