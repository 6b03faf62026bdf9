import { startApp } from "../support/app.ts";
import { inProcess } from "./in-process.ts";
import { replay } from "./transcripts.ts";

// `bun test/docs/rewrite.ts`: runs the lines of docs/api.md and writes their answers into it.
const path = "docs/api.md";
const world = await startApp({ config: { publicUrl: "https://hours.example.com" } });
await Bun.write(path, await replay(await Bun.file(path).text(), world, inProcess(world)));
await world.stop();
process.exit();
