import type { Visit } from "./browser.ts";

/** Texts that want to be more than text, as labels, notes, names and logins may be. */
export const hostileTexts = [
  `"><svg onload=alert(1)>`,
  `'><img src=x onerror=alert(1)>`,
  `</title><script>alert(1)</script>`,
  `</textarea></code></pre></button></option></td></main><h1>elsewhere</h1>`,
  `<!--`,
  `--><![CDATA[x]]>`,
  `<style>*{display:none}</style>`,
  `" autofocus onfocus="alert(1)`,
  `' onmouseover='alert(1)`,
  "` onclick=`alert(1)",
  `javascript:alert(1)`,
  `{{7*7}} \${7*7} <%= 7*7 %> #{7*7}`,
  `&lt;b&gt; &amp;amp; &#60; &quot; &copy &notit; &nbsp;`,
  `a="b" c='d' / >`,
  `\u202Egnp.exe \u2066 \u200B`,
  `\n\nthe first lines are empty`,
  `\ttabs\tand  spaces  `,
  `hx-get="/admin" data-hx-on:load="alert(1)"`,
  `𝒶\u0301e\u0301 👩‍👩‍👧 \uFFFE`,
  `0`,
  ``,
  `long `.repeat(400),
];

/** Gives the texts of a page, one after the other, to whatever renders it. */
export type Write = (text: string) => string;

export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

/**
 * A page with these texts in it, and what it has to be read as: the page with harmless marks in their places, and the texts
 * put where the marks are once it is parsed. The two differ where a text became more than text, or came back changed.
 */
export async function readTwice({ page }: Visit, render: (write: Write) => string, texts: string[]) {
  const text = (place: number) => texts[place % texts.length]!;
  const [hostile, marked] = await page.evaluate<[Element, Element]>(
    `(${readAll})(${JSON.stringify([counted(render, text), counted(render, markOf)])})`,
  );
  const marks = new Map(Array.from({ length: 500 }, (_, place) => [markOf(place), text(place)]));
  return { read: hostile, expected: withTexts(marked, marks) };
}

/** Whole pages as the browser's own parser reads them. */
export function readPages({ page }: Visit, pages: string[]): Promise<Element[]> {
  return page.evaluate<Element[]>(`(${readAll})(${JSON.stringify(pages)})`);
}

function counted(render: (write: Write) => string, text: (place: number) => string): string {
  let place = 0;
  return render(() => text(place++));
}

const markOf = (place: number) => `mark${String(place).padStart(3, "0")}`;

function withTexts(element: Element, marks: Map<string, string>): Element {
  const put = (text: string) => text.replaceAll(/mark\d{3}/g, (mark) => marks.get(mark) ?? mark);
  return {
    name: element.name,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, text]) => [name, put(text)]),
    ),
    children: element.children
      .map((child) => (typeof child === "string" ? put(child) : withTexts(child, marks)))
      .filter((child) => child !== ""),
  };
}

/** In the browser, by its own parser: which no text can fool more than it would fool a page. */
const readAll = `(pages) => {
  const read = (node) => ({
    name: node.localName,
    attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    children: [...node.childNodes].map((child) =>
      child.nodeType === 1 ? read(child) : child.nodeType === 3 ? child.data : "node " + child.nodeType).filter(Boolean),
  });
  return pages.map((page) => read(new DOMParser().parseFromString(page, "text/html").documentElement));
}`;
