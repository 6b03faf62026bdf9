import { expect, test } from "bun:test";
import ts from "typescript";
import { statusOf } from "../../server/errors.ts";
import { codes } from "../../server/openapi/codes/codes.ts";

type Use = { place: string; kind: string; code: string };

/** Every refusal that is written in the server's sources, by its syntax. Kind and code stand there as words. */
function usesIn(path: string, text: string): Use[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Use[] = [];
  const visit = (node: ts.Node): void => {
    const isNew = ts.isNewExpression(node) && node.expression.getText() === "AppError";
    const isSuper = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
    // `super(message)` is that of AppError itself.
    if (isNew || (isSuper && /extends AppError/.test(text) && node.arguments.length > 1)) {
      const [kind, code] = node.arguments ?? [];
      const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      for (const word of wordsOf(code)) {
        for (const written of wordsOf(kind)) found.push({ place, kind: written, code: word });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The word that an argument is, or either of two; `any` for one that is handed through. */
function wordsOf(argument: ts.Expression | undefined): string[] {
  if (argument && ts.isStringLiteral(argument)) return [argument.text];
  if (argument && ts.isConditionalExpression(argument)) {
    return [...wordsOf(argument.whenTrue), ...wordsOf(argument.whenFalse)];
  }
  return ["any"];
}

async function allUses(): Promise<Use[]> {
  const paths = await Array.fromAsync(new Bun.Glob("server/**/*.{ts,tsx}").scan("."));
  const uses = await Promise.all(paths.map(async (path) => usesIn(path, await Bun.file(path).text())));
  return uses.flat();
}

test("every code that svc can send is explained, with the statuses it comes with", async () => {
  const uses = await allUses();
  expect(uses.length).toBeGreaterThan(40);
  for (const { place, kind, code } of uses) {
    // A code that is handed to the constructor would escape this test: write it there as a word.
    expect([place, code, Object.hasOwn(codes, code)]).toEqual([place, code, true]);
    const { kinds } = codes[code as keyof typeof codes];
    if (kind !== "any") expect([place, code, kinds]).toEqual([place, code, expect.arrayContaining([kind])]);
  }
});

test("no code is explained that svc never sends, nor a status it never comes with", async () => {
  const uses = await allUses();
  for (const [name, { kinds }] of Object.entries(codes)) {
    const used = uses.filter(({ code }) => code === name);
    expect([name, used.length > 0]).toEqual([name, true]);
    if (used.some(({ kind }) => kind === "any")) continue;
    expect([name, new Set<string>(kinds)]).toEqual([name, new Set(used.map(({ kind }) => kind))]);
  }
});

test("each explanation says when it comes and what to do, in sentences", () => {
  for (const [name, { kinds, when, advice, detail }] of Object.entries(codes)) {
    for (const text of [when, advice, detail])
      expect([name, text]).toEqual([name, expect.stringMatching(/^[A-Z`"\d].+[.?]$/s)]);
    for (const kind of kinds) expect(statusOf[kind]).toBeGreaterThanOrEqual(400);
  }
});
