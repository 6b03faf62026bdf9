#!/usr/bin/env -S bun --no-env-file --config=/dev/null
// A bunfig.toml in the folder it is started in could run anything, and an .env name another server for the token.
import { overviewFor } from "./overview.ts";

const argv = process.argv.slice(2);
const text = overviewFor(argv);
// Where it cannot be written, the program finds out as well, and says so.
const printed = text !== undefined && (await Bun.write(Bun.stdout, text).catch(() => false));

if (printed === false) {
  const [{ run }, { thisMachine }] = await Promise.all([import("./program.ts"), import("./this-machine.ts")]);
  process.exitCode = await run(argv, thisMachine());
}
