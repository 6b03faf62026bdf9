import ts from "typescript";
import type { Finding } from "../markup.ts";
import { isHarmless, isMarkup } from "./harmless.ts";

const escape = "text that is not escaped; put it in an element of its own with `safe`";

/** Text between tags, where @kitajs/html escapes nothing by itself. */
export function textProblems(node: ts.Node, checker: ts.TypeChecker): Finding[] {
  if (ts.isJsxExpression(node) && isChild(node)) return childProblems(node, checker);
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) return elementProblems(node, checker);
  return [];
}

function isChild({ parent }: ts.JsxExpression): boolean {
  return ts.isJsxElement(parent) || ts.isJsxFragment(parent);
}

function childProblems({ expression, parent }: ts.JsxExpression, checker: ts.TypeChecker): Finding[] {
  if (!expression) return [];
  if (ts.isJsxElement(parent) && isEscaping(parent.openingElement)) return [];
  return isHarmless(expression, checker) ? [] : [{ node: expression, message: escape }];
}

function isEscaping({ tagName, attributes }: ts.JsxOpeningElement): boolean {
  return ts.isIdentifier(tagName) && !isComponent(tagName) && attributes.properties.some(isSafe);
}

function isSafe(attribute: ts.JsxAttributeLike): boolean {
  return ts.isJsxAttribute(attribute) && attribute.name.getText() === "safe" && !attribute.initializer;
}

function elementProblems(
  node: ts.JsxOpeningElement | ts.JsxSelfClosingElement,
  checker: ts.TypeChecker,
): Finding[] {
  if (!isComponent(node.tagName)) return [];
  if (node.attributes.properties.some(isSafe)) {
    return [{ node, message: "`safe` does nothing on a component; put it on an element" }];
  }
  const given = checker.getResolvedSignature(node)?.getReturnType();
  if (given && isMarkup(given, checker)) return [];
  return [{ node, message: "a component that gives text and not markup, so nothing escapes it" }];
}

export function isComponent(tagName: ts.JsxTagNameExpression): boolean {
  return !/^[a-z]/.test(tagName.getText());
}
