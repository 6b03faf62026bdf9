import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Writable } from "node:stream";
import type postgres from "postgres";
import type { Transaction } from "../connect.ts";
import type { CopiedTable } from "./frame.ts";

// A row each would make a frame of a hundred bytes.
const blockBytes = 512 * 1024;
const lineEnd = 10;

/** The rows of a table in the order of its key, in blocks of whole rows. */
export async function* copyOut(tx: Transaction, table: CopiedTable): AsyncGenerator<Buffer> {
  const client = clientOf(tx);
  const keys = table.key.map(({ column, isText }) =>
    isText ? client`${client(column)} collate "C"` : client`${client(column)}`,
  );
  const columns = commas(
    client,
    table.columns.map((column) => client`${client(column)}`),
  );
  const stream =
    await client`copy (select ${columns} from ${client(table.name)} order by ${commas(client, keys)}) to stdout`.readable();
  let waiting: Buffer[] = [];
  let length = 0;
  try {
    for await (const row of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      // The driver's buffer is used again for what comes next.
      waiting.push(Buffer.from(row));
      length += row.length;
      if (length < blockBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
    if (length > 0) yield Buffer.concat(waiting);
  } finally {
    // Nothing else can be asked of the connection before the rest has come, also where nobody wants it any more.
    if (!stream.readableEnded && !stream.destroyed) await once(stream.resume(), "end");
    // The driver pauses its connection while rows wait here, and does not go on by itself where those were the last ones.
    // oxlint-disable-next-line no-underscore-dangle -- nothing else has it go on
    stream._read(0);
  }
}

/** A COPY into a table that is under way. `end` rejects with what PostgreSQL has against the rows. */
export async function copyIn(tx: Transaction, table: CopiedTable) {
  const client = clientOf(tx);
  const columns = commas(
    client,
    table.columns.map((column) => client`${client(column)}`),
  );
  const query = client`copy ${client(table.name)} (${columns}) from stdin`;
  const failed = failureOf(query);
  failed.catch(() => {});
  const stream = (await query.writable()) as Writable;
  stream.on("error", () => {}); // It is told by the query.
  return {
    async write(bytes: Buffer): Promise<void> {
      if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), failed]);
    },
    /** Ends it without its rows: nothing else can be asked of the connection before. */
    abandon(): void {
      stream.destroy(new Error("abandoned"));
    },
    async end(): Promise<void> {
      stream.end();
      await Promise.race([once(stream, "finish"), failed]);
    },
  };
}

/**
 * What PostgreSQL says against a query, whenever it does. The driver settles that of a COPY once it begins, and forgets the stream
 * once it was ended, so that an error in the last of the rows would be heard of nowhere.
 */
function failureOf(query: object): Promise<never> {
  const settles = query as { reject(error: unknown): void };
  const settle = settles.reject;
  return new Promise((_, reject) => {
    settles.reject = (error) => {
      reject(error as Error);
      settle(error);
    };
  });
}

/** Counts rows and digests them, block by block. */
export function createTally() {
  const digest = createHash("sha256");
  let rows = 0;
  return {
    add(bytes: Buffer): void {
      digest.update(bytes);
      // In this format a line end within a text is written as two other characters.
      for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) rows++;
    },
    result: () => ({ rows, sha256: digest.digest("hex") }),
  };
}

type Client = postgres.TransactionSql;

/** Drizzle keeps the driver's transaction to itself, and has no COPY. */
function clientOf(tx: Transaction): Client {
  return (tx as unknown as { session: { client: Client } }).session.client;
}

function commas(client: Client, parts: postgres.PendingQuery<postgres.Row[]>[]) {
  return parts.map((part, place) => (place === 0 ? part : client`, ${part}`));
}
