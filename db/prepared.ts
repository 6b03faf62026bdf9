import type { Queries } from "./connect.ts";

/**
 * Statements that are built once for each database: the builder costs more than what a short statement takes. Within a
 * transaction they are built anew.
 */
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
