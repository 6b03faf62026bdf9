// `bun run` passes a signal on that the terminal, or a supervisor, has sent to the whole group already.
const sameSignalMs = 1_000;

// Supervisors kill what takes longer than 30 s, and some what takes longer than 25.
const longestMs = 24_000;

/**
 * Ends the process in good order on SIGINT or SIGTERM, within 25 s. A second signal, at least a second later, ends it at once:
 * the database and the job queue are made for that.
 */
export function stopOnSignals(
  stop: (signal: Signal) => Promise<void>,
  say: (message: string) => void,
  limitMs = longestMs,
): void {
  let askedAt: number | undefined;
  const asked = (signal: Signal) => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      say(`${signal}: finishing what is under way. Once more to stop at once.`);
      setTimeout(() => {
        say("Not everything ended in time. What was under way is taken up again at the next start.");
        process.exit(0);
      }, limitMs);
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          say(`It did not end in good order: ${String(error)}`);
          process.exit(1);
        },
      );
    } else if (now - askedAt > sameSignalMs) process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => asked(signal));
}

type Signal = "SIGTERM" | "SIGINT";
