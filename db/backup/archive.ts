import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { createGunzip, createGzip } from "node:zlib";
import { DatabaseProblem } from "../problem.ts";
import { createTally } from "./copy.ts";
import type { Frame, Header, Manifest } from "./frame.ts";

/**
 * Writes a copy to a file that only its owner may read: gzip of lines of JSON, each of those that announce rows followed by them. The
 * file is there whole or not at all, and is not put in the place of another one unless told.
 * @throws DatabaseProblem with what to do.
 */
export async function writeArchive(
  file: string,
  frames: AsyncIterable<Frame>,
  { force = false } = {},
): Promise<Manifest> {
  if (!force) refuseExisting(file);
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    const fd = openSync(unfinished, "wx", 0o600);
    let manifest: Manifest;
    try {
      manifest = await writeTo(fd, frames);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    put(unfinished, file, force);
    return manifest;
  } catch (error) {
    throw explainedWriting(file, error);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** @throws DatabaseProblem */
export function refuseExisting(file: string): void {
  if (!existsSync(file)) return;
  throw new DatabaseProblem(
    `${file} exists and is kept. Name another file, or add --force to have it replaced.`,
  );
}

/** @throws DatabaseProblem where the file is no backup, or not whole any more. */
export async function* readArchive(file: string): AsyncGenerator<Frame> {
  const source = createReadStream(file);
  try {
    const gunzip = createGunzip();
    source.on("error", (error) => gunzip.destroy(error));
    yield* parse(source.pipe(gunzip));
  } catch (error) {
    throw explainedReading(file, error);
  } finally {
    source.destroy();
  }
}

/**
 * Reads the whole of a backup and compares it with what it should be, before anything is done with it.
 * @throws DatabaseProblem
 */
export async function verifyArchive(file: string): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | undefined;
  const tallies = new Map<string, ReturnType<typeof createTally>>();
  for await (const frame of readArchive(file)) {
    if (frame.kind === "header") {
      header = frame.header;
      for (const { name } of header.tables) tallies.set(name, createTally());
    } else if (frame.kind === "rows") {
      tallies.get(frame.table)?.add(frame.bytes);
    } else if (header) {
      const { manifest } = frame;
      const found = [...tallies].map(([name, tally]) => [name, tally.result()] as const);
      const isWhole = found.every(([name, { sha256 }]) => manifest.tables[name]?.sha256 === sha256);
      if (isWhole && found.length === Object.keys(manifest.tables).length) return { header, manifest };
      throw damaged(file);
    }
  }
  throw damaged(file);
}

async function writeTo(fd: number, frames: AsyncIterable<Frame>): Promise<Manifest> {
  const gzip = createGzip({ level: 6 });
  const written = (async () => {
    for await (const bytes of gzip as AsyncIterable<Buffer>) writeAll(fd, bytes);
  })();
  written.catch(() => gzip.destroy());
  const push = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => gzip.write(bytes, (error) => (error ? reject(error) : resolve())));
  let manifest: Manifest | undefined;
  for await (const frame of frames) {
    if (frame.kind === "rows") {
      const { table, bytes } = frame;
      await Promise.race([push(line({ table, bytes: bytes.length })).then(() => push(bytes)), written]);
    } else {
      if (frame.kind === "manifest") manifest = frame.manifest;
      await Promise.race([
        push(line(frame.kind === "header" ? frame.header : { manifest: frame.manifest })),
        written,
      ]);
    }
  }
  gzip.end();
  await written;
  if (!manifest) throw new Error("a copy without its manifest");
  return manifest;
}

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Linked rather than renamed, since that refuses where there is a file by now. Some filesystems have no links. */
function put(unfinished: string, file: string, force: boolean): void {
  try {
    if (force) renameSync(unfinished, file);
    else linkSync(unfinished, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") refuseExisting(file);
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP"].includes(codeOf(error))) throw error;
    refuseExisting(file);
    renameSync(unfinished, file);
  }
  if (process.platform === "win32") return;
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

async function* parse(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const take = createTaker(stream);
  const header = JSON.parse((await take.line()).toString()) as Header;
  if (header.format !== "svc backup") throw new SyntaxError("not a backup");
  if (header.version !== 1) {
    throw new DatabaseProblem(
      "This backup has a form that this svc does not know. Restore it with a newer version.",
    );
  }
  yield { kind: "header", header };
  for (;;) {
    const said = JSON.parse((await take.line()).toString()) as
      { table: string; bytes: number } | { manifest: Manifest };
    if ("manifest" in said) {
      // Only at its end does gzip know whether it is whole.
      await take.end();
      yield { kind: "manifest", manifest: said.manifest };
      return;
    }
    yield { kind: "rows", table: said.table, bytes: await take.bytes(said.bytes) };
  }
}

function createTaker(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const next = async () => {
    const chunk: IteratorResult<Buffer, unknown> = await chunks.next();
    if (chunk.done === true) throw new SyntaxError("ends too early");
    return chunk.value;
  };
  const cut = (length: number) => {
    const part = rest.subarray(0, length);
    rest = rest.subarray(length);
    return part;
  };
  return {
    async line(): Promise<Buffer> {
      const parts = [rest];
      for (let last = rest; !last.includes(10);) parts.push((last = await next()));
      rest = Buffer.concat(parts);
      return cut(rest.indexOf(10) + 1);
    },
    async bytes(wanted: number): Promise<Buffer> {
      const parts = [rest];
      for (let length = rest.length; length < wanted; length += parts.at(-1)!.length)
        parts.push(await next());
      rest = Buffer.concat(parts);
      return cut(wanted);
    },
    async end(): Promise<void> {
      const { done } = await chunks.next();
      if (done !== true || rest.length > 0) throw new SyntaxError("goes on after its end");
    },
  };
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? "";

function explainedWriting(file: string, error: unknown): unknown {
  const folder = dirname(file);
  const advice: Record<string, string> = {
    ENOSPC: `The disk that ${folder} is on is full, and nothing was left there. Make room, or name a file on another one.`,
    EDQUOT: `The quota for ${folder} is used up, and nothing was left there. Make room, or name a file elsewhere.`,
    EFBIG: `A file in ${folder} may not be as large as the backup, and nothing was left there. Name a file elsewhere.`,
    ENOENT: `There is no folder ${folder}. Make it, or name a file in another one.`,
    ENOTDIR: `${folder} is no folder. Name a file in one.`,
    EACCES: `You may not write to ${folder}. Name a file in another folder.`,
    EROFS: `${folder} cannot be written to. Name a file in another folder.`,
  };
  const said = advice[codeOf(error)];
  return said ? new DatabaseProblem(said, { cause: error }) : error;
}

function explainedReading(file: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof DatabaseProblem) return error;
  if (code === "ENOENT") return new DatabaseProblem(`There is no file ${file}.`);
  if (code === "EISDIR") return new DatabaseProblem(`${file} is a folder. Name the file of the backup.`);
  if (code === "EACCES") return new DatabaseProblem(`You may not read ${file}.`);
  if (code.startsWith("Z_") || code.startsWith("ERR_") || error instanceof SyntaxError) return damaged(file);
  return error;
}

function damaged(file: string): DatabaseProblem {
  return new DatabaseProblem(
    `${file} is no backup of svc, or is cut off or damaged. Nothing was changed. Copy it here again, or take an earlier one.`,
  );
}
