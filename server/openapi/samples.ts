import type { Method, Parameter } from "./shape.ts";

type Sample = {
  method: Method;
  path: string;
  parameters?: Parameter[];
  body?: { example: unknown };
  query?: string;
};

/** The route's own example as a line for a shell. `$SVC_TOKEN` stands for the token, which never belongs in a script. */
export function curl({ method, path, parameters = [], body, query = "" }: Sample, publicUrl: string): string {
  const address = `${publicUrl}${filled(path, parameters)}${query}`;
  return [
    `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} ${quoted(address)}`,
    '-H "Authorization: Bearer $SVC_TOKEN"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`] : []),
  ].join(" \\\n  ");
}

function filled(path: string, parameters: Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return `${parameter ? (parameter.example as string | number) : whole}`;
  });
}

/** In single quotes, in which a shell takes everything as it is but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
