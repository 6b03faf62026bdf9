import { expect, test } from "bun:test";
import { openApi } from "../../server/openapi/document.ts";
import { startApp } from "../support/app.ts";
import { startListening } from "../support/listening.ts";
import { curlRequest } from "./curl.ts";
import { inProcess } from "./in-process.ts";
import { replay, type Shell } from "./transcripts.ts";

const publicUrl = "https://hours.example.com";
const document = await Bun.file("docs/api.md").text();
const lines = [...document.matchAll(/^```console\n\$ ((?:.*\\\n)*.*)$/gm)].map(([, line]) => line!);

// After a change of the API: `bun test/docs/rewrite.ts`, then read what is different.
test("the answers in docs/api.md are those that its lines get", async () => {
  const world = await startApp({ config: { publicUrl } });
  expect(await replay(document, world, inProcess(world))).toBe(document);
  await world.stop();
}, 60_000);

test.skipIf(!Bun.which("curl") || !Bun.which("sh"))(
  "a real curl in a real shell gets the same",
  async () => {
    const world = await startListening();
    const shell: Shell = async (line, tokens) => {
      const command = line.replace("curl", "curl -s -i").replace(publicUrl, world.url);
      const child = Bun.spawn(["sh", "-c", command], {
        env: { PATH: process.env.PATH, ...tokens },
        stderr: "pipe",
      });
      const [head = "", ...rest] = (await child.stdout.text())
        .replaceAll(world.url, publicUrl)
        .split("\r\n\r\n");
      const [status = "", ...headers] = head.split("\r\n");
      const pairs = headers.map((header) => header.split(/:\s*(.*)/s, 2) as [string, string]);
      return {
        status: Number(status.split(" ")[1]),
        headers: new Headers(pairs),
        body: rest.join("\r\n\r\n"),
      };
    };
    expect(await replay(document, world, shell)).toBe(document);
    await world.stop();
  },
  60_000,
);

test("it has a line for every address and method", () => {
  const tokens = { SVC_TOKEN: "x", ADAS_TOKEN: "x" };
  const tried = lines
    .map((line) => curlRequest(line, tokens))
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  for (const [path, methods] of Object.entries(openApi({ publicUrl, version: "0.1.0" }).paths)) {
    const form = path.replaceAll(/\{\w+\}/g, "[^/]+");
    for (const method of Object.keys(methods)) {
      const found = tried.some((one) => new RegExp(`^${method.toUpperCase()} ${form}$`).test(one));
      expect([method, path, found]).toEqual([method, path, true]);
    }
  }
});

test("a line that means more than is tried is refused", () => {
  for (const line of ["wget x", "curl -k x", "curl x y", "curl", 'curl "$NOBODY"']) {
    expect(() => curlRequest(line, {})).toThrow();
  }
});
