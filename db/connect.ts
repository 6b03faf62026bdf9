import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema.ts";
import * as people from "./schema/people.ts";

export type Database = PostgresJsDatabase<typeof schema & typeof people> & { $client: postgres.Sql };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Either of the two: a query that works the same inside a transaction and outside. */
export type Queries = Database | Transaction;

/**
 * Where PostgreSQL is: a URL, or the socket directory (or loopback port) of the embedded server. `pooled`: behind a pooler
 * that gives out its sessions for a transaction each.
 */
export type Address =
  | { url: string; pooled?: boolean }
  | { host: string; port: number; user: string; password?: string; database: string };

/**
 * Opens a pool of at most `max` connections. Nothing is sent before the first query.
 * @param limits `deadlineMs` is for one call, its wait for a connection included: a server that hangs, or a network that
 * swallows everything, is heard of in no other way. The call then fails as an outage, and its connection is thrown away.
 */
export function connect(address: Address, { max = 10, deadlineMs = 5_300 } = {}): Database {
  const options = {
    max,
    // This and the next are ours: see patches.
    deadline: deadlineMs,
    max_waiting: 1_000,
    connect_timeout: 5,
    // Seconds. Left alone, up to 20 would go by before a server that is back is asked again.
    backoff: (failures: number) => Math.min(3 ** failures / 100, 1),
    max_lifetime: 30 * 60,
    onnotice: () => {},
    // A statement that was prepared in one session is unknown in the next.
    prepare: !isPooled(address),
    connection: {
      application_name: "svc",
      TimeZone: "UTC",
      // PgBouncer turns away whoever asks for any of these. Then the role's own hold, and our deadline.
      ...(!isPooled(address) && {
        statement_timeout: 5_000,
        lock_timeout: 3_000,
        idle_in_transaction_session_timeout: 10_000,
      }),
    },
  };
  const client = "url" in address ? byUrl(address.url, options) : postgres({ ...options, ...address });
  return drizzle(preparing(client), { schema: { ...schema, ...people } });
}

const mark = "/* planned for its values */";

/**
 * A condition that always holds, and has its statement planned for its very values each time: a label may be rare or on every
 * entry, and one plan for both would be wrong for one of them. A statement without it is planned once on a connection, where
 * PostgreSQL finds that its values make no difference.
 */
export const plannedForItsValues = sql.raw(`${mark} true`);

// Each is kept for as long as its connection: lists of many lengths would be many.
const mostPrepared = 40;

/**
 * Has statements prepared that Drizzle sends, all by `unsafe` and with the word that they are not to be. Otherwise the server reads
 * each anew and is first asked for the types of its parameters: twice the way there and back.
 */
function preparing<Client extends postgres.ISql>(client: Client): Client {
  const { unsafe } = client;
  client.unsafe = (text, values = [], options) =>
    unsafe(text, values, { ...options, prepare: isPrepared(text, values.length) });
  const { begin, savepoint } = client as { begin?: Nested; savepoint?: Nested };
  return Object.assign(
    client,
    begin && { begin: within(begin) },
    savepoint && { savepoint: within(savepoint) },
  );
}

const isPrepared = (text: string, values: number) =>
  values > 0 && values <= mostPrepared && !text.includes(mark);

type Work = (inner: postgres.ISql) => unknown;
type Nested = (...args: (string | Work)[]) => unknown;

/** The same for the statements of a transaction. */
function within(nested: Nested): Nested {
  return (...args) =>
    nested(
      ...args.map((arg) => (typeof arg === "string" ? arg : (inner: postgres.ISql) => arg(preparing(inner)))),
    );
}

const isPooled = (address: Address) => "url" in address && (address.pooled ?? false);

/** The driver's own database or transaction, which Drizzle keeps to itself. */
export function clientOf(db: Queries): postgres.ISql {
  return (db as unknown as { session: { client: postgres.ISql } }).session.client;
}

/** Gives each later call of one transaction another deadline, for statements that may take longer than most. */
export function allowEachCall(tx: Transaction, milliseconds: number): void {
  (clientOf(tx) as postgres.ISql & { within(milliseconds: number): void }).within(milliseconds);
}

/**
 * The rows of a statement that takes no parameters, each the message it came in (DataRow of PostgreSQL's protocol, with its
 * columns as texts): of a million rows, arrays and objects would cost more than the rows themselves.
 */
export async function messagesOf(tx: Transaction, statement: string): Promise<Uint8Array[]> {
  // Ours: see patches.
  const query = clientOf(tx).unsafe(statement) as unknown as { messages(): Promise<Iterable<Uint8Array>> };
  return [...(await query.messages())];
}

/**
 * The rows of a statement that is there as a text, with its values at `$1` and so on; instants and days as PostgreSQL writes them.
 * A transaction carries it out before anything that is asked of it after this call.
 */
export async function rowsOfText(db: Queries, text: string, values: unknown[]): Promise<object[]> {
  // Left to itself, the driver would begin when it is waited for.
  return [
    ...(await clientOf(db)
      .unsafe(text, values as never[])
      .execute()),
  ];
}

/** With libpq's `?host=/folder` for a socket too, which postgres.js would send to the server as a setting. */
function byUrl(text: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  if (!/[?&]host=/.test(text)) return postgres(text, options);
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? url.hostname;
  url.searchParams.delete("host");
  return postgres(url.href, { ...options, host });
}
