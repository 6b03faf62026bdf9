import { chmod, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Files } from "./world.ts";

/** The files of this machine. */
export const files: Files = {
  read: (path) => readFile(path, "utf8"),
  permissions: async (path) => (await stat(path)).mode & 0o777,
  writePrivately,
};

async function writePrivately(path: string, text: string): Promise<void> {
  // A link, as programs that keep settings elsewhere make them, goes on pointing there.
  const target = await realpath(path).catch(() => path);
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(dirname(target), 0o700);
  const draft = `${target}.${crypto.randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
