import { settings, type SettingName } from "./settings.ts";
import type { Parsed } from "./values.ts";

export type Environment = Record<string, string | undefined>;

/** Where a setting's value comes from; `refused` where it was given and could not be read. */
export type Source = "set" | "file" | "default" | "unset" | "refused";
export type Readings = Record<SettingName, Source>;

type Value<S> = S extends { parse: (text: string) => Parsed<infer T> }
  ? S extends { default: string }
    ? T
    : T | undefined
  : never;
/** Each setting's value; one that was refused stands at its default, so that the rest can still be judged. */
export type Settings = { [Name in SettingName]: Value<(typeof settings)[Name]> };

/** Every setting by itself: its value, where that came from, and what is wrong with it. */
export function readSettings(env: Environment, readFile: (path: string) => string) {
  const values: Record<string, unknown> = {};
  const readings: Record<string, Source> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(settings)) {
    const given = givenText(name, setting.secret, env, readFile);
    const parsed: Parsed<unknown> | undefined =
      "text" in given ? setting.parse(given.text) : "problem" in given ? given : undefined;
    if (parsed && "value" in parsed) {
      values[name] = parsed.value;
      readings[name] = "file" in given ? "file" : "set";
      continue;
    }
    const fallback = "default" in setting ? setting.parse(setting.default) : undefined;
    values[name] = fallback && "value" in fallback ? fallback.value : undefined;
    readings[name] = parsed ? "refused" : fallback ? "default" : "unset";
    if (parsed) problems.push(`${"file" in given ? `${name}_FILE` : name} ${parsed.problem}`);
  }
  return { values: values as Settings, readings: readings as Readings, problems };
}

type Given = { text: string; file?: true } | { problem: string; file?: true } | { nothing: true };

/** A setting's text. An empty one counts as not set, as `NAME=` in a compose file means. */
function givenText(
  name: string,
  secret: boolean,
  env: Environment,
  readFile: (path: string) => string,
): Given {
  const text = env[name]?.trim() ? env[name] : undefined;
  const path = secret ? env[`${name}_FILE`]?.trim() : undefined;
  if (!path) return text === undefined ? { nothing: true } : { text: secret ? text : text.trim() };
  if (text !== undefined) return { problem: `and ${name}_FILE are both set. Keep one of the two.` };
  try {
    const content = readFile(path).replace(/[\r\n]+$/, "");
    if (content.trim() === "") return { problem: `names ${path}, which is empty.`, file: true };
    return { text: content, file: true };
  } catch (error) {
    return { problem: `names ${path}, ${whyUnreadable(error)}`, file: true };
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "which does not exist. Check the path.";
  if (code === "EACCES" || code === "EPERM")
    return "which the user that runs svc may not read. Check the file's owner and mode.";
  if (code === "EISDIR") return "which is a directory. Name the file in it.";
  return `which could not be read (${error instanceof Error ? error.message : "unknown reason"}). Check the file.`;
}
