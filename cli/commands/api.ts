import { type Command, Option } from "commander";
import { openApi } from "../api.ts";
import { CliError } from "../errors.ts";
import { fieldsFrom, pathFrom } from "../api-request.ts";
import { type Page, pagesOf } from "../pages.ts";
import { isJson, refusal } from "../refusals.ts";
import { readSettings } from "../settings.ts";
import { waitedFor } from "../output/progress.ts";
import { written } from "../output/sink.ts";
import { terminalJson, terminalLines } from "../output/terminal-text.ts";
import type { World } from "../world.ts";
import { addServerOptions, each, once, type ServerOptions } from "./server-options.ts";

type Options = ServerOptions & { method?: string; field?: string[]; input?: string[]; paginate?: boolean };

const methods = ["GET", "POST", "PATCH", "DELETE"];

/** Adds `svc api`: any request to the API, for what has no command. */
export function addApi(program: Command, world: World): void {
  const command = program
    .command("api <path>")
    .description(
      "Sends a request to the API and prints the answer. The path is below /api/v1; see /docs on the server.",
    )
    .addHelpText("before", examples)
    .addHelpText("after", after)
    .addOption(new Option("-X, --method <method>", "GET, or POST with --input").choices(methods))
    .option("-f, --field <name=value>", "a parameter of GET, else a field of the JSON body", each)
    .option("--input <file>", "the body from a file, or from standard input with -", each)
    .option("--paginate", "follow next_cursor, and print the rows of all pages as one JSON array");
  addServerOptions(command).action((path: string, options: Options) => request(world, path, options));
}

const examples = `Examples:
  $ svc api me
  $ svc api time-entries -f label=client:acme -f limit=1000 --paginate
  $ svc api clients -X POST -f name=Acme
`;

const after = `
A value that is a number, true, false, null, or begins with [ or { is JSON; write it '"12"' to send text. A field
that is given several times is an array in a body, and is repeated in a query.
`;

async function request(world: World, path: string, options: Options): Promise<void> {
  const fields = fieldsFrom(options.field ?? []);
  const input = once("--input", options.input);
  const method = options.method ?? (input === undefined ? "GET" : "POST");
  refuseUnused(method, input, options);
  const asked = pathFrom(path);
  const settings = await readSettings(world, once("--host", options.host));
  const api = openApi(waitedFor(world, settings.host, false), settings);
  if (method !== "GET") {
    const body = input === undefined ? fields.body : await readInput(world, input);
    return print(await api.ask({ method, ...asked, ...(body !== undefined && { body }) }));
  }
  for (const [name, value] of fields.query) asked.query.append(name, value);
  if (!options.paginate) return print(await api.ask({ method, ...asked }));
  await written(world, { file: undefined, overwrite: false, direct: false }, async (write) => {
    let before = "[\n";
    for await (const { data } of pagesOf(api.host, page)) {
      for (const row of data) {
        await write(`${before}${terminalJson(row)}`);
        before = ",\n";
      }
    }
    await write(before === "[\n" ? "[]\n" : "\n]\n");
  });

  async function print({ response, text }: { response: Response; text: string }): Promise<void> {
    const shown = world.stdout.isTTY ? forPerson(response, text) : text;
    await world.stdout.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
    if (!response.ok) throw refusal(response, text, settings);
  }

  async function page(cursor: string | undefined): Promise<Page<unknown>> {
    if (cursor !== undefined) asked.query.set("cursor", cursor);
    const { response, text } = await api.ask({ method, ...asked });
    if (!response.ok || !isJson(response)) throw refusal(response, text, settings);
    const found = readJson(text) as Partial<Page<unknown>> | null | undefined;
    if (found === undefined) {
      const fix = "Nothing was printed. Run the command again";
      throw new CliError("incomplete", `the answer of ${api.host} broke off`, fix);
    }
    if (Array.isArray(found?.data)) return found as Page<unknown>;
    throw new CliError("usage", "this answer is not a list", "Leave --paginate out");
  }
}

/** Nothing that is given is dropped unseen. @throws CliError `usage` */
function refuseUnused(method: string, input: string | undefined, { field, paginate }: Options): void {
  const what =
    paginate && method !== "GET"
      ? "--paginate is for GET"
      : input !== undefined && method === "GET"
        ? "a GET has no body, and --input is one"
        : input !== undefined && field
          ? "--input and --field both say what the body is"
          : undefined;
  if (what) throw new CliError("usage", what, "Leave one of them out");
}

function forPerson(response: Response, text: string): string {
  const value = isJson(response) ? readJson(text) : undefined;
  return value === undefined ? terminalLines(text) : terminalJson(value, 2);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function readInput(world: World, input: string): Promise<string> {
  if (input === "-") return world.stdin.readAll();
  return world.files.read(input).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new CliError(
      "usage",
      `${input} cannot be read (${code})`,
      "Give --input a file, or - for standard input",
    );
  });
}
