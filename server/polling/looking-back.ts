const minute = 60_000;

/** How far the first look goes back: as far as redelivery does at svc's first start. */
export const lookBackMs = 10 * minute;

/** Changes are asked for from so much before the last one that was read: GitHub may show one later than others. */
export const overlapMs = 2 * minute;

/** A comment read later than this is marked as backfilled: its labels may not be those of its moment any more. */
const freshMs = 2 * minute;

/** For so long it is asked on after GitHub has begun to deliver. */
const closingMs = minute;

export const before = (moment: Date, ms: number) => new Date(moment.getTime() - ms);

/** When a comment was read, where that was so late that it has to be told; null where it was read in time. */
export function lateReading(createdAt: Date, readAt: Date): Date | null {
  return readAt.getTime() - createdAt.getTime() > freshMs ? readAt : null;
}

/** Whether a turn that began then has read all that was written before GitHub delivered. */
export function mayEnd(closingSince: Date | null, turnBegan: Date): boolean {
  return closingSince !== null && turnBegan.getTime() - closingSince.getTime() >= closingMs;
}

/** Of a comment, so that it is kept once however often it is found. GitHub's own ids of deliveries are UUIDs. */
export const guidOf = (commentId: number) => `polled-${commentId}`;
