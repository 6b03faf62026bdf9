import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseProblem } from "../problem.ts";

/** A user of the system other than the one svc runs as. */
export type Account = { name: string; uid: number; gid: number };

const fallback = "postgres";

/**
 * Who runs PostgreSQL, which refuses to run as root: the owner of the data where there is some already, else the
 * user `postgres`, which is made where it is missing (D30). Undefined: whoever svc runs as.
 * @throws DatabaseProblem where the data belong to a user that svc cannot act as.
 */
export function accountFor(cluster: string): Account | undefined {
  const ours = process.getuid?.();
  const owner = ownerOf(cluster);
  if (ours !== 0) {
    if (!owner || owner.uid === ours) return undefined;
    throw new DatabaseProblem(
      `${cluster} belongs to the user ${nameOf(owner.uid)}. Start svc as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
  if (owner && owner.uid !== 0) return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  const account = lookUp(fallback) ?? create(fallback);
  if (!owner || !existsSync(join(cluster, "PG_VERSION"))) return account;
  throw new DatabaseProblem(
    `${cluster} belongs to root, and PostgreSQL does not run as root. Run: chown -R ${account.name}: ${cluster}`,
  );
}

/** Undefined where the account may enter the folder, else the outermost folder that keeps it out. */
export function barrier(account: Account | undefined, folder: string): string | undefined {
  if (mayEnter(account, folder)) return undefined;
  const above = dirname(folder);
  return above === folder ? folder : (barrier(account, above) ?? folder);
}

/** Tried rather than computed: access lists, mounts and user namespaces have a say beside the mode. */
function mayEnter(account: Account | undefined, folder: string): boolean {
  if (!account) return true;
  const { uid, gid } = account;
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { uid, gid, cwd: "/", stdio: "ignore" }).status ===
    0
  );
}

/** Undefined also where it cannot be known: whoever makes the folder next will say why. */
function ownerOf(path: string): { uid: number; gid: number } | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => ask("id", flag, name));
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

function nameOf(uid: number): string {
  return ask("id", "-un", String(uid)) || `number ${uid}`;
}

function create(name: string): Account {
  ask("useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name);
  // Looked up whatever came of it: another svc may have been a moment earlier.
  const made = lookUp(name);
  if (made) return made;
  throw new DatabaseProblem(
    `svc runs as root, PostgreSQL refuses to, and the user ${name} could not be made for it. Make one (useradd --system ${name}), start svc as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** What a command prints; empty where it fails or does not exist. */
function ask(command: string, ...args: string[]): string {
  try {
    const { status, stdout } = spawnSync(command, args, { cwd: "/", encoding: "utf8" });
    return status === 0 ? stdout.trim() : "";
  } catch {
    return "";
  }
}
