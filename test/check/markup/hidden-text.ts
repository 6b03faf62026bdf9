import ts from "typescript";
import { isHarmlessType, isMarkup } from "./harmless.ts";

/**
 * Whether something brings text to where its type says markup is, in itself or in a field of it: `{ cells: string[] }` for
 * `{ cells: JSX.Element[] }`, which the compiler lets pass.
 */
export function hidesText(given: ts.Type, slot: ts.Type, checker: ts.TypeChecker, depth = 0): boolean {
  if (isMarkup(slot, checker)) return !isHarmlessType(given, checker);
  if (depth > 4) return false;
  const [from, to] = [oneOf(given, checker), oneOf(slot, checker)];
  if (!from || !to || from === to || !carriesMarkup(to, checker)) return false;
  return to.getProperties().some((field) => {
    const brought = from.getProperty(field.name);
    if (!brought) return false;
    return hidesText(checker.getTypeOfSymbol(brought), checker.getTypeOfSymbol(field), checker, depth + 1);
  });
}

/** The object that a type is, or is a list of, or is unless it is missing. */
function oneOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
  const parts = type.isUnion() ? type.types.filter(({ flags }) => !(flags & nothing)) : [type];
  const [only] = parts;
  if (parts.length !== 1 || !only || !(only.flags & ts.TypeFlags.Object)) return undefined;
  if (!checker.isArrayType(only) && !checker.isTupleType(only)) return only;
  const element = checker.getIndexTypeOfType(only, ts.IndexKind.Number);
  return element && oneOf(element, checker);
}

const carrying = new WeakMap<ts.Type, boolean>();

/** Types of libraries hold none, and some have no end. */
function carriesMarkup(type: ts.Type, checker: ts.TypeChecker): boolean {
  const known = carrying.get(type);
  if (known !== undefined) return known;
  carrying.set(type, false);
  const isForeign = (type.aliasSymbol ?? type.symbol)?.declarations?.some((declaration) =>
    declaration.getSourceFile().fileName.includes("/node_modules/"),
  );
  const carries =
    isForeign !== true &&
    type.getProperties().some((field) => {
      const held = checker.getTypeOfSymbol(field);
      const one = isMarkup(held, checker) ? undefined : oneOf(held, checker);
      return isMarkup(held, checker) || (one !== undefined && carriesMarkup(one, checker));
    });
  carrying.set(type, carries);
  return carries;
}
