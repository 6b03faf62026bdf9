/**
 * Reads one by one for who asks, and all at once what is asked for until the next turn of the event loop: one statement then
 * serves every request that came in together, and none that came after it was sent.
 */
export function together<Key, Row>(
  read: (keys: Key[]) => Promise<Map<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  let next: { keys: Set<Key>; rows: Promise<Map<Key, Row>> } | undefined;

  function begin() {
    const keys = new Set<Key>();
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const rows = turn.then(() => {
      next = undefined;
      return read([...keys]);
    });
    return { keys, rows };
  }

  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.rows).get(key);
  };
}
