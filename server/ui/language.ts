export const languages = ["en", "nl"] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a page: the one chosen here before, else what the browser asks for, else English.
 * @param asked.acceptLanguage the header's text (RFC 9110, 12.5.4); parts that cannot be read are passed over.
 */
export function chooseLanguage(asked: {
  cookie: string | undefined;
  acceptLanguage: string | null;
}): Language {
  if (isLanguage(asked.cookie)) return asked.cookie;
  const ranges = readRanges(asked.acceptLanguage ?? "");
  const wishes = languages
    .map((language) => ({ language, ...wish(language, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place);
  return wishes[0]?.language ?? "en";
}

export function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text);
}

type Wish = { quality: number; place: number };
type Range = Wish & { primary: string };

const range = /^([a-z]{1,8}(-[a-z0-9]{1,8})*|\*)$/i;
const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

function readRanges(header: string): Range[] {
  return header.split(",").flatMap((part, place) => {
    const [name = "", q, ...rest] = part.split(";").map((word) => word.trim());
    const quality = q === undefined ? "1" : weight.exec(q)?.[1];
    if (!range.test(name) || quality === undefined || rest.length > 0) return [];
    return [{ primary: name.split("-")[0]!.toLowerCase(), quality: Number(quality), place }];
  });
}

/** Regions are not told apart: `nl-BE` asks for Dutch. `*` stands for every language that is not named. */
function wish(language: Language, ranges: Range[]): Wish {
  const named = ranges.filter(({ primary }) => primary === language);
  const meant = named.length > 0 ? named : ranges.filter(({ primary }) => primary === "*");
  const none: Wish = { quality: 0, place: Infinity };
  return meant.reduce((best, next) => (next.quality > best.quality ? next : best), none);
}
