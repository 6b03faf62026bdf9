import type { ReceivedRequest } from "./rest.ts";

/** Something that goes wrong, or slowly, on the way to GitHub or within it. */
export type Fault = {
  method?: string;
  /** Below the REST root: exactly this path, or any that matches. Without it, every path. */
  path?: string | RegExp;
  /** How many requests it strikes, by default one. `Infinity`: until `heal()`. */
  times?: number;
  delayMs?: number;
  /** Without it the request is answered as usual, if perhaps late. */
  respond?: CannedReply | Accident;
};

export type CannedReply = { status: number; headers?: Record<string, string>; body?: unknown };
export type Accident =
  /** The connection is cut before anything is done. */
  | "reset"
  /** What was asked is done, and then the connection is cut without an answer. */
  | "reset_after"
  /** What was asked is done, and the connection is cut in the middle of the answer. */
  | "cut_answer"
  /** Nothing happens, ever. */
  | "hang";

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let waiting: (Fault & { left: number })[] = [];

  function fail(fault: Fault): void {
    waiting.push({ ...fault, left: fault.times ?? 1 });
  }

  /** The fault that strikes this request, if any: the one planned first. */
  function strike(request: ReceivedRequest): Fault | undefined {
    const fault = waiting.find((one) => one.left > 0 && concerns(one, request));
    if (fault) fault.left -= 1;
    return fault;
  }

  function heal(): void {
    waiting = [];
  }

  return { fail, strike, heal };
}

function concerns({ method, path }: Fault, request: ReceivedRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (path === undefined) return true;
  return typeof path === "string" ? path === request.path : path.test(request.path);
}
