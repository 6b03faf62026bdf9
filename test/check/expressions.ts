import ts from "typescript";
import type { SourceFile } from "./tracked.ts";

export type Expression = { source: string; flags: string; at: string };

/**
 * The regular expressions of a file: its literals, the `pattern` of its schemas, and each `new RegExp` of a text that stands
 * there whole. Of one that is put together nothing is known before it runs: its holes are read as the letter x.
 */
export function expressionsOf({ path, text }: SourceFile): Expression[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: Expression[] = [];

  function visit(node: ts.Node): void {
    const one = expressionIn(node);
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if (one) found.push({ ...one, at: `${path}:${line + 1}` });
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

function expressionIn(node: ts.Node): Omit<Expression, "at"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === "pattern") {
    const source = textOf(node.initializer);
    return source === undefined ? undefined : { source, flags: "u" };
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== "RegExp") return undefined;
  const [source, flags] = (node.arguments ?? []).map(textOf);
  return source === undefined ? undefined : { source, flags: flags ?? "" };
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template)) {
    return node.template.rawText ?? node.template.text;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join("");
}
