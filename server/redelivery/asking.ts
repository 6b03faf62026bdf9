const minute = 60;

/**
 * Seconds from each time GitHub is asked for a delivery to the next thing to do about it. Somewhat less than a multiple of the five
 * minutes between two looks, so that the look at that time finds it due.
 */
const waits = [4 * minute, 14 * minute, 59 * minute, 359 * minute, 59 * minute];

/** How often GitHub is asked to send a delivery again. After that svc reads it from GitHub's record: asking did not help. */
export const mostAsked = waits.length;

/**
 * @param asked how often it was asked for by now, from 1.
 * @returns seconds.
 */
export function waitAfter(asked: number): number {
  return waits[Math.min(asked, mostAsked) - 1] ?? waits[0]!;
}
