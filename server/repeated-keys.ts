// A text with, where it is a name, the colon after it; or a bracket.
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/**
 * The names that stand twice in an object of a JSON text, at any depth. Parsers take the last or the first of them without
 * a word, and not all the same one.
 * @param json must be valid JSON.
 */
export function repeatedKeys(json: string): string[] {
  const repeated = new Set<string>();
  const objects: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(tokens)) {
    if (token === "{" || token === "[") objects.push(new Set());
    if (token === "}" || token === "]") objects.pop();
    if (text === undefined || colon === undefined) continue;
    const name = String(JSON.parse(text));
    if (objects.at(-1)!.has(name)) repeated.add(name);
    objects.at(-1)!.add(name);
  }
  return [...repeated];
}
