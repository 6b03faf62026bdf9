import type { Queries } from "../../../../db/connect.ts";
import { isSameName } from "../../../clients/name.ts";
import { nearest } from "../../../nearest.ts";
import { type QueryReading, queryProblem, textProblem } from "../../../query.ts";
import { activeNames, clientsLike } from "./store.ts";

/**
 * The `client_id` that somebody means who writes a client's name, its number or `none`. An active client goes before
 * deactivated ones of its name; several of those are told apart by their numbers alone.
 */
export async function readClientText(db: Queries, text: string): Promise<QueryReading<string>> {
  if (text === "none" || /^[1-9]\d*$/.test(text)) return { ok: true, value: text };
  const unstorable = textProblem("client", text, longestName);
  if (unstorable) return { ok: false, problems: [unstorable] };
  const found = (await clientsLike(db, text)).filter(({ name }) => isSameName(name, text));
  const active = found.filter(({ deactivatedAt }) => deactivatedAt === null);
  const meant = active.length === 1 ? active : found;
  if (meant.length === 1) return { ok: true, value: String(meant[0]!.id) };
  return meant.length === 0 ? unknown(text, await activeNames(db, mostCompared)) : several(meant);
}

/** What to show in the field for a `client_id`, so that it is read back as the same. */
export async function clientText(db: Queries, id: number, name: string): Promise<string> {
  const read = await readClientText(db, name);
  return read.ok && read.value === String(id) ? name : String(id);
}

const longestName = 200;
const mostCompared = 1000;

function unknown(text: string, names: string[]): QueryReading<never> {
  const suggestion = nearest(text, names) ?? byFirstWord(text, names);
  const message = `No client is called so.${suggestion ? ` Did you mean ${suggestion}?` : " Write a client's name, its number, or none."}`;
  const problem = queryProblem("client", "unknown_client", message);
  return { ok: false, problems: [{ ...problem, ...(suggestion !== undefined && { suggestion }) }] };
}

/** Of `Globex Corporation` most people write the first word. */
function byFirstWord(text: string, names: string[]): string | undefined {
  const words = new Map(names.map((name) => [name.split(" ")[0]!, name]));
  const word = nearest(text, words.keys());
  return word === undefined ? undefined : words.get(word);
}

function several(clients: { id: number }[]): QueryReading<never> {
  const numbers = clients.slice(0, 20).map(({ id }) => id);
  const message = `Several deactivated clients are called so. Write the number of one: ${numbers.join(", ")}.`;
  return { ok: false, problems: [queryProblem("client", "several_clients", message)] };
}
