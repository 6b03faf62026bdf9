import { AppError } from "../../errors.ts";

export type ExportSlots = {
  /** Takes a slot for a user and returns how to give it back. Throws `tooMany` or `unavailable` where none is free. */
  take(userId: number): () => void;
};

/** How many lists are sent at once: each holds a connection to the database for as long as its reader takes. */
export function createExportSlots({ inAll, perUser }: { inAll: number; perUser: number }): ExportSlots {
  const taken = new Map<number, number>();
  let all = 0;

  function take(userId: number): () => void {
    const own = taken.get(userId) ?? 0;
    if (own >= perUser) {
      throw new AppError(
        "tooMany",
        "too_many_exports",
        `You are receiving ${own} CSV lists already. Wait until one has ended, then ask again.`,
        { retryAfter },
      );
    }
    if (all >= inAll) {
      throw new AppError(
        "unavailable",
        "exports_busy",
        `${all} CSV lists are being sent just now, which is as many as go at once. Try again in ${retryAfter} s.`,
        { retryAfter },
      );
    }
    all += 1;
    taken.set(userId, own + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      all -= 1;
      const left = (taken.get(userId) ?? 1) - 1;
      if (left > 0) taken.set(userId, left);
      else taken.delete(userId);
    };
  }

  return { take };
}

/** Seconds: a million rows take less than that to a reader who does not dawdle. */
const retryAfter = 10;
