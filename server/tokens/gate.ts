export type Gate = {
  /** `admitted`: begin, and leave afterwards. `crowded`: too many wait for this key; `full`: too many in all; `late`: waited too long. */
  enter(key: string): Promise<Admission>;
  leave(key: string): void;
  readonly waiting: number;
};
export type Admission = "admitted" | "crowded" | "full" | "late";

type Waiter = { since: number; answer: (admission: Admission) => void };

/**
 * Lets `atOnce` in at the same time and one of each key; the keys that wait take turns, so that a crowd behind one key
 * holds up the others by one turn at most (D16).
 * @param patience milliseconds after which one who still waits is sent away, at the next change.
 */
export function createGate(limits: {
  atOnce: number;
  waitingPerKey: number;
  waitingInAll: number;
  patience: number;
  clock: () => number;
}): Gate {
  const inside = new Set<string>();
  const queues = new Map<string, Waiter[]>();
  let waiting = 0;

  function admitNext(): void {
    for (const [key, queue] of queues) {
      if (inside.size >= limits.atOnce) return;
      if (inside.has(key)) continue;
      queues.delete(key);
      const next = queue.shift()!;
      if (queue.length > 0) queues.set(key, queue);
      waiting--;
      inside.add(key);
      next.answer("admitted");
    }
  }

  function sendLateAway(): void {
    const latest = limits.clock() - limits.patience;
    for (const [key, queue] of queues) {
      while (queue[0] && queue[0].since < latest) {
        waiting--;
        queue.shift()!.answer("late");
      }
      if (queue.length === 0) queues.delete(key);
    }
  }

  return {
    async enter(key) {
      if (inside.size < limits.atOnce && !inside.has(key)) {
        inside.add(key);
        return "admitted";
      }
      sendLateAway();
      const queue = queues.get(key) ?? [];
      if (queue.length >= limits.waitingPerKey) return "crowded";
      if (waiting >= limits.waitingInAll) return "full";
      waiting++;
      queues.set(key, queue);
      return new Promise((answer) => queue.push({ since: limits.clock(), answer }));
    },
    leave(key) {
      inside.delete(key);
      sendLateAway();
      admitNext();
    },
    get waiting() {
      return waiting;
    },
  };
}
