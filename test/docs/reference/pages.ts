import { cliPage } from "./cli.ts";
import { configurationPage } from "./configuration.ts";
import { errorsPage } from "./errors.ts";
import { serverPage } from "./server.ts";

/** The pages of docs/reference that are made from the code: path, and the text it has now. */
export async function referencePages(): Promise<Map<string, string>> {
  return new Map([
    ["docs/reference/configuration.md", configurationPage()],
    ["docs/reference/errors.md", errorsPage()],
    ["docs/reference/cli.md", await cliPage()],
    ["docs/reference/server.md", serverPage()],
  ]);
}
