/** An issue or pull request, e.g. `acme/web#12`. */
export type Issue = { repository: string; number: number };

/** `owner/repo` in the characters that a code host's names have, or undefined. */
export function parseRepository(text: string): string | undefined {
  const [owner, name, ...more] = text.split("/");
  return more.length === 0 && isName(owner) && isName(name) ? text : undefined;
}

/** `owner/repo#12`, or undefined. */
export function parseIssue(text: string): Issue | undefined {
  const [name = "", digits = "", ...more] = text.split("#");
  const repository = parseRepository(name);
  const number = parseIssueNumber(digits);
  return repository && number && more.length === 0 ? { repository, number } : undefined;
}

/** The number of an issue in plain digits, or undefined. */
export function parseIssueNumber(digits: string): number | undefined {
  const number = /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : Infinity;
  return number <= 2_147_483_647 ? number : undefined;
}

function isName(text: string | undefined): boolean {
  return text !== undefined && /^[A-Za-z0-9_.-]{1,100}$/.test(text) && text !== "." && text !== "..";
}
