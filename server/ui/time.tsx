/** @jsxImportSource @kitajs/html */
import { type Clock, exactTime, relativeTime } from "./relative-time.ts";

/** A moment as people say it, with the exact one for machines and on hovering. */
export function Time({ at, clock }: { at: Date; clock: Clock }) {
  return (
    <time datetime={at.toISOString()} title={exactTime(at, clock)} safe>
      {relativeTime(at, clock)}
    </time>
  );
}
