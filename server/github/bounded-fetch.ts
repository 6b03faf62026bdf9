/** As much of `fetch` as is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** No answer is waited for longer than this, its body included. */
export type Bounds = { timeoutMs: number; mostBytes: number };

/**
 * A fetch that follows no redirect and gives up on an answer that is late or large. The whole body is read before it returns,
 * since an answer cut short must fail rather than look empty.
 */
export function boundedFetch(fetch: Fetch, { timeoutMs, mostBytes }: Bounds): Fetch {
  return async (url, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(url, { ...init, redirect: "manual", signal });
      const body = await readAtMost(answer, mostBytes);
      const { status, headers } = answer;
      return new Response(bodiless.has(status) ? null : body, { status, headers });
    } catch (error) {
      if (signal.aborted)
        throw new Error(`it did not answer within ${timeoutMs / 1000} s.`, { cause: error });
      throw error;
    }
  };
}

/** Statuses for which `Response` takes no body. */
const bodiless = new Set([204, 205, 304]);

async function readAtMost(answer: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | undefined = answer.body ?? undefined;
  if (body === undefined) return new Uint8Array();
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`its answer is larger than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Bun.concatArrayBuffers(chunks, Infinity, true);
}
