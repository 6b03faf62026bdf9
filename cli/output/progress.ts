import type { World } from "../world.ts";

/** What a person sees of something that takes long. */
export type Progress = { reached: (rows: number, of: number) => void; end: () => Promise<void> };

/** A line on the terminal's stderr, from 300 ms on; nothing in a pipe, where `quiet`, or while another stands there. */
export function showProgress(
  { stderr }: Pick<World, "stderr">,
  quiet: boolean,
  begin = "Fetching…",
): Progress {
  if (!stderr.isTTY || quiet || busy.has(stderr)) return { reached: () => {}, end: async () => {} };
  busy.add(stderr);
  let text = begin;
  let drawn = Promise.resolve();
  let isShown = false;
  const draw = () => {
    isShown = true;
    drawn = drawn.then(() => stderr.write(`\r${text}\x1b[K`)).catch(() => {});
  };
  let timer = setTimeout(function again() {
    draw();
    timer = setTimeout(again, 100);
  }, 300);
  return {
    reached(rows, of) {
      text = `Fetching… ${rows.toLocaleString("en")} of ${of.toLocaleString("en")} rows`;
    },
    async end() {
      clearTimeout(timer);
      await drawn;
      if (isShown) await stderr.write("\r\x1b[K");
      isShown = false;
      busy.delete(stderr);
    },
  };
}

const busy = new WeakSet<World["stderr"]>();

/** The world in which what the server takes longer for than 300 ms is told. */
export function waitedFor<W extends Pick<World, "fetch" | "stderr">>(
  world: W,
  host: string,
  quiet: boolean,
): W {
  const begin = `Waiting for ${new URL(host).host}…`;
  return {
    ...world,
    async fetch(url, init) {
      const progress = showProgress(world, quiet, begin);
      try {
        return await world.fetch(url, init);
      } finally {
        await progress.end();
      }
    },
  };
}
