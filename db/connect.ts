import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema.ts";
import * as people from "./schema/people.ts";

export type Database = PostgresJsDatabase<typeof schema & typeof people> & { $client: postgres.Sql };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Either of the two: a query that works the same inside a transaction and outside. */
export type Queries = Database | Transaction;

/** Where PostgreSQL is: a URL, or the socket directory (or loopback port) of the embedded server. */
export type Address =
  { url: string } | { host: string; port: number; user: string; password?: string; database: string };

/** Opens a pool of at most `max` connections. Nothing is sent before the first query. */
export function connect(address: Address, { max = 10 } = {}): Database {
  const options = {
    max,
    connect_timeout: 5,
    max_lifetime: 30 * 60,
    onnotice: () => {},
    connection: {
      application_name: "svc",
      TimeZone: "UTC",
      statement_timeout: 5_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  };
  const client = "url" in address ? byUrl(address.url, options) : postgres({ ...options, ...address });
  return drizzle(client, { schema: { ...schema, ...people } });
}

/** With libpq's `?host=/folder` for a socket too, which postgres.js would send to the server as a setting. */
function byUrl(text: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  if (!/[?&]host=/.test(text)) return postgres(text, options);
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? url.hostname;
  url.searchParams.delete("host");
  return postgres(url.href, { ...options, host });
}
