import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Which svc this is, on what it runs, and which schema it brings. */
export function versionText(json: boolean): string {
  const facts = { svc: ofPackage(), bun: Bun.version, schema: latestMigration() };
  if (json) return `${JSON.stringify(facts)}\n`;
  return `svc ${facts.svc} (Bun ${facts.bun}, schema ${facts.schema})\n`;
}

const root = join(import.meta.dir, "../../..");

function ofPackage(): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
}

function latestMigration(): string {
  const journal = readFileSync(join(root, "db/migrations/meta/_journal.json"), "utf8");
  return (JSON.parse(journal) as { entries: { tag: string }[] }).entries.at(-1)!.tag;
}
