/**
 * A port of loopback on which nobody listens just now. Below those that the system gives out by itself: one of those may be
 * another program's before the one it is meant for has started.
 */
export function freePort(): number {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    try {
      const probe = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() });
      void probe.stop(true);
      return port;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
}

const first = 20_000;
const count = 12_000;
