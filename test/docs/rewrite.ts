import { startApp } from "../support/app.ts";
import { replayCli } from "./cli-transcripts.ts";
import { replayHowTos } from "./how-to-transcripts.ts";
import { inProcess } from "./in-process.ts";
import { replay } from "./transcripts.ts";

// `bun test/docs/rewrite.ts [api|cli|how-to]`: runs the lines of docs/api.md, docs/cli.md and docs/how-to and writes their
// answers into them.
const only = process.argv[2];

if (only === undefined || only === "api") {
  const world = await startApp({ config: { publicUrl: "https://hours.example.com" } });
  await rewrite("docs/api.md", (document) => replay(document, world, inProcess(world)));
  await world.stop();
}
if (only === undefined || only === "cli") await rewrite("docs/cli.md", replayCli);
if (only === undefined || only === "how-to") {
  for (const [path, text] of await replayHowTos()) await Bun.write(path, text);
}
process.exit();

async function rewrite(path: string, made: (document: string) => Promise<string>): Promise<void> {
  await Bun.write(path, await made(await Bun.file(path).text()));
}
