import { connect, createServer, type Server, type Socket } from "node:net";
import type { Address } from "../../db/connect.ts";

/** Something on the network between two programs, here svc and its database, on which everything can go wrong. */
export type FaultProxy = {
  /** On 127.0.0.1. */
  port: number;
  /** Holds back every chunk, both ways, for so long. */
  delay(milliseconds: number): void;
  /** Passes nothing on and refuses nothing, like a machine that was unplugged: neither side hears of it. */
  hang(): void;
  /** Cuts the connections that stand with a reset; new ones are let through. */
  reset(): void;
  /** Cuts the connections that stand, and each new one as soon as it is made. */
  refuse(): void;
  /** Cuts the next connection that brings an answer after so many bytes of it. */
  truncate(bytes: number): void;
  /** Passes on the next chunk from the client that holds this text, and cuts the connection before its answer. */
  cutAfter(text: string): void;
  /** Lets everything through again, also what was held back on connections that still stand. */
  heal(): void;
  /** How many connections stand just now. */
  connections(): number;
  close(): Promise<void>;
};

/** @param to a TCP port, or PostgreSQL's socket where `host` is a folder. */
export async function startFaultProxy(to: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  const state: State = { mode: "pass", delayMs: 0, truncateAfter: undefined, cutAfter: undefined };
  const server = createServer((client) => {
    if (state.mode === "refuse") return cut(client);
    const pair = { client, target: toServer(to) };
    pairs.add(pair);
    const gone = () => {
      pairs.delete(pair);
      client.destroy();
      pair.target.destroy();
    };
    for (const socket of [client, pair.target]) {
      socket.setNoDelay?.(true);
      socket.on("error", gone);
      socket.on("close", gone);
    }
    forward(pair, "client", state);
    forward(pair, "target", state);
    if (state.mode === "hang") hold(pair);
  });
  const port = await listening(server);
  const cutAll = () => pairs.forEach(cutPair);

  return {
    port,
    delay: (milliseconds) => void (state.delayMs = milliseconds),
    hang() {
      state.mode = "hang";
      pairs.forEach(hold);
    },
    reset: cutAll,
    refuse() {
      state.mode = "refuse";
      cutAll();
    },
    truncate: (bytes) => void (state.truncateAfter = bytes),
    cutAfter: (text) => void (state.cutAfter = text),
    heal() {
      Object.assign(state, { mode: "pass", delayMs: 0, truncateAfter: undefined, cutAfter: undefined });
      for (const { client, target } of pairs) {
        client.resume();
        target.resume();
      }
    },
    connections: () => pairs.size,
    close() {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The same database by way of the proxy. */
export function through(proxy: FaultProxy, address: Address): Address {
  if ("url" in address)
    return { ...address, url: Object.assign(new URL(address.url), { host: `127.0.0.1:${proxy.port}` }).href };
  return { ...address, host: "127.0.0.1", port: proxy.port };
}

/** Where the server of an address is, for `startFaultProxy`. */
export function placeOf(address: Address): { host: string; port: number } {
  if (!("url" in address)) return { host: address.host, port: address.port };
  const { hostname, port, searchParams } = new URL(address.url);
  return { host: searchParams.get("host") ?? hostname, port: Number(port || 5432) };
}

type Pair = { client: Socket; target: Socket };
type State = {
  mode: "pass" | "hang" | "refuse";
  delayMs: number;
  truncateAfter: number | undefined;
  cutAfter: string | undefined;
};

function forward(pair: Pair, from: keyof Pair, state: State): void {
  const [source, sink] = from === "client" ? [pair.client, pair.target] : [pair.target, pair.client];
  const pass = (chunk: Buffer) => {
    if (sink.destroyed) return;
    const left = state.truncateAfter;
    if (from === "target" && left !== undefined) {
      state.truncateAfter = left - chunk.length;
      if (chunk.length >= left) {
        state.truncateAfter = undefined;
        sink.write(chunk.subarray(0, left), () => cutPair(pair));
        return;
      }
    }
    if (from === "client" && state.cutAfter !== undefined && chunk.includes(state.cutAfter)) {
      state.cutAfter = undefined;
      pair.target.pause();
      // The server gets it whole, and time to do it.
      sink.write(chunk, () => setTimeout(() => cutPair(pair), 100));
      return;
    }
    if (sink.write(chunk)) return;
    source.pause();
    sink.once("drain", () => state.mode === "hang" || source.resume());
  };
  source.on("data", (chunk: Buffer) => {
    if (state.delayMs === 0) pass(chunk);
    else setTimeout(pass, state.delayMs, chunk);
  });
}

/** What arrives from now on stays in the system's buffers. */
function hold({ client, target }: Pair): void {
  client.pause();
  target.pause();
}

function cutPair({ client, target }: Pair): void {
  cut(client);
  cut(target);
}

function cut(socket: Socket): void {
  socket.on("error", () => {});
  socket.resetAndDestroy();
}

function toServer({ host, port }: { host: string; port: number }): Socket {
  return host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
}
