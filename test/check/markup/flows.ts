import ts from "typescript";
import type { Finding } from "../markup.ts";
import { bare, isConst, isEither, isHarmless, isMarkup } from "./harmless.ts";
import { hidesText } from "./hidden-text.ts";

const text = "text where markup is expected; wrap it in an element with `safe`";

/** Text that goes where markup is expected: JSX.Element is a string for the compiler, which lets every text pass for it. */
export function flowProblems(node: ts.Node, checker: ts.TypeChecker): Finding[] {
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) return castProblems(node, checker);
  if (ts.isJsxSpreadAttribute(node)) return spreadProblems(node, checker);
  if (ts.isImportDeclaration(node)) return importProblems(node);
  if (ts.isShorthandPropertyAssignment(node)) {
    const slot = checker.getContextualType(node.name);
    return slot && isMarkup(slot, checker) && !isHarmless(node.name, checker)
      ? [{ node, message: text }]
      : [];
  }
  if (ts.isParameter(node)) return parameterProblems(node, checker);
  if (!ts.isExpression(node)) return [];
  const slot = slotOf(node, checker);
  if (!slot) return [];
  const isText = isMarkup(slot, checker)
    ? !isHarmless(node, checker)
    : !isLiteral(node) && hidesText(checker.getTypeAtLocation(node), slot, checker);
  return isText ? [{ node, message: text }] : [];
}

/** What stands in a literal is looked at piece by piece. */
function isLiteral(node: ts.Expression): boolean {
  const e = bare(node);
  return ts.isObjectLiteralExpression(e) || ts.isArrayLiteralExpression(e) || ts.isFunctionLike(e);
}

/** A function that says it takes markup, where it is given something else. */
function parameterProblems(node: ts.ParameterDeclaration, checker: ts.TypeChecker): Finding[] {
  const { parent, type } = node;
  if (!type || !(ts.isArrowFunction(parent) || ts.isFunctionExpression(parent))) return [];
  const caller = checker.getContextualType(parent)?.getCallSignatures()[0];
  const given = caller?.getParameters()[parent.parameters.indexOf(node)];
  if (!given) return [];
  return hidesText(checker.getTypeOfSymbol(given), checker.getTypeAtLocation(node.name), checker)
    ? [{ node, message: text }]
    : [];
}

/** The type of the place that an expression goes to. */
function slotOf(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const { parent } = node;
  if ("initializer" in parent && parent.initializer === node && "name" in parent) {
    if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
      return checker.getTypeAtLocation(parent.name);
    }
    return checker.getContextualType(node) ?? checker.getTypeAtLocation(node);
  }
  if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)) {
    return returnTypeAround(parent, checker);
  }
  if (ts.isBinaryExpression(parent) && parent.right === node && isAssignment(parent.operatorToken.kind)) {
    return checker.getTypeAtLocation(parent.left);
  }
  if (ts.isCallExpression(parent) && parent.arguments.includes(node)) return checker.getContextualType(node);
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return checker.getContextualType(node);
  if (ts.isArrayLiteralExpression(parent))
    return checker.getContextualType(node) ?? checker.getTypeAtLocation(parent);
  const e = bare(node);
  // What has branches may be markup in one and text in another, and is of markup's type then.
  const branches =
    ts.isConditionalExpression(e) || (ts.isBinaryExpression(e) && isEither(e.operatorToken.kind));
  return branches ? checker.getTypeAtLocation(e) : undefined;
}

function returnTypeAround(node: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  const signature = around && checker.getSignatureFromDeclaration(around as ts.SignatureDeclaration);
  return signature && checker.getReturnTypeOfSignature(signature);
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function castProblems(node: ts.AsExpression | ts.TypeAssertion, checker: ts.TypeChecker): Finding[] {
  if (isConst(node)) return [];
  const target = checker.getTypeFromTypeNode(node.type);
  if (isMarkup(target, checker)) return [{ node, message: "a cast to markup; make it with JSX" }];
  const named = target.isUnion() ? target.types : [target];
  const toLiteral = named.every(({ flags }) => flags & ts.TypeFlags.StringLiteral);
  const isKey = ts.isElementAccessExpression(node.parent) && node.parent.argumentExpression === node;
  const inMarkup = node.getSourceFile().fileName.endsWith("x");
  return toLiteral && inMarkup && !isKey
    ? [{ node, message: "a cast to a text of the code, by which any text passes; compare it with the texts" }]
    : [];
}

/** Names of attributes are not escaped, and a property may be text where the component expects markup. */
function spreadProblems(node: ts.JsxSpreadAttribute, checker: ts.TypeChecker): Finding[] {
  const { attributes, tagName } = ts.findAncestor(node, ts.isJsxOpeningLikeElement)!;
  if (/^[a-z]/.test(tagName.getText()))
    return [{ node, message: "a spread on an element; write the attributes out" }];
  const expected = checker.getContextualType(attributes);
  const given = checker.getTypeAtLocation(node.expression);
  const isText = (property: ts.Symbol) => {
    const slot = expected?.getProperty(property.name);
    if (!slot || !isMarkup(checker.getTypeOfSymbol(slot), checker)) return false;
    return !isMarkup(checker.getTypeOfSymbol(property), checker);
  };
  return !expected || given.flags & ts.TypeFlags.Any || given.getProperties().some(isText)
    ? [{ node, message: text }]
    : [];
}

function importProblems(node: ts.ImportDeclaration): Finding[] {
  const from = (node.moduleSpecifier as ts.StringLiteral).text;
  const isType = node.importClause?.isTypeOnly === true;
  return /^@(kitajs|elysiajs)\/html/.test(from) && !isType
    ? [{ node, message: "markup made by hand; make it with JSX" }]
    : [];
}
