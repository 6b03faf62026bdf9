/** @jsxImportSource @kitajs/html */
import type { Href } from "./href.ts";

/** One of the five colours, the others together, or what belongs to none. */
export type Series = number | "others" | "none";

type Bar = {
  name: string;
  /** Where what it counts is listed. */ href?: Href;
  /** Its colour, from 1 to 5; those for the rest and for nothing have none. Without one, colours follow each other. */
  series?: Series;
  /** As it is compared. */ amount: number;
  /** As it is read, e.g. "12h 30m". */ text: string;
};

/** Amounts beside each other, as a table with a bar in each row: the figures are there for whoever cannot see the bars. */
export function Bars({
  caption,
  headed,
  columns,
  bars,
}: {
  caption: string;
  /** Where a heading above says the same. */
  headed?: boolean;
  columns: [string, string];
  bars: Bar[];
}) {
  const most = Math.max(...bars.map(({ amount }) => amount), 1);
  return (
    <table class="bars">
      <caption class={headed ? "unseen" : undefined} safe>
        {caption}
      </caption>
      <thead class="unseen">
        <tr>
          {columns.map((column) => (
            <th scope="col" safe>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, href, series, amount, text }, place) => (
          <tr>
            <th scope="row">
              {href === undefined ? (
                <span safe>{name}</span>
              ) : (
                <a href={href} safe>
                  {name}
                </a>
              )}
            </th>
            <td>
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
                class={colourOf(series ?? (place % 5) + 1)}
              >
                <rect
                  width={String((amount / most) * 100)}
                  height="1"
                  fill-opacity={series === "none" ? faint : undefined}
                />
              </svg>
              <span safe>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The class that gives a series its colour, here and in charts. */
export function colourOf(series: Series): string {
  return typeof series === "string" ? "fine" : `series-${series}`;
}

/** Tells what belongs to nothing from the others, which have the same grey. */
export const faint = "0.55";
