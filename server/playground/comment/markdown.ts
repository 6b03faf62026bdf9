/** A piece of a comment as it is shown. A paragraph's lines are kept apart, as GitHub keeps them in comments. */
export type Block = { kind: "paragraph" | "list"; lines: Piece[][] };
export type Piece = { kind: "text" | "code" | "strong" | "link"; text: string };

/**
 * As much of Markdown as svc's replies use: paragraphs, lists, code, strong words and web addresses. Everything else is shown as it was
 * typed. Comments of HTML are left out, as GitHub leaves them out.
 */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .replace(/\r\n?/g, "\n")
    .replace(/^<!--[^\n]*-->$/gm, "")
    .split(/\n[ \t]*\n/)
    .map((text) => text.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const isList = lines.every((line) => line.startsWith("- "));
      const kept = isList ? lines.map((line) => line.slice(2)) : lines;
      return { kind: isList ? "list" : "paragraph", lines: kept.map(piecesOf) };
    });
}

/** One line, cut where code, strong words and addresses begin and end. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  for (let at = 0; at < line.length;) {
    const found = codeAt(line, at) ?? strongAt(line, at) ?? addressAt(line, at);
    if (found) {
      if (plain !== "") pieces.push({ kind: "text", text: plain });
      plain = "";
      pieces.push({ kind: found.kind, text: found.text });
      at += found.length;
    } else {
      // A run of backticks that nothing closes is text, whole: half of it would open what the whole did not.
      const run = /^`+/.exec(line.slice(at, at + 1_000))?.[0] ?? line[at]!;
      plain += run;
      at += run.length;
    }
  }
  return plain === "" ? pieces : [...pieces, { kind: "text", text: plain }];
}

type Found = Piece & { length: number };

function codeAt(line: string, at: number): Found | undefined {
  if (line[at] !== "`") return undefined;
  let fence = 0;
  while (line[at + fence] === "`") fence += 1;
  const begin = at + fence;
  for (let end = line.indexOf("`", begin); end >= 0;) {
    let run = 0;
    while (line[end + run] === "`") run += 1;
    if (run === fence) {
      const text = line.slice(begin, end);
      const padded = text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "";
      return { kind: "code", text: padded ? text.slice(1, -1) : text, length: end + fence - at };
    }
    end = line.indexOf("`", end + run);
  }
  return undefined;
}

function strongAt(line: string, at: number): Found | undefined {
  if (!line.startsWith("**", at)) return undefined;
  const end = line.indexOf("**", at + 2);
  const text = line.slice(at + 2, end);
  // Whatever else stands in it is shown as typed.
  if (end < 0 || text.trim() !== text || text === "" || text.includes("`")) return undefined;
  return { kind: "strong", text, length: end + 2 - at };
}

function addressAt(line: string, at: number): Found | undefined {
  if (line[at] !== "h") return undefined;
  const [address] = /^https?:\/\/[\w.:-]+(?:\/[\w./?&=%#:+~-]*)?/.exec(line.slice(at, at + 2_000)) ?? [];
  const text = address?.replace(/[.,:;?!]+$/, "");
  return text ? { kind: "link", text, length: text.length } : undefined;
}
