import { startApp } from "../support/app.ts";
import { replayCli } from "./cli-transcripts.ts";
import { inProcess } from "./in-process.ts";
import { replay } from "./transcripts.ts";

// `bun test/docs/rewrite.ts [api|cli]`: runs the lines of docs/api.md and docs/cli.md and writes their answers into them.
const only = process.argv[2];

if (only !== "cli") {
  const world = await startApp({ config: { publicUrl: "https://hours.example.com" } });
  await rewrite("docs/api.md", (document) => replay(document, world, inProcess(world)));
  await world.stop();
}
if (only !== "api") await rewrite("docs/cli.md", replayCli);
process.exit();

async function rewrite(path: string, made: (document: string) => Promise<string>): Promise<void> {
  await Bun.write(path, await made(await Bun.file(path).text()));
}
