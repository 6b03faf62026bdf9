/**
 * A line of the log as a person at a terminal reads it; what is not such a line stays as it is.
 * @param line JSON, as pino writes it, with its line end.
 */
export function prettyLine(line: string, colours: boolean): string {
  const entry = parsed(line);
  if (!entry) return line;
  const { level, time, msg, err, ...facts } = entry;
  const [name, colour] = levels[Number(level)] ?? ["?????", "0"];
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const told = Object.entries(facts).map(([key, value]) => `${dim(`${plain(key)}=`)}${shown(value)}`);
  const head = [
    dim(clock),
    colours ? `\x1b[${colour}m${name}\x1b[0m` : name,
    plain(typeof msg === "string" ? msg : ""),
    ...told,
  ].join(" ");
  return `${head}${whole(err)}\n`;

  function dim(text: string): string {
    return colours ? `\x1b[2m${text}\x1b[0m` : text;
  }
}

const levels: Record<number, [name: string, colour: string]> = {
  10: ["TRACE", "90"],
  20: ["DEBUG", "90"],
  30: ["INFO ", "32"],
  40: ["WARN ", "33"],
  50: ["ERROR", "31"],
  60: ["FATAL", "31;1"],
};

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** As JSON where it is not one plain word. */
function shown(value: unknown): string {
  return typeof value === "string" && /^[\w./:@#-]+$/.test(value) ? value : plain(JSON.stringify(value));
}

/** With its stack, each line of it further in. */
function whole(err: unknown): string {
  if (err === undefined) return "";
  const stack = typeof err === "object" && err !== null && "stack" in err ? err.stack : err;
  const text = typeof stack === "string" ? stack : JSON.stringify(stack);
  return text
    .split("\n")
    .map((row) => `\n    ${plain(row)}`)
    .join("");
}

/** Without what would move the cursor, or make one line look like two. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, "?");
}
