/**
 * Shows text in a pager, until the person leaves it.
 * @param command as `SVC_PAGER` and `PAGER` have it, run by the shell as every program does with them.
 * @returns false where it could not be started, and nothing was shown.
 */
export async function showInPager(
  text: string,
  command: string,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const shell = process.platform === "win32" ? ["cmd", "/c", command] : ["sh", "-c", command];
  // Quits where all fits on the screen, keeps the colours, and leaves the text there afterwards.
  const set = { LESS: "FRX", LV: "-c", ...env };
  // Ctrl-C is for the pager, which may be left by it or not; without svc it would go on without a terminal.
  const stay = () => {};
  process.on("SIGINT", stay);
  try {
    // oxlint-disable-next-line no-restricted-properties -- the person's own pager, by their own word
    const pager = Bun.spawn(shell, {
      stdin: new Blob([text]),
      stdout: "inherit",
      stderr: "ignore",
      env: set,
    });
    // 127 is the shell's word for a command that it does not find; who leaves before the end closes the pipe.
    return (await pager.exited) !== 127;
  } catch {
    return false;
  } finally {
    process.off("SIGINT", stay);
  }
}
