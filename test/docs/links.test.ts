import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { leftovers } from "../check/leftovers.ts";
import { anchorOf, documents, readLinks } from "./pages.ts";

const texts = new Map<string, string>();
for (const path of documents()) texts.set(path, await Bun.file(path).text());
const pages = new Map([...texts].map(([path, text]) => [path, readLinks(text)]));

test("every link of the README and of docs leads to a file that is there, and to a place in it", async () => {
  const broken: string[] = [];
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const problem = await problemOf(path, link);
      if (problem) broken.push(`${path}: ${link} ${problem}`);
    }
  }
  expect(broken).toEqual([]);
});

test("the index of docs leads to every page of it", () => {
  const index = pages.get("docs/README.md")!.links.map((link) => targetOf("docs/README.md", link));
  const inDocs = [...pages.keys()].filter((path) => path.startsWith("docs/") && path !== "docs/README.md");
  expect(inDocs.filter((path) => !index.includes(path))).toEqual([]);
});

test("no page names a place of one machine or a package registry", () => {
  expect(leftovers([...texts].map(([path, text]) => ({ path, text })))).toEqual([]);
});

test("a broken link is found, also in a table, an image and a heading", async () => {
  const page = "# The *first* [one](#x)\n\n| a |\n| - |\n| [b](c.md) |\n\n![d](e.webp)\n\n## The first one\n";
  const { links, anchors } = readLinks(page);
  expect(links).toEqual(["#x", "c.md", "e.webp"]);
  expect(anchors).toEqual(["the-first-one", "the-first-one-1"]);
  for (const link of ["missing.md", "README.md#missing", "http://example.com", "https://"]) {
    expect([link, await problemOf("docs/README.md", link)]).toEqual([link, expect.any(String)]);
  }
});

test("the place of a heading is called as GitHub calls it", () => {
  expect(anchorOf("What svc does not defend against")).toBe("what-svc-does-not-defend-against");
  expect(anchorOf("`client_id`, or: a “C++” – thing")).toBe("client_id-or-a-c--thing");
});

/** What is wrong with a link of a page; undefined where nothing is. Other sites are not asked. */
async function problemOf(path: string, link: string): Promise<string | undefined> {
  if (/^[a-z]+:/i.test(link)) return isWellFormed(link) ? undefined : "is no https:// or mailto: address";
  const target = targetOf(path, link);
  const place = link.split("#")[1];
  const page = pages.get(target);
  if (page === undefined && !(await Bun.file(target).exists())) return "is not there";
  if (place === undefined || page?.anchors.includes(place)) return undefined;
  return "has no such heading";
}

/** Addresses of svc itself on the reader's machine are http. */
function isWellFormed(link: string): boolean {
  const url = URL.parse(link);
  if (url === null) return false;
  if (url.protocol === "http:") return url.hostname === "localhost";
  return url.protocol === "mailto:" || (url.protocol === "https:" && url.hostname.includes("."));
}

function targetOf(path: string, link: string): string {
  const [file = ""] = link.split("#");
  return file === "" ? path : join(dirname(path), decodeURIComponent(file)).replaceAll("\\", "/");
}
