import { brokenOff } from "./connection-problems.ts";

/** The text of an answer as it comes, and the headers before it. */
export type TextStream = { headers: Headers; chunks: AsyncIterable<string> };

/** A time limit that each sign of life begins anew: a long answer may take long, as long as it goes on. */
export type Patience = { signal: AbortSignal; renew: () => void; end: () => void };

/** @param timeout milliseconds without a sign of life. */
export function patienceOf(timeout: number): Patience {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException("Nothing more came in time.", "TimeoutError"));
  let timer = setTimeout(giveUp, timeout);
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeout);
    },
    end: () => clearTimeout(timer),
  };
}

/** Reads a body as UTF-8 text, chunk by chunk. @throws CliError `incomplete` where it breaks off, `unavailable` where it stands still. */
export async function* textOf(
  body: ReadableStream<Uint8Array>,
  patience: Patience,
  { host, timeout }: { host: string; timeout: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      // What is done with a chunk takes its own time, which is not the server's.
      patience.end();
      yield decoder.decode(value, { stream: true });
      patience.renew();
    }
    yield decoder.decode();
  } catch (error) {
    throw brokenOff(patience.signal.aborted ? patience.signal.reason : error, host, timeout);
  } finally {
    patience.end();
    await reader.cancel().catch(() => {});
  }
}
