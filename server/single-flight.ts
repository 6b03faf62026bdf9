/** Runs the work of a key once at a time: whoever asks while it runs gets the same answer, or the same error. */
export function singleFlight<K, V>(): (key: K, work: () => Promise<V>) => Promise<V> {
  const flights = new Map<K, Promise<V>>();
  return (key, work) => {
    const running = flights.get(key);
    if (running) return running;
    const flight = work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
