import { parseRepository } from "../../entries/issue-name.ts";
import type { FieldProblem } from "../../errors.ts";

export const longestPattern = 1024;
export const longestRepository = 201;
export const repositoryForm = "^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$";

/** A mapping that somebody wants (spec 2.4). */
export type WantedMapping = { labelPattern: string; clientId: number; repository: string | null };

/** The fields as they come from a form or the API. */
export type MappingFields = { labelPattern: string; clientId: number | string; repository: string | null };

/**
 * Reads the fields of a mapping (spec 2.4). The label is taken as it is, space and all: it is compared exactly. Whether the
 * client exists is for the action to say.
 * @param fields `repository` null for every repository; an empty one is refused, since it may be a variable that was not set.
 */
export function parseMapping({
  labelPattern,
  clientId: client,
  repository,
}: MappingFields): { ok: true; value: WantedMapping } | { ok: false; problems: FieldProblem[] } {
  const clientId = typeof client === "string" ? wholeNumber(client) : client;
  const problems = [
    patternProblem(labelPattern),
    !(Number.isInteger(clientId) && clientId >= 1 && clientId <= 2_147_483_647) &&
      problem("client_id", "unknown", "Choose the client that the label leads to."),
    repository !== null && repositoryProblem(repository),
  ].filter((found) => found !== undefined && found !== false);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { labelPattern, clientId, repository } };
}

function patternProblem(pattern: string): FieldProblem | undefined {
  if (pattern === "") {
    return problem("label_pattern", "empty", "The label is empty. Give the whole label, e.g. client:acme.");
  }
  if (pattern.includes("\0") || !pattern.isWellFormed()) {
    return problem("label_pattern", "unreadable", "The label holds a character that no label can hold.");
  }
  if ([...pattern].length <= longestPattern) return undefined;
  return problem("label_pattern", "too_long", `The label may have ${longestPattern} characters.`);
}

function repositoryProblem(repository: string): FieldProblem | undefined {
  if (parseRepository(repository)) return undefined;
  // From an address that was pasted, and from what git calls it.
  const meant = /([\w.-]+)[/:]([\w.-]+?)(?:\.git)?\/?\s*$/.exec(repository.slice(-longestAddress));
  const suggestion = meant ? `${meant[1]}/${meant[2]}` : undefined;
  const hint = suggestion ? ` Did you mean ${suggestion}?` : "";
  const message = `The repository has the form owner/repo, like acme/web; leave it out for every repository.${hint}`;
  return { ...problem("repository", "wrong_form", message), ...(suggestion && { suggestion }) };
}

/** Of an address; the search in it takes the square of its length. */
const longestAddress = 300;

function wholeNumber(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN;
}

const problem = (name: string, code: string, message: string): FieldProblem => ({
  in: "body",
  name,
  code,
  message,
});
