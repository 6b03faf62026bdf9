import { DrizzleQueryError, is, Placeholder, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { clientOf, type Queries, rowsOfText } from "./connect.ts";

/** Statements that are built once for each database: the builder costs more than what a short statement takes. */
export function prepared<Statements>(prepare: (db: Queries) => Statements): (db: Queries) => Statements {
  const known = new WeakMap<Queries, Statements>();
  return (db) => {
    const before = known.get(db);
    if (before) return before;
    const made = prepare(db);
    known.set(db, made);
    return made;
  };
}

/** What Drizzle's `prepare` returns. */
type Built = { execute(values: Record<string, unknown>): PromiseLike<unknown> };

/**
 * One statement that is built once and for all, and then sent over whichever database or transaction it is called with: within
 * a transaction, Drizzle would have each built anew.
 * @param build ends in `.prepare(name)`, with `sql.placeholder` for what the values are to be.
 */
export function statement<B extends Built>(
  build: (db: Queries) => B,
): (db: Queries, values: Record<string, unknown>) => ReturnType<B["execute"]> {
  let built: B | undefined;
  return (db, values) => {
    built ??= build(db);
    // The one thing in it that is of a connection.
    const here = Object.assign(Object.create(built) as B, { client: clientOf(db) });
    return here.execute(values) as ReturnType<B["execute"]>;
  };
}

/**
 * The same for a statement whose rows are taken as the driver reads them, under the names they have there, with instants and
 * days as PostgreSQL writes them: for what every request waits for, since Drizzle's reading takes longer than the driver's.
 * @param build names its columns by hand, with `sql.placeholder` for what the values are to be.
 */
export function reading<Row extends object>(
  build: () => SQL,
): (db: Queries, values: Record<string, unknown>) => Promise<Row[]> {
  let built: { sql: string; params: unknown[] } | undefined;
  return async (db, values) => {
    built ??= new PgDialect().sqlToQuery(build());
    const given = built.params.map((one) => (is(one, Placeholder) ? values[one.name] : one));
    try {
      return (await rowsOfText(db, built.sql, given)) as Row[];
    } catch (error) {
      throw new DrizzleQueryError(built.sql, given, error as Error);
    }
  };
}

/**
 * The same for the insert of one row, built once for each choice of columns and of those that are null: for a null in place
 * of a placeholder, Drizzle would write what the column's type makes of it.
 * @param build is given the row with placeholders.
 */
export function insertion<Row extends object, B extends Built>(
  build: (db: Queries, row: Row) => B,
): (db: Queries, row: Row) => ReturnType<B["execute"]> {
  const known = new Map<string, (db: Queries, values: Record<string, unknown>) => ReturnType<B["execute"]>>();
  return (db, row) => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined);
    const choice = given.map(([name, value]) => (value === null ? `no ${name}` : name)).join();
    const places = () => given.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)]);
    const insert =
      known.get(choice) ?? statement((first) => build(first, Object.fromEntries(places()) as Row));
    known.set(choice, insert);
    return insert(db, Object.fromEntries(given));
  };
}
