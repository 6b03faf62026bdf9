import { fromMarkdown } from "mdast-util-from-markdown";
import type { Nodes } from "mdast";

/** What people read in the repository: paths from its root, in order. */
export function documents(): string[] {
  const found = [new Bun.Glob("*.md"), new Bun.Glob("docs/**/*.md")].flatMap((glob) => [...glob.scanSync()]);
  return found.map((path) => path.replaceAll("\\", "/")).toSorted();
}

/** Where a page leads, and the places in it that others lead to. */
export type PageLinks = { links: string[]; anchors: string[] };

export function readLinks(text: string): PageLinks {
  const links: string[] = [];
  const headings: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === "link" || node.type === "image" || node.type === "definition") links.push(node.url);
    if (node.type === "html")
      links.push(...[...node.value.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, url]) => url!));
    if (node.type === "heading") headings.push(anchorOf(wordsOf(node)));
    if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(fromMarkdown(text));
  return { links, anchors: numbered(headings) };
}

function wordsOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(wordsOf).join("") : "";
}

/** As GitHub makes it of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** A heading that is there before gets a number. */
function numbered(anchors: string[]): string[] {
  const seen = new Map<string, number>();
  return anchors.map((anchor) => {
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** The text of the fenced blocks in a language, in order. */
export function blocks(text: string, language: string): string[] {
  const found: string[] = [];
  for (const node of fromMarkdown(text).children) {
    if (node.type === "code" && (node.lang ?? "") === language) found.push(node.value);
  }
  return found;
}

/** The rows of the table below a heading, each with its cells as they are written. */
export function tableBelow(text: string, heading: string): string[][] {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .replace(/^\|/, "")
      .replace(/\|$/, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
