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
  return { ok: true, label };
}
