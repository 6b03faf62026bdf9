/** Names under which a payload may hold what opens something. */
const secretNames = /secret|token|password|passwd|authorization|credential|cookie|private_key/i;
const struckOut = "[redacted]";
const mostCharacters = 64 * 1024;
/** A comment's has some 20 kB; reading a much larger one would hold up everybody else. */
const mostBytes = 1024 * 1024;

export type ShownPayload = {
  text: string;
  /** In bytes, as it came. */
  size: number;
  /** Only its beginning is shown. */
  isCut: boolean;
};

/**
 * A payload as people may read it: JSON indented, what is secret by its name or by its form struck out, and no more than
 * 64 Ki characters of it. What is no JSON is shown as it came, and nothing of one past 1 MiB.
 * @param strike takes out of a text whatever has the form of a secret.
 */
export function shownPayload(payload: Uint8Array, strike: (text: string) => string): ShownPayload {
  if (payload.length > mostBytes) return { text: "", size: payload.length, isCut: true };
  // Struck out before the cut, which could go through a secret, whose half would not be known for one.
  const text = strike(readable(new TextDecoder().decode(payload)));
  const shown = text.slice(0, mostCharacters).toWellFormed();
  return { text: shown, size: payload.length, isCut: text.length > mostCharacters };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), withoutNamedSecrets, 2);
  } catch {
    return text;
  }
}

function withoutNamedSecrets(name: string, value: unknown): unknown {
  return secretNames.test(name) && value !== null && typeof value !== "boolean" ? struckOut : value;
}

/** The address of the comment in a payload, where there is one. */
export function commentAddress(payload: Uint8Array): string | undefined {
  if (payload.length > mostBytes) return undefined;
  try {
    const read = JSON.parse(new TextDecoder().decode(payload)) as {
      comment?: { html_url?: unknown } | null;
    } | null;
    const address = read?.comment?.html_url;
    return typeof address === "string" ? address : undefined;
  } catch {
    return undefined;
  }
}
