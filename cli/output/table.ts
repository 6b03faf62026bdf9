import type { Paint } from "./colour.ts";
import { terminalText } from "./terminal-text.ts";

export type Column = {
  title: string;
  align?: "left" | "right";
  /** Width to which it may be cut where the terminal is narrow; a column without it is always shown whole. */
  least?: number;
  /** Which end of a cell stays when it is cut: the start, unless told otherwise. */
  keep?: "start" | "end";
  /** Left out where the terminal is too narrow for all of them, the last one first. */
  optional?: true;
};

/**
 * A table for people, no wider than `width` where the columns allow it. Cells are text from elsewhere and made fit here;
 * wide characters count as two columns, and `…` stands where something is cut off.
 */
export function table(all: Column[], rows: string[][], width: number, paint: Paint): string {
  const texts = rows.map((cells) => cells.map(terminalText));
  const widest = all.map(({ title }, i) =>
    texts.reduce((most, cells) => Math.max(most, Bun.stringWidth(cells[i] ?? "")), title.length),
  );
  const places = fitting(all, widest, width);
  const of = <Each>(list: Each[]) => places.map((i) => list[i]!);
  const [columns, natural, shown] = [of(all), of(widest), texts.map(of)];
  const widths = fit(columns, natural, width - gap.length * (columns.length - 1));
  const line = (cells: string[]) =>
    columns
      .map(({ align, keep }, i) => padded(cut(cells[i] ?? "", widths[i]!, keep), widths[i]!, align))
      .join(gap)
      .trimEnd();
  return [paint.dim(line(columns.map(({ title }) => title))), ...shown.map(line)]
    .map((text) => `${text}\n`)
    .join("");
}

const gap = "  ";

/** The places of the columns that there is room for. */
function fitting(columns: Column[], natural: number[], width: number): number[] {
  const places = [...columns.keys()];
  const least = (i: number) => Math.min(columns[i]!.least ?? Infinity, natural[i]!);
  const needed = () => places.reduce((sum, i) => sum + least(i) + gap.length, -gap.length);
  while (needed() > width) {
    const last = places.findLastIndex((i) => columns[i]!.optional);
    if (last === -1) break;
    places.splice(last, 1);
  }
  return places;
}

/** Takes from the widest column that may still give, until all fit or none may. */
function fit(columns: Column[], natural: number[], available: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) - available;
  while (excess > 0) {
    let widest: number | undefined;
    for (const [i, { least }] of columns.entries()) {
      const gives = least !== undefined && widths[i]! > least;
      if (gives && (widest === undefined || widths[i]! > widths[widest]!)) widest = i;
    }
    if (widest === undefined) return widths;
    widths[widest]! -= 1;
    excess -= 1;
  }
  return widths;
}

function cut(text: string, width: number, keep: Column["keep"]): string {
  if (Bun.stringWidth(text) <= width) return text;
  const kept = (columns: number) =>
    keep === "end" ? Bun.sliceAnsi(text, -columns) : Bun.sliceAnsi(text, 0, columns);
  // Bun 1.4.5 keeps a wide character that lies only half within the slice.
  const part = Bun.stringWidth(kept(width - 1)) < width ? kept(width - 1) : kept(width - 2);
  return keep === "end" ? `…${part}` : `${part}…`;
}

function padded(text: string, width: number, align: Column["align"]): string {
  const space = " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
  return align === "right" ? space + text : text + space;
}
