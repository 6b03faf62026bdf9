import { expect, test } from "bun:test";
import { readConfig } from "../../server/config.ts";
import { howTos, replayHowTos } from "./how-to-transcripts.ts";
import { blocks } from "./pages.ts";

const texts = new Map<string, string>();
for (const path of howTos) texts.set(path, await Bun.file(path).text());

// After a change of svc: `bun test/docs/rewrite.ts how-to`, then read what is different.
test.skipIf(process.platform === "win32")(
  "the output in the how-tos is what their lines print",
  async () => {
    expect(howTos.length).toBeGreaterThan(3);
    const replayed = await replayHowTos();
    for (const [path, text] of texts) expect(replayed.get(path)).toBe(text);
  },
  60_000,
);

test("no line of a how-to is for a shell without being run", () => {
  for (const [path, text] of texts) {
    const fences = [...text.matchAll(/^ *```(\w*)$/gm)].map(([, language]) => language!);
    const opened = fences.filter((_, i) => i % 2 === 0);
    expect([path, opened.filter((language) => !tried.has(language))]).toEqual([path, []]);
  }
});

/** Lines that are run above, settings and queries that are read below, and what GitHub or Excel is given. */
const tried = new Set(["console", "env", "powerquery"]);

test("the settings in the how-tos are such that svc takes", () => {
  const found = [...texts].flatMap(([path, text]) => blocks(text, "env").map((block) => ({ path, block })));
  expect(found.length).toBeGreaterThan(0);
  for (const { path, block } of found) {
    const env = Object.fromEntries(block.split("\n").map((line) => line.split(/=(.*)/s, 2)));
    const reading = readConfig(env as Record<string, string>, () => "");
    expect([path, reading]).toEqual([path, expect.objectContaining({ ok: true, warnings: [] })]);
  }
});

test("the addresses that follow from GITHUB_URL are those that the how-to tells", () => {
  const page = texts.get("docs/how-to/github-enterprise-server.md")!;
  for (const site of ["https://github.example.com", "https://acme.ghe.com"]) {
    const reading = readConfig({ GITHUB_URL: site }, () => "");
    if (!reading.ok) throw new Error(reading.problems.join());
    expect(page).toContain(site);
    expect(page).toContain(`\`${reading.config.github.apiUrl}\``);
  }
});

test("where a GitHub of one's own and svc stand in one network, it delivers to svc", () => {
  const hears = (env: Record<string, string>) => {
    const reading = readConfig(env, () => "");
    return reading.ok ? reading.config.github.hears : reading.problems;
  };
  const own = { GITHUB_URL: "https://github.acme.internal" };
  expect(hears({ ...own, PUBLIC_URL: "https://hours.acme.internal" })).toBe("webhook");
  expect(hears({ ...own, PUBLIC_URL: "http://localhost:3000" })).toBe("polling");
  expect(hears({ PUBLIC_URL: "https://hours.acme.internal" })).toBe("polling");
});
