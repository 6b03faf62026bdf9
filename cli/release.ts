import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../package.json" with { type: "json" };
import { manualPage } from "./commands/help.ts";
import { buildProgram } from "./program.ts";
import { thisMachine } from "./this-machine.ts";

/**
 * Makes svc as programs that need nothing else, their manual page and their checksums:
 * `bun run binaries [--out dist] [target…]`. Without targets all of them; `host` is the one of this machine. For the others
 * Bun fetches its own programs of those systems, once. Either all that was asked for is there afterwards, or nothing new.
 */
const targets = [
  "linux-x64",
  "linux-arm64",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
  "windows-arm64",
] as const;
type Target = (typeof targets)[number];

class NotBuilt extends Error {
  readonly fix: string;

  constructor(program: string, why: string) {
    super(`${program} could not be built, and nothing is changed: ${why}`);
    this.fix = /failed to download/i.test(why)
      ? "Bun fetches its programs of other systems by npm. Go online, or build for this system: bun run binaries host"
      : "Mend that, and run it again";
  }
}

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "dist" } },
  allowPositionals: true,
});
const { platform, arch } = process;
const host = `${platform === "win32" ? "windows" : platform}-${arch}`;
const asked = positionals.map((each) => (each === "host" ? host : each));
const unknown = asked.filter((each) => !targets.includes(each as Target));

if (unknown.length > 0) {
  tell(`there is no target ${unknown.join(", ")}`, `Targets: host, ${targets.join(", ")}`);
  process.exitCode = 2;
} else {
  const wanted = targets.filter((each) => asked.length === 0 || asked.includes(each));
  await release(values.out, wanted).catch((error: unknown) => {
    if (!(error instanceof NotBuilt)) throw error;
    tell(error.message, error.fix);
    process.exitCode = 1;
  });
}

async function release(folder: string, wanted: Target[]): Promise<void> {
  const drafts = join(folder, ".drafts");
  await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true });
  try {
    for (const target of wanted) await build(target, drafts);
    const page = manualPage(await buildProgram(thisMachine(), () => {}));
    await Bun.write(join(drafts, "svc.1"), page);
    const files = (await readdir(drafts)).toSorted();
    const sums = await Promise.all(
      files.map(async (name) => `${await sha256(join(drafts, name))}  ${name}\n`),
    );
    await Bun.write(join(drafts, "SHA256SUMS"), sums.join(""));
    // What an earlier run made has no line in these sums.
    for (const name of await readdir(folder)) if (/^svc[-.]/.test(name)) await rm(join(folder, name));
    for (const name of [...files, "SHA256SUMS"]) await rename(join(drafts, name), join(folder, name));
    console.log(sums.join("").trimEnd());
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}

async function build(target: Target, folder: string): Promise<void> {
  const outfile = join(folder, `svc-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`);
  const { success, logs } = await Bun.build({
    entrypoints: [join(import.meta.dirname, "main.ts")],
    // Settings of the folder it is started in are no business of a program of its own.
    compile: { target: `bun-${target}`, outfile, autoloadDotenv: false, autoloadBunfig: false },
    minify: true,
    // Reading the source would take longer than all the rest of a start, and a command needs only its own part of it.
    bytecode: true,
    splitting: true,
    format: "esm",
    throw: false,
  });
  if (success) return;
  throw new NotBuilt(basename(outfile), logs.map(({ message }) => message).join("; "));
}

async function sha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const piece of Bun.file(path).stream()) hash.update(piece);
  return hash.digest("hex");
}

function tell(what: string, fix: string): void {
  console.error(`error: ${what}\n  ${fix}`);
}
