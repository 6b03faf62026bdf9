/** The hours of a day and a client among those with the most hours; `others` for the rest of them together. */
export type ClientDay = {
  day: string;
  client: { id: number; name: string } | "others" | "none";
  minutes: number;
};

/** A client as a series of the chart, with all its minutes. */
export type ClientSeries = {
  client: ClientDay["client"];
  /** From 1 in the order of hours; the others and those without a client come last. */
  place: number;
  minutes: number;
  days: Map<string, number>;
};

/** Days of clients as one series for each client, in the order in which they are stacked and listed. */
export function seriesOf(rows: readonly ClientDay[]): ClientSeries[] {
  const series = new Map<number | string, Omit<ClientSeries, "place">>();
  for (const { day, client, minutes } of rows) {
    const key = typeof client === "string" ? client : client.id;
    const known = series.get(key) ?? { client, minutes: 0, days: new Map<string, number>() };
    known.minutes += minutes;
    known.days.set(day, (known.days.get(day) ?? 0) + minutes);
    series.set(key, known);
  }
  return [...series.values()]
    .toSorted((a, b) => rank(a.client) - rank(b.client) || b.minutes - a.minutes)
    .map((one, place) => ({ ...one, place: place + 1 }));
}

const rank = (client: ClientDay["client"]) => (client === "none" ? 2 : client === "others" ? 1 : 0);
