import { relative, resolve } from "node:path";
import ts from "typescript";
import { addressProblems } from "./markup/addresses.ts";
import { attributeProblems } from "./markup/attributes.ts";
import { flowProblems } from "./markup/flows.ts";
import { textProblems } from "./markup/texts.ts";

/** One thing that must not be, where it is and what to do instead. */
export type Finding = { node: ts.Node; message: string };

/**
 * What xss-scan does not see in our markup (traps of @kitajs/html): both sides of a conditional, casts and names that switch
 * it off, text that passes as markup through a property, a variable or a function, text in scripts and styles, spreads,
 * attributes that run code, and addresses that may hold `javascript:`. Looks at these files of a TypeScript project.
 */
export function markupProblems(project: string, paths: string[]): string[] {
  const program = programOf(project, paths);
  const checker = program.getTypeChecker();
  const wanted = new Set(paths.map((path) => resolve(path)));
  const files = program.getSourceFiles().filter(({ fileName }) => wanted.has(resolve(fileName)));
  if (files.length < wanted.size) return [`only ${files.length} of ${wanted.size} files could be read`];
  return files.flatMap((file) => findings(file, checker).map((finding) => line(file, finding)));
}

function findings(file: ts.SourceFile, checker: ts.TypeChecker): Finding[] {
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    for (const problems of [textProblems, flowProblems, attributeProblems, addressProblems]) {
      found.push(...problems(node, checker));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function line(file: ts.SourceFile, { node, message }: Finding): string {
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const [first = ""] = node.getText(file).split("\n");
  const code = first.length > 60 ? `${first.slice(0, 60)}…` : first;
  return `${relative(".", file.fileName)}:${line + 1}:${character + 1} ${code}: ${message}`;
}

function programOf(project: string, paths: string[]): ts.Program {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
  const config = ts.getParsedCommandLineOfConfigFile(resolve(project), {}, host);
  // The declarations of the project's own are among its files, beside those that were asked for.
  const declarations = config?.fileNames.filter((name) => name.endsWith(".d.ts")) ?? [];
  return ts.createProgram([...paths.map((path) => resolve(path)), ...declarations], config?.options ?? {});
}
