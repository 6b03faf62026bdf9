import { CliError } from "../errors.ts";
import type { World } from "../world.ts";
import type { Draft, Spool } from "./drafts.ts";

/** Where the result of a command goes. */
export type Destination = {
  /** Undefined for stdout. */
  file: string | undefined;
  overwrite: boolean;
  /** Whether what is written may be seen before all of it is there. A file is never seen so. */
  direct: boolean;
};

/**
 * Runs what writes a result, and lets the result be seen only when all of it is there: where writing fails, nothing is
 * printed and no file is left. @throws CliError `usage` for a file that cannot be made.
 */
export async function written<Result>(
  world: Pick<World, "stdout" | "drafts">,
  destination: Destination,
  produce: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const draft = await openDraft(world, destination);
  try {
    const result = await produce(draft.write);
    await draft.keep();
    return result;
  } catch (error) {
    await draft.discard();
    throw error instanceof CliError || destination.file === undefined
      ? error
      : fileProblem(destination.file, error);
  }
}

async function openDraft(
  { stdout, drafts }: Pick<World, "stdout" | "drafts">,
  { file, overwrite, direct }: Destination,
): Promise<Draft> {
  if (file === undefined) return direct ? atOnce(stdout.write) : withheld(stdout.write, drafts.spool);
  try {
    return await drafts.file(file, { overwrite });
  } catch (error) {
    throw fileProblem(file, error);
  }
}

function atOnce(write: Draft["write"]): Draft {
  return { write, keep: async () => {}, discard: async () => {} };
}

// Characters that are kept in memory before the disk is taken.
const inMemory = 4_000_000;

function withheld(print: Draft["write"], openSpool: () => Promise<Spool>): Draft {
  let waiting = "";
  let spool: Spool | undefined;
  return {
    async write(text) {
      waiting += text;
      if (waiting.length < inMemory && !spool) return;
      spool ??= await openSpool();
      const next = waiting;
      waiting = "";
      await spool.write(next);
    },
    async keep() {
      if (!spool) return waiting === "" ? undefined : print(waiting);
      for await (const piece of spool.read()) await print(piece);
      await spool.discard();
    },
    async discard() {
      await spool?.discard();
    },
  };
}

function fileProblem(file: string, error: unknown): CliError {
  const { code = "" } = error as NodeJS.ErrnoException;
  const known: Record<string, [what: string, fix: string]> = {
    EEXIST: ["is there already", "Add -f to put this in its place, or choose another name"],
    ENOENT: ["is in a folder that does not exist", "Make the folder first"],
    ENOTDIR: ["is below something that is no folder", "Choose another place"],
    EISDIR: ["is a folder", "Name a file in it"],
    ENOTFILE: ["is no file that another can take the place of", `Leave out -o and write: > ${file}`],
    EACCES: ["cannot be written: you may not write in its folder", "Choose another folder"],
    EROFS: ["is on a disk that cannot be written", "Choose another folder"],
  };
  const found = known[code];
  if (found) return new CliError("usage", `${file} ${found[0]}`, found[1]);
  if (code === "") throw error;
  return new CliError(
    "incomplete",
    `${file} could not be written (${code})`,
    "No file was left. Make room, or write it elsewhere",
  );
}
