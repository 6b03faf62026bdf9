import { afterAll, expect, test } from "bun:test";
import { answerHeaders } from "../../server/answer-headers.ts";
import { createBrowser, findChromium } from "./browser.ts";

const pages: Record<string, string> = {
  "/script": "<!doctype html><script>alert(1)</script>",
  "/image": '<!doctype html><img src="https://elsewhere.example/x.png" alt="">',
  "/handler": '<!doctype html><img src="/none" alt="" onerror="alert(1)">',
  "/unnamed": "<!doctype html><button></button>",
  "/faint": '<!doctype html><body bgcolor="#777777" text="#888888"><p>Hardly to be read.',
  "/wide": '<!doctype html><html lang="en"><title>x</title><h1>x</h1><svg width="500" height="5"/>',
};
const server = Bun.serve({
  port: 0,
  fetch: ({ url }) =>
    new Response(pages[new URL(url).pathname] ?? "", {
      headers: { ...answerHeaders("http://localhost"), "content-type": "text/html" },
    }),
});
const browser = createBrowser();
afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

test.each([
  ["/script", /^csp: script-src-elem inline/],
  ["/image", /^csp: img-src https:\/\/elsewhere/],
  ["/handler", /^csp: script-src-attr inline/],
])("what the policy of %s stops is complained of", async (path, complaint) => {
  const { complaints, close } = await browser.browse(`http://localhost:${server.port}${path}`);
  expect(complaints()).toContainEqual(expect.stringMatching(complaint));
  await close();
});

test("a page that shuts people out is at fault, on a phone and on a desk", async () => {
  const { faults, close } = await browser.browse(`http://localhost:${server.port}/unnamed`);
  const found = await faults();
  for (const width of [360, 1280]) {
    expect(found).toContainEqual(expect.stringContaining(`light, ${width} wide: button-name:`));
  }
  await close();
});

test("a page that is hard to read is at fault, in both themes", async () => {
  const { faults, close } = await browser.browse(`http://localhost:${server.port}/faint`);
  const found = await faults();
  for (const look of ["light, 360", "dark, 360", "light, 1280", "dark, 1280"]) {
    expect(found).toContainEqual(expect.stringContaining(`${look} wide: color-contrast:`));
  }
  await close();
});

test("a page that is too wide for a phone is at fault there", async () => {
  const { faults, close } = await browser.browse(`http://localhost:${server.port}/wide`);
  const found = (await faults()).filter((fault) => fault.includes("wider"));
  expect(found).toEqual([
    expect.stringContaining("light, 360 wide: the page is"),
    expect.stringContaining("dark, 360 wide: the page is"),
  ]);
  await close();
});

test("a browser that died is started again", async () => {
  const url = `http://localhost:${server.port}/wide`;
  const { context } = await browser.browse(url);
  await context.browser()?.close();
  const { page } = await browser.browse(url);
  expect(await page.title()).toBe("x");
});

test("Chromium is where Debian puts it, or where CHROMIUM says", () => {
  expect(findChromium({}, () => true)).toBe("/usr/bin/chromium");
  expect(findChromium({ CHROMIUM: "/opt/chrome" }, () => true)).toBe("/opt/chrome");
  expect(() => findChromium({}, () => false)).toThrow(/apt-get install chromium/);
  expect(() => findChromium({ CHROMIUM: "/opt/chrome" }, () => false)).toThrow("/opt/chrome");
});
