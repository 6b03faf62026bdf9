import type { Config } from "../../server/config.ts";
import { startApp, type TestApp } from "./app.ts";
import { freePort } from "./free-port.ts";

/** svc on a port of its own, under `localhost`, for a real browser; its GitHub knows where to send people back to. */
export async function startListening(
  options: { config?: Partial<Config> } = {},
): Promise<TestApp & { url: string }> {
  const port = freePort();
  const url = `http://localhost:${port}`;
  const svc = await startApp({ ...options, config: { publicUrl: url, ...options.config } });
  svc.app.listen({ hostname: "127.0.0.1", port, reusePort: false, development: false });
  return {
    ...svc,
    url,
    async stop() {
      await svc.app.stop(true);
      await svc.stop();
    },
  };
}
