import { homedir, hostname } from "node:os";
import { openBrowser } from "./browser.ts";
import { files } from "./files.ts";
import { draftsOnDisk } from "./output/drafts-on-disk.ts";
import { showInPager } from "./pager.ts";
import { inputFrom } from "./terminal-input.ts";
import type { Output, World } from "./world.ts";

/** The world as it is: this process, its terminal, disk and network. */
export function thisMachine(): World {
  const { env, platform, arch } = process;
  const stderr = outputTo(() => process.stderr);
  return {
    env,
    stdin: inputFrom(() => process.stdin, stderr),
    stdout: outputTo(() => process.stdout),
    stderr,
    fetch,
    files,
    drafts: draftsOnDisk,
    machine: { name: hostname(), home: homedir(), platform, arch },
    now: () => new Date(),
    openBrowser: (address) => openBrowser(address, platform, env),
    showInPager: (text, command) => showInPager(text, command, env),
    timeout: 30_000,
  };
}

/** @param open gives the stream, which takes a while and is left to those that print on it. */
function outputTo(open: () => NodeJS.WriteStream): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    if (opened) return opened;
    opened = open();
    // A failed write is told twice, here and to its callback; unheard, this one would end the program.
    return opened.on("error", () => {});
  };
  return {
    get isTTY() {
      return stream().isTTY ?? false;
    },
    get columns() {
      return stream().columns;
    },
    get rows() {
      return stream().rows;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        stream().write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
