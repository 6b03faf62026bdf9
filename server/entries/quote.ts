/** A piece of what somebody wrote, in a code span: short, on one line, and unable to end the span. */
export function quote(text: string): string {
  const plain = text
    .replace(/[\p{C}\s]+/gu, " ")
    .replaceAll("`", "'")
    .trim();
  return `\`${bounded(plain)}\``;
}

export const bounded = (text: string) =>
  [...text].length > 40 ? `${[...text].slice(0, 39).join("")}…` : text;
