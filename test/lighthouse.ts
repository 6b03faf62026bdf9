import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createBrowser, findChromium } from "./support/browser.ts";
import { startListening } from "./support/listening.ts";
import { fillPanel } from "./support/panel-data.ts";

// `bun run lighthouse`: what Lighthouse says of the pages that are opened most, as a phone and as a desk. It is fetched by npx;
// ends with 1 where a score is below 95.
const lighthouse = ["npx", "-y", "lighthouse@12.8.2"];
const paths = ["/admin", "/admin/entries", "/admin/clients", "/admin/mappings", "/admin/mappings/new"];
const categories = ["performance", "accessibility", "best-practices"] as const;
const least = 95;

type Report = { categories: Record<(typeof categories)[number], { score: number }> };

const svc = await startListening();
await fillPanel(svc);
svc.github.browser.signedIn = "root";
const folder = mkdtempSync(join(tmpdir(), "svc-lighthouse-"));
await Bun.write(join(folder, "headers.json"), JSON.stringify({ Cookie: await signedInCookie() }));
console.log(`| page | as | ${categories.join(" | ")} |`);
for (const path of paths) {
  for (const as of ["phone", "desk"]) {
    const scores = await judge(path, as);
    if (scores.some((score) => score < least)) process.exitCode = 1;
    console.log(`| \`${path}\` | ${as} | ${scores.join(" | ")} |`);
  }
}
rmSync(folder, { recursive: true });
await svc.stop();
process.exit();

async function signedInCookie(): Promise<string> {
  const browser = createBrowser();
  const { page, context } = await browser.browse(`${svc.url}/sign-in/github`);
  await page.waitForURL(`${svc.url}/admin`);
  const cookies = await context.cookies();
  await browser.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function judge(path: string, as: string): Promise<number[]> {
  const output = join(folder, "report.json");
  const child = Bun.spawn(
    [
      ...lighthouse,
      svc.url + path,
      "--quiet",
      "--chrome-flags=--headless=new --no-sandbox",
      `--extra-headers=${join(folder, "headers.json")}`,
      `--only-categories=${categories.join(",")}`,
      "--output=json",
      `--output-path=${output}`,
      ...(as === "desk" ? ["--preset=desktop"] : []),
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, stdout: "ignore", stderr: "inherit" },
  );
  if ((await child.exited) !== 0) throw new Error(`Lighthouse could not judge ${path}.`);
  const report = (await Bun.file(output).json()) as Report;
  return categories.map((category) => Math.round(report.categories[category].score * 100));
}
