/**
 * The media type of those offered that an Accept header likes best (RFC 9110, 12.5.1), or undefined where it takes none. Where
 * it likes two alike, the one it names more closely wins, then the one offered first. Without a header, the first.
 */
export function bestOffer<Type extends string>(
  accept: string | null,
  offered: readonly Type[],
): Type | undefined {
  const ranges = (accept ?? "").split(",").flatMap((part) => readRange(part) ?? []);
  if (ranges.length === 0) return offered[0];
  const rated = offered.map((type) => ({ ...ratingOf(type, ranges), type }));
  const [best] = rated.toSorted((a, b) => b.quality - a.quality || b.closeness - a.closeness);
  return best && best.quality > 0 ? best.type : undefined;
}

type Range = { type: string; quality: number; closeness: number };

/** A range such as `text/*;q=0.5`; undefined for what is none, which is passed over. */
function readRange(text: string): Range | undefined {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  if (!/^(\*\/\*|[a-z0-9!#$&^_.+-]+\/(\*|[a-z0-9!#$&^_.+-]+))$/.test(type)) return undefined;
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  if (!/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)) return undefined;
  const closeness = type === "*/*" ? 0 : type.endsWith("/*") ? 1 : 2;
  return { type, quality: Number(weight), closeness };
}

/** What the closest range says: `text/csv;q=0, *\/*` takes anything but CSV. */
function ratingOf(type: string, ranges: Range[]): { quality: number; closeness: number } {
  const closest = ranges
    .filter(
      (range) => range.type === type || range.type === "*/*" || range.type === `${type.split("/")[0]}/*`,
    )
    .toSorted((a, b) => b.closeness - a.closeness || b.quality - a.quality)[0];
  return closest ?? { quality: 0, closeness: 0 };
}
