import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { DatabaseProblem } from "../problem.ts";
import { type Account, accountFor, barrier } from "./account.ts";
import { findPrograms, type Programs, trial } from "./programs.ts";

/** Where everything of one embedded database lies, and who runs it. */
export type Place = {
  dataDir: string;
  /** The folder that PostgreSQL itself calls its data directory. */
  cluster: string;
  logFile: string;
  account: Account | undefined;
  programs: Programs;
};

type Wish = {
  dataDir: string;
  dataDirIsDefault: boolean;
  /** Used as root where the account of PostgreSQL may not enter the checkout. */
  systemDir: string;
  log: { info(message: string): void };
};

/**
 * Chooses the data directory and makes it, and finds programs that the account can run (D30).
 * @throws DatabaseProblem with what to do where either cannot be had.
 */
export function choosePlace(wish: Wish): Place {
  const { dataDir, account } = chooseDataDir(wish);
  return { ...partsOf(dataDir), account, programs: usablePrograms(account, wish.systemDir) };
}

const partsOf = (dataDir: string) => ({
  dataDir,
  cluster: join(dataDir, "postgres"),
  logFile: join(dataDir, "postgres.log"),
});

function chooseDataDir({ dataDir, dataDirIsDefault, systemDir, log }: Wish) {
  const wanted = resolve(dataDir);
  const account = accountFor(partsOf(wanted).cluster);
  const closed = barrier(account, nearestFolder(wanted));
  if (!account || !closed) return { dataDir: make(wanted, account), account };
  if (!dataDirIsDefault) {
    throw new DatabaseProblem(
      `PostgreSQL runs as the user ${account.name} here, which may not enter ${closed}. Set DATA_DIR to a place outside of it, for example ${systemDir}, or run: chmod o+x ${closed}`,
    );
  }
  if (existsSync(join(partsOf(wanted).cluster, "PG_VERSION"))) {
    throw new DatabaseProblem(
      `There are data in ${wanted}, but PostgreSQL runs as the user ${account.name} here, which may not enter ${closed}. Run: chmod o+x ${closed}`,
    );
  }
  log.info(
    `Data are kept in ${systemDir}: PostgreSQL runs as the user ${account.name}, which may not enter ${closed}.`,
  );
  return { dataDir: make(systemDir, account), account: accountFor(partsOf(systemDir).cluster) };
}

function nearestFolder(path: string): string {
  return existsSync(path) && statSync(path).isDirectory() ? path : nearestFolder(dirname(path));
}

/** Without symbolic links in its path, since it is compared with what the system says of the server. */
function make(dataDir: string, account: Account | undefined): string {
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode: account ? 0o755 : 0o700 });
    if (account && first) open(first, dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new DatabaseProblem(
      `The data directory ${dataDir} cannot be used (${(error as Error).message}). Set DATA_DIR to a folder that svc may write to.`,
    );
  }
}

/** A strict umask would close the folders just made, from `first` down to `last`, to the account again. */
function open(first: string, last: string): void {
  for (let folder = last; !relative(first, folder).startsWith(".."); folder = dirname(folder))
    chmodSync(folder, 0o755);
}

function usablePrograms(account: Account | undefined, systemDir: string): Programs {
  const installed = findPrograms();
  const first = trial(installed, account);
  if (first.works) return installed;
  const copy = account && copyOnce(installed, systemDir);
  const second = copy ? trial(copy, account) : first;
  if (copy && second.works) return copy;
  throw new DatabaseProblem(
    `The PostgreSQL that comes with svc does not run on this machine; it needs glibc, which Alpine lacks. Set DATABASE_URL to a PostgreSQL server. What it said: ${second.output}`,
  );
}

/** The copy is whole or absent, and stays for the next start: one for each version. */
function copyOnce({ folder, version }: Programs, systemDir: string): Programs {
  const copy = join(systemDir, `postgresql-${version}`);
  if (!existsSync(copy)) {
    make(systemDir, { name: "root", uid: 0, gid: 0 });
    const unfinished = mkdtempSync(join(systemDir, "postgresql.new-"));
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    makeReadable(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch {
      rmSync(unfinished, { recursive: true }); // Another svc was a moment earlier.
    }
  }
  return { folder: copy, version };
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
