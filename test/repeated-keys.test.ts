import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { repeatedKeys } from "../server/repeated-keys.ts";

describe("names that stand twice", () => {
  test("are told from texts and from the same name in another object", () => {
    expect(repeatedKeys('{"a":"a","b":{"a":["a","a",{"a":1},{"a":1}]},"c":"{\\"a\\":1,\\"a\\":2}"}')).toEqual(
      [],
    );
    expect(repeatedKeys('[{"a":1},{"b":[{"x":1,"y":2,"x":3}]}]')).toEqual(["x"]);
    expect(repeatedKeys('{"":1,"":2,"\\\\":3,"\\"":4,"\\\\":5}')).toEqual(["", "\\"]);
  });

  test("are none in whatever was written from a value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // What JSON.parse keeps when written again has every name once.
        expect(repeatedKeys(JSON.stringify(JSON.parse(text)))).toEqual([]);
      }),
    );
  });

  test("are found wherever one is put in again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, place) => {
        const fields = Object.entries(value).map(
          ([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
        );
        const again = fields[place % fields.length]!;
        expect(repeatedKeys(`{${[...fields, again].join(" , ")}}`)).toEqual([
          Object.keys(value)[place % fields.length]!,
        ]);
      }),
    );
  });
});
