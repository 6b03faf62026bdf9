import ts from "typescript";
import type { Finding } from "../markup.ts";
import { isAddress } from "./attributes.ts";
import { bare, isEither } from "./harmless.ts";
import { isComponent } from "./texts.ts";

/** Where an address may begin: a path of this site, a query or a place on this page, or another site by name. */
const beginning = /^(\/[a-z]|[?#]|https?:\/\/[a-z])/i;

const unknown =
  "an address that may hold `javascript:` or lead elsewhere; begin it with a path, or make it an Href (server/ui/href.ts)";
const unencoded = "a text in an address; pass it through encodeURIComponent or URLSearchParams";

/** Addresses in attributes of elements, and what passes for an Href. */
export function addressProblems(node: ts.Node, checker: ts.TypeChecker): Finding[] {
  if (ts.isJsxAttribute(node)) return attributeProblems(node, checker);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
    const byRule = node.getSourceFile().fileName.endsWith("server/ui/href.ts");
    if (byRule || !isHref(checker.getTypeFromTypeNode(node.type))) return [];
    return [{ node, message: "a cast to an address; use webAddress" }];
  }
  if (!ts.isTemplateExpression(node) && !ts.isStringLiteral(node)) return [];
  const slot = checker.getContextualType(node);
  return slot && isHref(slot) && !beginsWell(node) ? [{ node, message: unknown }] : [];
}

function attributeProblems(
  { name, initializer, parent }: ts.JsxAttribute,
  checker: ts.TypeChecker,
): Finding[] {
  // A component's own attribute ends in one of an element, or has the type Href.
  if (!initializer || !isAddress(name.getText()) || isComponent(parent.parent.tagName)) return [];
  // htmx takes the address of the request then, which was looked at where it stands.
  const asRequested = /^hx-(push|replace)-url$/.test(name.getText());
  if (asRequested && ts.isStringLiteral(initializer) && initializer.text === "true") return [];
  if (ts.isStringLiteral(initializer))
    return beginsWell(initializer) ? [] : [{ node: initializer, message: unknown }];
  if (!ts.isJsxExpression(initializer) || !initializer.expression) return [];
  return expressionProblems(initializer.expression, checker);
}

function expressionProblems(expression: ts.Expression, checker: ts.TypeChecker): Finding[] {
  const of = (part: ts.Expression) => expressionProblems(part, checker);
  const node = bare(expression);
  if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    if (isEither(node.operatorToken.kind)) return [...of(node.left), ...of(node.right)];
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return of(node.right);
  }
  if (ts.isStringLiteralLike(node)) return beginsWell(node) ? [] : [{ node, message: unknown }];
  if (ts.isTemplateExpression(node)) {
    if (!beginsWell(node)) return [{ node, message: unknown }];
    // A place on this page cannot lead away from it.
    const spans = node.head.text.startsWith("#") ? [] : node.templateSpans.map((span) => span.expression);
    return spans
      .filter((part) => !isEncoded(part, checker))
      .map((part) => ({ node: part, message: unencoded }));
  }
  const type = checker.getTypeAtLocation(node);
  return partsOf(type).every(isNothingOrAddress) ? [] : [{ node, message: unknown }];
}

function beginsWell(node: ts.StringLiteralLike | ts.TemplateExpression): boolean {
  if (ts.isTemplateExpression(node)) return beginning.test(node.head.text);
  return node.text === "/" || beginning.test(node.text);
}

function isEncoded(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const node = bare(expression);
  if (ts.isCallExpression(node) && node.expression.getText() === "encodeURIComponent") return true;
  return partsOf(checker.getTypeAtLocation(node)).every(
    ({ flags, symbol }) =>
      (flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.StringLiteral)) !== 0 ||
      symbol?.name === "URLSearchParams",
  );
}

/** A type that says how an address begins; the code that made it is looked at where it stands. */
function isNothingOrAddress(type: ts.Type): boolean {
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
  if (type.isStringLiteral()) return type.value === "/" || beginning.test(type.value);
  return (type.flags & nothing) !== 0 || isAddressTemplate(type);
}

function isHref(type: ts.Type): boolean {
  return partsOf(type).some(isAddressTemplate);
}

function isAddressTemplate(type: ts.Type): boolean {
  if (!(type.flags & ts.TypeFlags.TemplateLiteral)) return false;
  return /^(\/(?!\/)|[?#]|https?:\/\/)/.test((type as ts.TemplateLiteralType).texts[0] ?? "");
}

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
