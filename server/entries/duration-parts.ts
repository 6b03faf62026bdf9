/** What a number counts. */
type Unit = "hours" | "minutes" | "seconds" | "days" | "longer";
type Amount = { whole: string; fraction: string };
/** One number with the unit behind it, as it was written. */
export type Part = { amount: Amount; unit: Unit | undefined };

const unitOf: Record<string, Unit> = {};
for (const [unit, words] of [
  ["hours", "h hr hrs hour hours u uur uren"],
  ["minutes", "m min mins minute minutes minuut minuten"],
  ["seconds", "s sec secs second seconds seconde seconden"],
  ["days", "d day days dag dagen"],
  ["longer", "w wk week weeks weken mo month months maand maanden y year years jaar jaren"],
] as const) {
  for (const word of words.split(" ")) unitOf[word] = unit;
}

/** Reads number–unit pairs for as long as they follow each other; a last number without a unit is minutes after hours. */
export function readParts(source: string): { parts: Part[]; end: number } | undefined {
  const clock = readClock(source);
  if (clock) return clock;
  const parts: Part[] = [];
  let end = 0;
  for (let from = 0; ;) {
    const amount = readAmount(source, from);
    if (!amount) break;
    const gap = skipSpaces(source, amount.end);
    const word = readWord(source, gap);
    // A word that is no unit ends the duration: it begins the note.
    const unit = unitNamed(word);
    // `1h 30 tests fixed`: apart from the hours, a bare number belongs to the note.
    if (unit === undefined && parts.length > 0 && from > end) break;
    parts.push({ amount: amount.value, unit });
    end = unit === undefined ? amount.end : gap + word.length;
    if (unit === undefined) break;
    from = skipSpaces(source, end);
  }
  return parts.length > 0 ? { parts, end } : undefined;
}

/** `1:30`; a colon can mean nothing else here. */
function readClock(source: string): { parts: Part[]; end: number } | undefined {
  const read = /^(\d{1,6}):([0-5]\d)(?![\d:.,])/.exec(source);
  if (!read) return undefined;
  const gap = skipSpaces(source, read[0].length);
  const word = readWord(source, gap);
  const unit = unitNamed(word);
  // `1:30 uur` says it twice; `1:30 min` could be a minute and a half.
  if (unit !== undefined && unit !== "hours") return undefined;
  const parts: Part[] = [
    { amount: { whole: read[1]!, fraction: "" }, unit: "hours" },
    { amount: { whole: read[2]!, fraction: "" }, unit: "minutes" },
  ];
  return { parts, end: unit === undefined ? read[0].length : gap + word.length };
}

const unitNamed = (word: string) =>
  Object.hasOwn(unitOf, word.toLowerCase()) ? unitOf[word.toLowerCase()] : undefined;

function readAmount(source: string, from: number): { value: Amount; end: number } | undefined {
  let end = skipDigits(source, from);
  if (end === from) return undefined;
  const whole = source.slice(from, end);
  let fraction = "";
  if ((source[end] === "." || source[end] === ",") && isDigit(source[end + 1])) {
    const start = end + 1;
    end = skipDigits(source, start);
    fraction = source.slice(start, end);
  }
  return { value: { whole, fraction }, end };
}

const isDigit = (char: string | undefined) => char !== undefined && char >= "0" && char <= "9";

function skipDigits(source: string, from: number): number {
  let at = from;
  while (isDigit(source[at])) at++;
  return at;
}

/** Phones write no-break spaces, and some editors leave characters of no width. */
const blank = /[\s\u200B-\u200D\u2060]/;

export function skipSpaces(source: string, from: number): number {
  let at = from;
  while (at < source.length && blank.test(source[at]!)) at++;
  return at;
}

/** The letters at a place; no unit is longer than a dozen. */
function readWord(source: string, from: number): string {
  let at = from;
  while (at < from + 12 && /\p{L}/u.test(source[at] ?? "")) at++;
  return source.slice(from, at);
}
