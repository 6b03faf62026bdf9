export type SourceFile = { path: string; text: string };

/** The text files that are, or are about to be, in the repository; paths from its root, which is the working directory. */
export async function trackedFiles(): Promise<SourceFile[]> {
  // In a container the checkout may belong to someone else, and git then refuses to look at it.
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const git = Bun.spawnSync(["git", "-c", "safe.directory=*", ...list]);
  if (!git.success) throw new Error(`git ls-files failed: ${git.stderr.toString()}`);
  const paths = [...new Set(git.stdout.toString().split("\0").filter(Boolean))];
  const files = await Promise.all(paths.map(readText));
  return files.filter((file) => file !== undefined);
}

async function readText(path: string): Promise<SourceFile | undefined> {
  const file = Bun.file(path);
  // Deleted, but not from the index yet.
  if (!(await file.exists())) return undefined;
  const bytes = await file.bytes();
  return bytes.includes(0) ? undefined : { path, text: new TextDecoder().decode(bytes) };
}
