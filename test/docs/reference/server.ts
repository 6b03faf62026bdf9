import { catalogue, type CommandName, usage, usageOf } from "../../../server/commands/catalogue.ts";
import { pageOf, verbatim } from "./markdown.ts";

/** docs/reference/server.md: the commands of whoever runs svc, as they tell of themselves. */
export function serverPage(): string {
  return pageOf("Server commands", [
    "For whoever runs svc, on the machine it runs on, as the same user and with the same settings.",
    verbatim(usage()),
    ...(Object.keys(catalogue) as CommandName[]).flatMap((name) => [`## ${name}`, verbatim(usageOf(name))]),
  ]);
}
