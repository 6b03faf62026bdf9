const hour = 3_600_000;
const day = 24 * hour;

/** A time of which GitHub's record no longer tells what it delivered. */
export type Gap = { from: Date; until: Date };

/** What was listed lies this much before the watermark: a delivery may appear in the record later than others. */
export const overlapMs = 10 * 60_000;

/**
 * How long GitHub keeps its record of deliveries, in milliseconds: 3 days on github.com and Enterprise Cloud, 7 on Enterprise
 * Server (docs.github.com, "Viewing webhook deliveries"). An hour less, since it may be cleared before the last minute.
 */
export function retentionMs(apiUrl: string): number {
  const isEnterpriseServer = new URL(apiUrl).pathname.startsWith("/api/v3");
  return (isEnterpriseServer ? 7 : 3) * day - hour;
}

/**
 * The time that a listing should have reached back to and could not, null where there is none. A short record is no gap by itself:
 * nothing may have happened.
 * @param listing `reached` where it went further back than `since`; `oldest` is the first attempt in it, `asOf` when GitHub answered.
 */
export function gapIn(
  { since, watermark }: { since: Date; watermark: Date },
  { reached, oldest, asOf }: { reached: boolean; oldest: Date | undefined; asOf: Date },
  retention: number,
): Gap | null {
  const isKept = asOf.getTime() - watermark.getTime() <= retention;
  if (reached || isKept) return null;
  const until = oldest ?? asOf;
  return until > since ? { from: since, until } : null;
}

/** The comment of a delivery that cannot be had: it was made right before. */
export function gapAround(deliveredAt: Date): Gap {
  return {
    from: new Date(deliveredAt.getTime() - overlapMs),
    until: new Date(deliveredAt.getTime() + 60_000),
  };
}
