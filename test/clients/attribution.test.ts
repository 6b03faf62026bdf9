import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { attribute, type Mapping } from "../../server/clients/mappings/attribution.ts";

const here = "acme/web";
let id = 0;
const map = (labelPattern: string, clientId: number, more: Partial<Mapping> = {}): Mapping => ({
  id: (id += 1),
  labelPattern,
  clientId,
  repository: null,
  clientActive: true,
  ...more,
});
const off = { clientActive: false };

describe("spec 7.1, case by case", () => {
  const cases: [string, string[], Mapping[], number | null, boolean][] = [
    ["no label at all", [], [map("a", 1)], null, false],
    ["no mapping at all", ["a"], [], null, false],
    ["a label that is not mapped", ["b"], [map("a", 1)], null, false],
    ["a global mapping", ["a"], [map("a", 1)], 1, false],
    ["labels are compared exactly", ["A", "a "], [map("a", 1)], null, false],
    ["no wildcards", ["client:x"], [map("client:*", 1), map("client:%", 2)], null, false],
    ["a mapping of this repository", ["a"], [map("a", 1, { repository: here })], 1, false],
    ["a mapping of another repository", ["a"], [map("a", 1, { repository: "acme/api" })], null, false],
    ["repositories are compared without case", ["a"], [map("a", 1, { repository: "ACME/Web" })], 1, false],
    [
      "the repository's mapping beats the global one, whichever is older",
      ["a"],
      [map("a", 1), map("a", 2, { repository: here })],
      2,
      false,
    ],
    [
      "it beats it for this label only",
      ["b", "a"],
      [map("a", 1, { repository: here }), map("b", 2)],
      2,
      true,
    ],
    ["two labels of one client are not ambiguous", ["a", "b"], [map("a", 1), map("b", 1)], 1, false],
    ["two clients: the first label counts, with a note", ["b", "a"], [map("a", 1), map("b", 2)], 2, true],
    [
      "a label mapped to two clients: the lowest id counts, with a note",
      ["a"],
      [map("a", 5), map("a", 4)],
      5,
      true,
    ],
    ["a deactivated client gets nothing", ["a"], [map("a", 1, off)], null, false],
    [
      "past a deactivated client the next label counts",
      ["a", "b"],
      [map("a", 1, off), map("b", 2)],
      2,
      false,
    ],
    [
      "a shadowed global mapping does not come back",
      ["a"],
      [map("a", 1), map("a", 2, { repository: here, ...off })],
      null,
      false,
    ],
    ["a deactivated client makes nothing ambiguous", ["b", "a"], [map("a", 1, off), map("b", 2)], 2, false],
    ["a label that stands twice counts once", ["a", "a"], [map("a", 1)], 1, false],
  ];
  test.each(cases)("%s", (_, labels, mappings, clientId, ambiguous) => {
    expect(attribute(labels, here, mappings)).toMatchObject({ clientId, ambiguous });
  });

  test("the decision is kept: what won, what else matched, what was passed over", () => {
    const mappings = [map("a", 1, off), map("b", 2), map("c", 3), map("d", 2)];
    const [a, b, c] = mappings.map((mapping) => mapping.id);
    expect(attribute(["a", "b", "c", "d"], here, mappings).record).toEqual({
      winner: { mappingId: b!, label: "b", clientId: 2 },
      runnersUp: [{ mappingId: c!, label: "c", clientId: 3 }],
      deactivated: [{ mappingId: a!, label: "a", clientId: 1 }],
    });
    expect(attribute(["x"], here, mappings).record).toBeNull();
  });
});

/** The rules once more, said the other way round: a mapping counts unless something speaks against it. */
function naively(labels: string[], repository: string, mappings: Mapping[]) {
  const same = (a: string | null, b: string) => a !== null && a.toUpperCase() === b.toUpperCase();
  const candidates = mappings
    .filter((m) => labels.includes(m.labelPattern))
    .filter((m) => m.repository === null || same(m.repository, repository))
    .filter(
      (m) =>
        !(
          m.repository === null &&
          mappings.some((o) => o.labelPattern === m.labelPattern && same(o.repository, repository))
        ),
    )
    .filter((m) => m.clientActive)
    .sort((x, y) => labels.indexOf(x.labelPattern) - labels.indexOf(y.labelPattern) || x.id - y.id);
  return {
    clientId: candidates[0]?.clientId ?? null,
    ambiguous: new Set(candidates.map((m) => m.clientId)).size > 1,
  };
}

describe("for any labels and mappings", () => {
  const label = fc.constantFrom("a", "b", "c", "A", "a:b");
  const labels = fc.array(label, { maxLength: 5 });
  const active = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
  const mappings = fc
    .tuple(
      active,
      fc.array(
        fc.record({
          labelPattern: label,
          clientId: fc.integer({ min: 1, max: 4 }),
          repository: fc.constantFrom(null, here, "Acme/WEB", "acme/api"),
        }),
        { maxLength: 12 },
      ),
    )
    .map(([isActive, drawn]) =>
      drawn.map((one, place) => ({ ...one, id: place + 1, clientActive: isActive[one.clientId]! })),
    );

  test("the outcome is that of the rules said the other way round", () => {
    fc.assert(
      fc.property(labels, mappings, (given, all) => {
        const { clientId, ambiguous } = attribute(given, here, all);
        expect({ clientId, ambiguous }).toEqual(naively(given, here, all));
      }),
      { numRuns: 2_000 },
    );
  });

  test("the order in which mappings are read does not matter", () => {
    fc.assert(
      fc.property(labels, mappings, (given, all) => {
        expect(attribute(given, here, [...all].reverse())).toEqual(attribute(given, here, all));
      }),
    );
  });
});
