import { unlinkSync } from "node:fs";
import { type FileHandle, link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Draft, Drafts, Spool } from "./drafts.ts";

/** Drafts as hidden files beside what they become, so that putting them in place is one step of the file system. */
export const draftsOnDisk: Drafts = { file: draftFile, spool };

async function draftFile(path: string, { overwrite }: { overwrite: boolean }): Promise<Draft> {
  const target = await placeOf(path, overwrite);
  const draft = join(dirname(target), `.${basename(target).slice(0, 100)}.${crypto.randomUUID()}`);
  const file = await open(draft, "wx", 0o666);
  const forget = removedAtTheEnd(draft);
  const buffered = bufferedWrites(file);
  return {
    write: buffered.write,
    async keep() {
      await buffered.flush();
      await file.sync();
      await file.close();
      // A link, unlike a rename, refuses to take the place of another file that came meanwhile.
      await (overwrite ? rename(draft, target) : linkOrRename(draft, target));
      forget();
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(draft, { force: true });
      forget();
    },
  };
}

/** Where the file is to be. Devices and pipes are written with `>`, since nothing can take their place. */
async function placeOf(path: string, overwrite: boolean): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return path;
  if (!found.isFile())
    throw Object.assign(new Error("not a file"), { code: found.isDirectory() ? "EISDIR" : "ENOTFILE" });
  if (!overwrite) throw Object.assign(new Error("exists"), { code: "EEXIST" });
  return realpath(path);
}

async function linkOrRename(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Some file systems, as those of USB sticks, know no links.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP"].includes(code)) throw error;
    await rename(draft, target);
    return;
  }
  await rm(draft, { force: true });
}

async function spool(): Promise<Spool> {
  const path = join(tmpdir(), `svc-${crypto.randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  const forget = removedAtTheEnd(path);
  const buffered = bufferedWrites(file);
  return {
    write: buffered.write,
    async *read() {
      await buffered.flush();
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const piece = new Uint8Array(1 << 16);
      for (let at = 0; ;) {
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        yield decoder.decode(piece.subarray(0, bytesRead), { stream: true });
      }
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      forget();
    },
  };
}

/** A write for each portion would be a call of the system for a few rows. */
function bufferedWrites(file: FileHandle) {
  let waiting = "";
  const flush = async () => {
    const text = waiting;
    waiting = "";
    await file.writeFile(text);
  };
  const write = async (text: string) => {
    waiting += text;
    if (waiting.length > 1 << 18) await flush();
  };
  return { write, flush };
}

/** Whatever ends the program takes the draft along, Ctrl-C too. @returns how to call that off. */
function removedAtTheEnd(path: string): () => void {
  const remove = () => {
    try {
      unlinkSync(path);
    } catch {
      // It is in place, or gone.
    }
  };
  const ended = Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }).map(
    ([signal, code]) => [signal, () => process.exit(code)] as const,
  );
  process.on("exit", remove);
  for (const [signal, end] of ended) process.on(signal, end);
  return () => {
    process.off("exit", remove);
    for (const [signal, end] of ended) process.off(signal, end);
  };
}
