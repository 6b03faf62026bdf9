import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const name = "first-sign-in.txt";

/**
 * Keeps the sign-in link in a file that only the user svc runs as can read, for where what svc prints is collected (D22).
 * The file goes as soon as the link is used or too old, and when `end` is called.
 * @param isOpen whether the link could still be used.
 * @throws where the file cannot be written.
 */
export function keepLink(
  { dataDir, link, isOpen }: { dataDir: string; link: string; isOpen(): Promise<boolean> },
  everyMs = 2_000,
): { file: string; end(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  // One that is there may be open to others, or a link of somebody's to another place.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${link}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  const end = () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
  const look = async () => {
    if (!(await isOpen())) end();
  };
  // The database's bad moments pass.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  timer.unref();
  return { file, end };
}

/** Removes what a start before this one left, where it was killed. */
export function forgetLink(dataDir: string): void {
  rmSync(join(dataDir, name), { force: true });
}
