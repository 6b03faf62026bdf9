export type RecentMap<K, V> = {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  readonly size: number;
};

/** A map that keeps the `most` entries used last, so that nobody can make it grow without end. */
export function recentMap<K, V>(most: number): RecentMap<K, V> {
  // A Map iterates in the order of insertion: what is used goes to the end, what falls out is at the start.
  const entries = new Map<K, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) for (const oldest of entries.keys()) return void entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
