import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createBrowser, type Visit } from "./support/browser.ts";
import { startListening } from "./support/listening.ts";
import { fillPanel } from "./support/panel-data.ts";

// `bun run screenshots [folder] [name]`: every page of the panel, or those whose name begins so, in both themes and on a phone.
const folder = process.argv[2] ?? join(import.meta.dir, "../docs/screenshots");
const only = process.argv[3] ?? "";

/** Names of files and the pages on them. */
const pages: Record<string, string> = {
  overview: "/admin",
  entries: "/admin/entries",
  entry: "/admin/entries/1",
  correction: "/admin/entries/1/correction",
  plans: "/admin/plans",
  issue: "/admin/issues/acme/web/1",
  clients: "/admin/clients",
  "client-form": "/admin/clients/new",
  client: "/admin/clients/1",
  "client-deactivation": "/admin/clients/1/deactivation",
  mappings: "/admin/mappings",
  "mapping-form": "/admin/mappings/new?label=client%3Aglobexx&client=Globex+Corporation",
  "mapping-tester": "/admin/mappings/tester?repository=acme/web&labels=client:globex",
  "mapping-deletion": "/admin/mappings/1/deletion",
  deliveries: "/admin/deliveries",
  delivery: "/admin/deliveries/1",
  "delivery-refused": "/admin/deliveries/5",
  "audit-log": "/admin/audit",
  tokens: "/admin/tokens?of=everybody&state=all",
  "token-form": "/admin/tokens/new",
  "token-revocation": "/admin/tokens/2/revocation",
  sessions: "/admin/sessions",
  "sign-in": "/sign-in",
};
const looks = [
  { suffix: "light", theme: "light", width: 1280 },
  { suffix: "dark", theme: "dark", width: 1280 },
  { suffix: "phone", theme: "light", width: 360 },
  { suffix: "phone-dark", theme: "dark", width: 360 },
] as const;

const svc = await startListening();
await fillPanel(svc);
svc.github.browser.signedIn = "root";
const browser = createBrowser();
mkdirSync(folder, { recursive: true });
const visit = await browser.browse(`${svc.url}/sign-in/github`);
await visit.page.waitForURL(`${svc.url}/admin`);
for (const [name, path] of Object.entries(pages)) {
  if (!name.startsWith(only)) continue;
  const answer = await visit.page.goto(svc.url + path);
  if (answer?.status() !== 200) {
    console.error(`${name}: ${path} answers ${answer?.status()}`);
    process.exitCode = 1;
    continue;
  }
  for (const { suffix, theme, width } of looks) {
    await visit.wear({ theme, width });
    await Bun.write(join(folder, `${name}-${suffix}.webp`), await photograph(visit));
  }
  console.log(name);
}
await browser.close();
await svc.stop();
// The connection that made the database would keep this waiting.
process.exit();

/** The whole page as WebP, a fifth of what a PNG weighs; Playwright itself makes none. */
async function photograph({ page, context }: Visit): Promise<Buffer> {
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 82,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, scale: 1, ...(await sizeOf(page)) },
  });
  await session.detach();
  return Buffer.from(data, "base64");
}

function sizeOf(page: Visit["page"]): Promise<{ width: number; height: number }> {
  return page.evaluate("({ width: innerWidth, height: document.documentElement.scrollHeight })");
}
