import { entries } from "../../../db/migrations/meta/_journal.json" with { type: "json" };
import { version } from "../../../package.json" with { type: "json" };

/** Which svc this is, on what it runs, and which schema it brings. */
export function versionText(json: boolean): string {
  const facts = { svc: version, bun: Bun.version, schema: entries.at(-1)!.tag };
  if (json) return `${JSON.stringify(facts)}\n`;
  return `svc ${facts.svc} (Bun ${facts.bun}, schema ${facts.schema})\n`;
}
