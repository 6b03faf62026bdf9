const known = new Map<string, Intl.DateTimeFormat>();

/** A way to write dates, kept: to make one takes a hundred times longer than to use it. Few differ: by language, form and time zone. */
export function dateFormat(locale: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, form]);
  const found = known.get(key) ?? new Intl.DateTimeFormat(locale, form);
  known.set(key, found);
  return found;
}
