export type SheetCell = {
  /** As LibreOffice names it: `float`, `date`, `string` …; undefined for an empty cell. */
  type: string | undefined;
  /** The number or the day behind what is shown; of a text, the text. */
  value: string;
  formula: string | undefined;
};

/** The rows of the first sheet of a flat OpenDocument file, without the empty ones at its end. */
export function readFlatOds(xml: string): SheetCell[][] {
  const sheet = /<table:table [\s\S]*?<\/table:table>/.exec(xml)?.[0] ?? "";
  const rows = [...sheet.matchAll(/<table:table-row\b[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row]) =>
    [...row!.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
      ([, attributes = "", content = ""]) => repeated(attributes, cell(attributes, content)),
    ),
  );
  while (rows.at(-1)?.every(({ type }) => type === undefined)) rows.pop();
  return rows;
}

function cell(attributes: string, content: string): SheetCell {
  const attribute = (name: string) => {
    const found = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    return found === undefined ? undefined : unescaped(found);
  };
  const text = [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, line = ""]) =>
    plain(line),
  );
  return {
    type: attribute("office:value-type"),
    value: attribute("office:value") ?? attribute("office:date-value") ?? text.join("\n"),
    formula: attribute("table:formula"),
  };
}

function repeated(attributes: string, made: SheetCell): SheetCell[] {
  const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
  // To the end of the sheet nothing is.
  return made.type === undefined && times > 100 ? [] : Array.from({ length: times }, () => made);
}

function plain(line: string): string {
  const spaced = line
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) => " ".repeat(Number(count ?? 1)))
    .replaceAll("<text:tab/>", "\t")
    .replaceAll("<text:line-break/>", "\n")
    .replaceAll(/<[^>]*>/g, "");
  return unescaped(spaced);
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#x([\dA-Fa-f]+)|#(\d+)|(\w+));/g,
    (whole, hex?: string, number?: string, name = "") =>
      hex
        ? String.fromCodePoint(parseInt(hex, 16))
        : number
          ? String.fromCodePoint(Number(number))
          : (entities[name] ?? whole),
  );
}
