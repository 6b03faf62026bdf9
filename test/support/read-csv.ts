/** The cells of a CSV by RFC 4180, line by line: written from the grammar, and strict about it. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let [line, at] = [[] as string[], 0];
  while (at < text.length) {
    const quoted = text[at] === '"';
    const found = quoted ? /"((?:[^"]|"")*)"(,|\r\n)/y : /([^",\r\n]*)(,|\r\n)/y;
    found.lastIndex = at;
    const match = found.exec(text);
    if (!match) throw new Error(`No cell by RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    line.push(match[1]!.replaceAll('""', '"'));
    at = found.lastIndex;
    if (match[2] === "\r\n") {
      lines.push(line);
      line = [];
    }
  }
  if (line.length > 0) throw new Error("The last line does not end.");
  return lines;
}
