import { replayCli } from "./cli-transcripts.ts";
import { documents } from "./pages.ts";

export const howTos = documents().filter((path) => path.startsWith("docs/how-to/"));

const signIn =
  "```console\n$ svc auth login --host https://hours.example.com --with-token < token.txt\n```\n";

/** The how-tos with the output of their `$` lines as it is now, one page after the other, by somebody who has signed in. */
export async function replayHowTos(paths = howTos): Promise<Map<string, string>> {
  const mark = (path: string) => `\n<!-- ${path} -->\n`;
  const texts = await Promise.all(paths.map((path) => Bun.file(path).text()));
  let rest = await replayCli(signIn + texts.map((text, i) => mark(paths[i]!) + text).join(""));
  const made = new Map<string, string>();
  for (const path of paths.toReversed()) {
    const at = rest.indexOf(mark(path));
    made.set(path, rest.slice(at + mark(path).length));
    rest = rest.slice(0, at);
  }
  return made;
}
