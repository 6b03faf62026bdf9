import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { ConnectionProblem } from "../problem.ts";
import type { Secrets } from "../stored.ts";

type KeyPlace = Pick<Config, "secretKey" | "dataDir">;

/** Length of GCM's nonce and of its tag, in bytes. */
const [nonceBytes, tagBytes] = [12, 16];

/**
 * Seals the secrets with AES-256-GCM, under the key of SVC_SECRET_KEY or else of DATA_DIR/secret.key, which is made where it is not there.
 * @param boundTo without the very same text they do not open.
 * @throws ConnectionProblem where there is a key's file that must not be used, or none can be made.
 */
export function seal(place: KeyPlace, secrets: Secrets, boundTo: string): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(place) ?? madeKey(place), nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The inverse. @throws ConnectionProblem where the key is not there or is another one, or what was sealed or bound was changed. */
export function unseal(place: KeyPlace, sealed: Uint8Array, boundTo: string): Secrets {
  const key = keyOf(place);
  if (!key) throw new ConnectionProblem(`${cannot} ${pathOf(place)} is not there. ${remedy}`);
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(boundTo));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as Secrets;
  } catch {
    const where = place.secretKey === undefined ? `the key in ${pathOf(place)}` : "SVC_SECRET_KEY";
    throw new ConnectionProblem(
      `${cannot} They were sealed under another key than ${where}, or changed since. ${remedy}`,
    );
  }
}

const cannot = "The GitHub App's credentials in the database cannot be opened.";
const remedy =
  "Set SVC_SECRET_KEY to the key of the svc that stored them (the text of its secret.key); every instance on one database needs the same. Or connect the App anew.";

// Windows has neither.
const hasModes = "O_NOFOLLOW" in constants;

const fileName = "secret.key";
const pathOf = ({ dataDir }: KeyPlace) => resolve(join(dataDir, fileName));

/** The key, where there is one. */
function keyOf(place: KeyPlace): Buffer | undefined {
  if (place.secretKey !== undefined) return Buffer.from(place.secretKey, "hex");
  const path = pathOf(place);
  let file: number;
  try {
    // A link might lead to a file that somebody else chose.
    file = openSync(path, constants.O_RDONLY | (hasModes ? constants.O_NOFOLLOW : 0));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new ConnectionProblem(`${path} cannot be read (${codeOf(error)}). Check its owner and mode.`);
  }
  try {
    const { mode } = fstatSync(file);
    if (hasModes && (mode & 0o077) !== 0) {
      throw new ConnectionProblem(`${path} can be read by others than its owner. Run: chmod 600 ${path}`);
    }
    const text = readFileSync(file, "utf8").trim();
    if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, "hex");
    throw new ConnectionProblem(
      `${path} does not hold 64 hexadecimal digits. Put back the file that was there.`,
    );
  } finally {
    closeSync(file);
  }
}

function madeKey(place: KeyPlace): Buffer {
  const path = pathOf(place);
  const key = randomBytes(32);
  try {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
    const file = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    try {
      writeSync(file, `${key.toString("hex")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return key;
  } catch (error) {
    // Another svc was a moment earlier.
    const theirs = codeOf(error) === "EEXIST" ? keyOf(place) : undefined;
    if (theirs) return theirs;
    throw new ConnectionProblem(
      `The key for the credentials cannot be kept in ${path} (${codeOf(error)}). Set DATA_DIR to a folder that svc may write to, or set SVC_SECRET_KEY.`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
