import ts from "typescript";

/**
 * Whether an expression can stand in markup as it is: markup itself, numbers, and texts that are written in the code. Casts
 * prove nothing, so whoever casts has to escape too.
 */
export function isHarmless(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const also = (part: ts.Expression) => isHarmless(part, checker);
  const e = bare(expression);
  if (isJsx(e) || ts.isStringLiteralLike(e) || ts.isNumericLiteral(e)) return true;
  if (ts.isAsExpression(e) || ts.isTypeAssertionExpression(e)) return isConst(e) && also(e.expression);
  if (ts.isTemplateExpression(e)) return e.templateSpans.every((span) => also(span.expression));
  if (ts.isConditionalExpression(e)) return also(e.whenTrue) && also(e.whenFalse);
  if (ts.isArrayLiteralExpression(e)) return e.elements.every(also);
  if (ts.isSpreadElement(e)) return also(e.expression);
  if (ts.isBinaryExpression(e)) {
    const { kind } = e.operatorToken;
    // What is left of an && is nothing one sees where it comes out: "", 0, false, null or undefined.
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return also(e.right);
    if (kind === ts.SyntaxKind.CommaToken) return also(e.right);
    if (isEither(kind)) return also(e.left) && also(e.right);
  }
  return isHarmlessType(checker.getTypeAtLocation(e), checker);
}

/** `string | Promise<string>`, which is what JSX gives: no text of ours has this type. A list of it counts too. */
export function isMarkup(type: ts.Type, checker: ts.TypeChecker): boolean {
  const one = elementOf(type, checker) ?? type;
  return one.isUnion() && one.types.some(isPromise) && one.types.some(isText);
}

/** Without brackets and what only concerns types. */
export function bare(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? bare(expression.expression)
    : expression;
}

export function isJsx(node: ts.Node): node is ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment {
  return ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
}

/** `||` and `??`, where either side may come out. */
export function isEither(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
}

export function isConst(cast: ts.AsExpression | ts.TypeAssertion): boolean {
  return ts.isConstTypeReference(cast.type);
}

const harmless =
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.StringLiteral |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never;

/** @param within what is being looked at already: what children are is said by way of lists of children. */
export function isHarmlessType(type: ts.Type, checker: ts.TypeChecker, within: ts.Type[] = []): boolean {
  const one = elementOf(type, checker) ?? type;
  if (!one.isUnion()) return (one.flags & harmless) !== 0;
  if (within.includes(one)) return true;
  const parts = isMarkup(one, checker)
    ? one.types.filter((part) => !isPromise(part) && !isText(part))
    : one.types;
  return parts.every((part) => isHarmlessType(part, checker, [...within, one]));
}

function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.isArrayType(type) || checker.isTupleType(type)
    ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    : undefined;
}

function isPromise(type: ts.Type): boolean {
  return type.symbol?.name === "Promise";
}

function isText(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.String) !== 0;
}
