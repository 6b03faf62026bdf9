import ts from "typescript";
import type { Finding } from "../markup.ts";
import { isComponent } from "./texts.ts";

/** Elements that load or run what a page should not, and would be stopped by the CSP anyhow. */
const elements = /^(style|iframe|frame|object|embed|base|tag|template)$/;

/** Attributes that hold code or markup. The names of htmx may begin with data- too. */
const attributes = /^(on.*|style|srcdoc|attrs|(data-)?hx-(on|vars|headers|vals|config|request)\b.*)$/i;

/** Elements and attributes of HTML that are not for us, and what htmx would run as code (T9). */
export function attributeProblems(node: ts.Node): Finding[] {
  if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === "script") {
    const filled = node.children.some((child) => !ts.isJsxText(child) || child.text.trim() !== "");
    return filled ? [{ node, message: "a script in a page; put it in a file" }] : [];
  }
  if (!ts.isJsxOpeningLikeElement(node)) return [];
  const name = node.tagName.getText();
  const found: Finding[] = elements.test(name) ? [{ node, message: `<${name}> is not for our pages` }] : [];
  for (const attribute of node.attributes.properties) {
    if (ts.isJsxAttribute(attribute)) found.push(...ofAttribute(attribute, isComponent(node.tagName)));
  }
  return found;
}

function ofAttribute(node: ts.JsxAttribute, onComponent: boolean): Finding[] {
  const name = node.name.getText();
  if (name === "safe" && node.initializer)
    return [{ node, message: "`safe` stands alone; no condition switches it off" }];
  if (onComponent) return [];
  if (attributes.test(name))
    return [{ node, message: `${name} holds code or markup; use a class, or app.js` }];
  if (name === "http-equiv") return [{ node, message: "a header belongs into the answer" }];
  return /^(data-)?hx-/.test(name) ? ofHtmx(node) : [];
}

function ofHtmx(node: ts.JsxAttribute): Finding[] {
  const value = node.initializer;
  if (isAddress(node.name.getText()) || !value) return [];
  if (!ts.isStringLiteral(value))
    return [{ node, message: "what htmx does is written in the page, not computed" }];
  return /\bjs:|javascript:|\[/i.test(value.text)
    ? [{ node, message: "htmx would run this as code, which the CSP forbids" }]
    : [];
}

/** Attributes whose value is an address that is gone to, sent to or loaded. */
export function isAddress(name: string): boolean {
  return /^(href|src|srcset|action|formaction|ping|poster|background|cite|data|manifest|xlink:href|(data-)?hx-(get|post|put|patch|delete|push-url|replace-url|location))$/i.test(
    name,
  );
}
