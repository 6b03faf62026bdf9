/** Spec 2.5: the label a person gives a token to tell it apart: 1 to 100 characters on one line. */
export function readTokenLabel(
  text: string,
): { ok: true; label: string } | { ok: false; code: string; message: string } {
  const label = text.trim();
  if (label === "") {
    return {
      ok: false,
      code: "required",
      message: "Give the token a label, such as the script that will use it.",
    };
  }
  if ([...label].length > 100) {
    return { ok: false, code: "too_long", message: "Shorten the label to 100 characters." };
  }
  // NUL cannot be stored, and a line break or an escape sequence would upset whatever lists the label.
  if (/\p{Cc}/u.test(label) || !label.isWellFormed()) {
    return { ok: false, code: "unprintable", message: "Remove the unprintable characters from the label." };
  }
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(label)) {
    return { ok: false, code: "invisible", message: "Write a label that can be seen." };
  }
  // Pasted into the wrong field it would stand in every list.
  if (/svc_[A-Za-z0-9_-]{43}/.test(label)) {
    return {
      ok: false,
      code: "secret",
      message: "That is a token. Revoke it if it is yours, and write a label here.",
    };
  }
  return { ok: true, label };
}
