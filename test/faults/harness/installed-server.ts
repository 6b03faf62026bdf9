import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NotRun } from "./scenario.ts";

/** Where Debian's PostgreSQL is, the newest of them, with its pg_dump; or NotRun with how to get one. */
export function installedServer(): string {
  const root = "/usr/lib/postgresql";
  const found = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(`${root}/${name}/bin/pg_dump`))
    : [];
  const latest = found.sort((one, other) => Number(other) - Number(one))[0];
  if (!latest) throw new NotRun("pg_dump is not installed: apt-get install postgresql-15");
  return join(root, latest);
}
