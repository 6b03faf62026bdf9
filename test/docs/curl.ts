/**
 * The request that a line with `curl` makes, as a shell and curl read it: quotes, `$NAME`, and the few options that our
 * documents use. Throws at anything else, so that no line is shown that means something else than was tried.
 */
export function curlRequest(line: string, variables: Record<string, string>): Request {
  const [program, ...words] = shellWords(line, variables);
  if (program !== "curl") throw new Error(`Not a line with curl: ${line}`);
  const headers = new Headers({ accept: "*/*" });
  let [method, url, body]: [string?, string?, string?] = [];
  while (words.length > 0) {
    const word = words.shift()!;
    if (word === "-X") method = words.shift();
    else if (word === "-I") method = "HEAD";
    else if (word === "-d") body = words.shift();
    else if (word === "-H") {
      const [name, ...value] = words.shift()!.split(":");
      headers.set(name!, value.join(":").trim());
    } else if (word.startsWith("-") || url !== undefined) throw new Error(`What is ${word} in ${line}?`);
    else url = word;
  }
  if (url === undefined) throw new Error(`No address: ${line}`);
  method ??= body === undefined ? "GET" : "POST";
  return new Request(url, { method, headers, ...(body !== undefined && { body }) });
}

export function shellWords(line: string, variables: Record<string, string>): string[] {
  const joined = line.replaceAll(/\\\n/g, " ");
  const form = /\s*((?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+)/y;
  const words: string[] = [];
  for (let match = form.exec(joined); match; match = form.exec(joined))
    words.push(unquoted(match[1]!, variables));
  if (words.join("").length === 0) throw new Error(`Nothing to run in ${line}`);
  return words;
}

function unquoted(word: string, variables: Record<string, string>): string {
  const part = /'([^']*)'|"([^"]*)"|\\(')|([^'"\\]+)/g;
  return word.replaceAll(part, (_, single?: string, double?: string, escaped?: string, plain?: string) => {
    if (single !== undefined) return single;
    return escaped ?? withVariables(double ?? plain ?? "", variables);
  });
}

function withVariables(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`Nobody has set ${name}.`);
    return value;
  });
}
