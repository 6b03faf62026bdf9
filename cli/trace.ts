import { withoutTokens } from "./errors.ts";
import { terminalText } from "./output/terminal-text.ts";
import type { World } from "./world.ts";

/** The world with every request and answer told on stderr, where `isOn`. No token is in it, and no body. */
export function traced<W extends Pick<World, "fetch" | "stderr" | "now">>(world: W, isOn: () => boolean): W {
  // Over a line of progress, which is drawn anew.
  const start = () => (world.stderr.isTTY ? "\r\x1b[K" : "");
  const tell = (line: string) => world.stderr.write(`${start()}${terminalText(withoutTokens(line))}\n`);
  return {
    ...world,
    async fetch(url, init) {
      if (!isOn()) return world.fetch(url, init);
      const started = world.now().getTime();
      await tell(`> ${init.method ?? "GET"} ${url}`);
      for (const [name, value] of new Headers(init.headers)) await tell(`> ${name}: ${shown(name, value)}`);
      const response = await world.fetch(url, init).catch(async (error: unknown) => {
        await tell(`< no answer after ${world.now().getTime() - started} ms`);
        throw error;
      });
      await tell(`< ${response.status} after ${world.now().getTime() - started} ms`);
      for (const [name, value] of response.headers) await tell(`< ${name}: ${shown(name, value)}`);
      return response;
    },
  };
}

function shown(name: string, value: string): string {
  return /^(authorization|cookie|set-cookie)$/i.test(name) ? "(not shown)" : value;
}
