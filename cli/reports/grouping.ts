import { weekName } from "../calendar.ts";
import { valuesIn } from "../entry-columns.ts";
import { CliError } from "../errors.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { nearest } from "../../server/nearest.ts";

/** By what entries are added up: `client`, `month`, a label dimension such as `wbso:`. */
export type Key = { name: string; of: (entry: EntryJson) => Part };

/** Where an entry falls by one key. Every entry falls in one part of each, so that the parts add up to the whole. */
export type Part =
  | { is: "value"; text: string; /** Tells values of the same text apart. */ id?: number }
  | { is: "several" }
  | { is: "none" };

export type Group = { parts: Part[]; entries: number; minutes: number };

/** Adds up entries as they come. */
export type Grouping = { keys: Key[]; add: (entries: EntryJson[]) => void; groups: () => Group[] };

/**
 * A grouping by the keys that were named, in that order; undefined for none.
 * @throws CliError `usage` for a key that there is not, or one named twice.
 */
export function readGrouping(named: string[] | undefined): Grouping | undefined {
  if (!named) return undefined;
  const keys = named.flatMap((text) => text.split(",")).map(readKey);
  const twice = keys.find(({ name }, i) => keys.findIndex((other) => other.name === name) !== i);
  if (twice) throw new CliError("usage", `--group-by ${twice.name} is given twice`, "Give it once");
  return groupingBy(keys);
}

export function groupingBy(keys: Key[]): Grouping {
  const found = new Map<string, Group>();
  return {
    keys,
    add(entries) {
      for (const entry of entries) {
        const parts = keys.map((key) => key.of(entry));
        const name = JSON.stringify(parts);
        const group = found.get(name) ?? { parts, entries: 0, minutes: 0 };
        group.entries += 1;
        group.minutes += entry.minutes;
        found.set(name, group);
      }
    },
    groups: () => [...found.values()].sort(inOrder),
  };
}

const value = (text: string, id?: number): Part => ({ is: "value", text, ...(id !== undefined && { id }) });
const named: Record<string, Key["of"]> = {
  client: ({ client }) => (client ? value(client.name, client.id) : { is: "none" }),
  user: ({ user }) => value(user.login, user.id),
  repository: ({ repository }) => value(repository),
  issue: ({ repository, issue }) => value(`${repository}#${issue.number}`),
  day: (entry) => value(entry.worked_on),
  week: (entry) => value(weekName(entry.worked_on)),
  month: (entry) => value(entry.worked_on.slice(0, 7)),
};
const keys = new Map(Object.entries(named));

export const groupKeys = [...keys.keys()];

function readKey(text: string): Key {
  const name = text === "repo" ? "repository" : text.replace(/^label:(?=.)/, "");
  const of = keys.get(name) ?? (/^[^:]+:(.*:)?$/.test(name) ? dimension(name) : undefined);
  if (of) return { name, of };
  const meant = nearest(name, groupKeys);
  throw new CliError(
    "usage",
    `--group-by ${JSON.stringify(text)} is nothing to add up by`,
    meant ? `Did you mean: ${meant}` : `Keys: ${groupKeys.join(", ")}, or a label dimension such as wbso:`,
  );
}

function dimension(name: string): Key["of"] {
  return ({ labels }) => {
    const values = [...new Set(valuesIn(name, labels))];
    if (values.length > 1) return { is: "several" };
    return values[0] === undefined ? { is: "none" } : value(values[0]);
  };
}

const rank = { value: 0, several: 1, none: 2 };

/** By the first key, then the next; what has no value comes last. */
function inOrder(a: Group, b: Group): number {
  for (const [i, x] of a.parts.entries()) {
    const y = b.parts[i]!;
    if (x.is !== y.is) return rank[x.is] - rank[y.is];
    if (x.is !== "value" || y.is !== "value") continue;
    const order = collator.compare(x.text, y.text) || (x.id ?? 0) - (y.id ?? 0) || (x.text < y.text ? -1 : 1);
    if (x.text !== y.text || x.id !== y.id) return order;
  }
  return 0;
}

// Not the person's own language: a report is the same on every machine.
const collator = new Intl.Collator("en", { numeric: true });
