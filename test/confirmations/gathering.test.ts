import { expect, test } from "bun:test";
import fc from "fast-check";
import { gather } from "../../server/confirmations/gathering.ts";

const waiting = (id: number, characters = 300) => ({ id, body: `${id}:${"x".repeat(characters)}:${id}` });
const many = (count: number, characters?: number) =>
  Array.from({ length: count }, (_, place) => waiting(place + 1, characters));

test("up to four that wait are answered one by one, each in its own comment", () => {
  for (const others of [[], many(1), many(3)]) {
    const first = waiting(9);
    expect(gather(first, others)).toEqual({ answered: [first], body: first.body });
  }
});

test("from five on they share a comment, in the order of their commands, whichever of them had its turn", () => {
  const { answered, body } = gather(waiting(3), [waiting(1), waiting(2), waiting(4), waiting(5)]);
  expect(answered.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(body).toStartWith("**5 answers in one comment**");
  expect(body.split("\n\n---\n\n").slice(1)).toEqual(answered.map((one) => one.body));
});

test("a comment holds at most 60,000 characters, always the one whose turn it is, and whole answers only", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 60 }), (lengths) => {
      const all = lengths.map((length, place) => waiting(place + 1, length));
      const [first, ...others] = all;
      const { answered, body } = gather(first!, others);
      expect(body.length).toBeLessThanOrEqual(60_000);
      expect(answered).toContain(first!);
      for (const one of all) expect(body.includes(one.body)).toBe(answered.includes(one));
    }),
  );
});

test("nothing that fits is left for later", () => {
  expect(gather(waiting(1), [waiting(2, 59_990), ...many(8).slice(2)]).answered).toHaveLength(7);
});
