import { AppError } from "../errors.ts";

type Limits = {
  /** Of one body. */
  mostBytes: number;
  /** A body above this is a large one. */
  smallBytes: number;
  /** Large ones that are read at the same time. */
  largeAtOnce: number;
};

/**
 * Reads the exact bytes of bodies from senders who are not known yet. Many large ones at once would fill the memory, so only so many are
 * read and the next is refused unread; a small one never is.
 *
 * Throws `tooLarge` past `mostBytes`, and `unavailable` with a Retry-After for a large one too many, or once `patience` is over.
 */
export function createBodyReader({ mostBytes, smallBytes, largeAtOnce }: Limits) {
  let large = 0;

  return async (request: Request, patience: AbortSignal): Promise<Uint8Array> => {
    let isLarge = false;
    /** Of a body that has, or is said to have, so many bytes. */
    function admit(bytes: number): void {
      if (bytes > mostBytes) throw tooLarge();
      if (isLarge || bytes <= smallBytes) return;
      if (large >= largeAtOnce) throw crowded();
      large += 1;
      isLarge = true;
    }
    try {
      const declared = Number(request.headers.get("content-length") ?? Number.NaN);
      if (Number.isNaN(declared)) return await inPieces(request, patience, admit);
      admit(declared);
      const body = new Uint8Array(await orLate(request.arrayBuffer(), patience));
      admit(body.length);
      return body;
    } finally {
      if (isLarge) large -= 1;
    }
  };
}

/** A body that does not say how long it is. */
async function inPieces(request: Request, patience: AbortSignal, admit: (bytes: number) => void) {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (request.body === null) return new Uint8Array();
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await orLate(reader.read(), patience);
      if (done) break;
      length += value.length;
      admit(length);
      pieces.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
  const body = new Uint8Array(length);
  let place = 0;
  for (const piece of pieces) {
    body.set(piece, place);
    place += piece.length;
  }
  return body;
}

async function orLate<T>(reading: Promise<T>, patience: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(tooSlow());
  patience.addEventListener("abort", giveUp);
  return Promise.race([reading, late]).finally(() => patience.removeEventListener("abort", giveUp));
}

const tooLarge = () => new AppError("tooLarge", "body_too_large", "A delivery has at most 25 MiB.");

const crowded = () =>
  new AppError(
    "unavailable",
    "deliveries_crowded",
    "Too many large deliveries are being read at once. Send it again in some seconds.",
    { retryAfter: 5 },
  );

const tooSlow = () =>
  new AppError("unavailable", "delivery_too_slow", "The delivery did not arrive in time. Send it again.", {
    retryAfter: 5,
  });
