import axe, { type AxeResults } from "axe-core";
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

export type Look = {
  theme?: "light" | "dark";
  /** In CSS pixels. */
  width?: number;
  /** Off, the page is as for a person who has none; axe cannot look at it then. */
  javaScript?: boolean;
  /** As Accept-Language. */
  language?: string;
  forcedColors?: boolean;
};

export type Visit = Awaited<ReturnType<typeof visit>>;

/** Debian's Chromium, started at the first use; close it when the file's tests are done. */
export function createBrowser() {
  let running: Promise<Browser> | undefined;

  /** Started anew where it was lost: Bun ends all programs of a test that takes too long. */
  async function browser(): Promise<Browser> {
    const before = await running?.catch(() => undefined);
    if (!before?.isConnected()) running = start();
    return running!;
  }

  return {
    /** A window of its own, with no cookies yet. */
    browse: async (url: string, look: Look = {}) => visit(await browser(), url, look),
    async close(): Promise<void> {
      const open = await running?.catch(() => undefined);
      await open?.close();
    },
  };
}

function start(): Promise<Browser> {
  // Fonts as if there were no screen: a line has the same width on every machine with the same fonts.
  const args = ["--font-render-hinting=none", "--force-color-profile=srgb"];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** The path of Chromium, from CHROMIUM or where Debian's package puts it. */
export function findChromium(
  env: Record<string, string | undefined> = process.env,
  exists = existsSync,
): string {
  const places = env.CHROMIUM ? [env.CHROMIUM] : ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const found = places.find((place) => exists(place));
  if (found) return found;
  throw new Error(
    `There is no Chromium at ${places.join(" or ")}: install it (Debian: apt-get install chromium), or set CHROMIUM to the path of a Chromium or Chrome.`,
  );
}

async function visit(browser: Browser, url: string, look: Look) {
  const { theme = "light", width = 1280, javaScript = true, language = "en", forcedColors = false } = look;
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 800 },
    javaScriptEnabled: javaScript,
    locale: language,
    forcedColors: forcedColors ? "active" : "none",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const reports = await record(page, javaScript);
  await page.goto(url);

  /** The same page in another light or window. */
  async function wear(look: { theme: "light" | "dark"; width: number }): Promise<void> {
    await page.emulateMedia({ colorScheme: look.theme });
    await page.setViewportSize({ width: look.width, height: 800 });
  }

  /**
   * What is wrong with the page as it is now, in both themes, on a phone and on a desk: violations, overflow and whatever the
   * browser has complained of.
   */
  async function faults(): Promise<string[]> {
    const found: string[] = [];
    for (const width of [360, 1280]) {
      for (const theme of ["light", "dark"] as const) {
        await wear({ theme, width });
        const [wrong, wider] = [await violations(page, rulesOf(theme)), await overflow(page)];
        if (wider > 0) wrong.push(`the page is ${wider} pixels wider than its window`);
        found.push(...wrong.map((fault) => `${theme}, ${width} wide: ${fault}`));
      }
    }
    await wear({ theme, width });
    return [...found, ...reports];
  }

  async function screenshot(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await page.screenshot({ path, fullPage: true });
  }

  return {
    page,
    context,
    /** What the browser complained of since the window was opened: CSP, scripts, requests, dialogs. */
    complaints: () => [...reports],
    /** What axe-core finds wrong with the page as it is now: of its colours alone where the rest was looked at in light. */
    violations: (theme: "light" | "dark" = "light") => violations(page, rulesOf(theme)),
    /** Pixels that the page is wider than its window. */
    overflow: () => overflow(page),
    faults,
    wear,
    screenshot,
    close: () => context.close(),
  };
}

async function record(page: Page, javaScript: boolean): Promise<string[]> {
  const reports: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      reports.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => reports.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    reports.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // What a page was still loading when it was left, as its icon.
    if (reason !== "net::ERR_ABORTED") reports.push(`request: ${request.url()} ${reason}`);
  });
  if (!javaScript) return reports;
  await page.exposeFunction("__report", (report: string) => reports.push(report));
  await page.addInitScript({
    content: `document.addEventListener("securitypolicyviolation", (violation) =>
      __report("csp: " + violation.violatedDirective + " " + violation.blockedURI));`,
  });
  return reports;
}

type Rules = { type: "tag" | "rule"; values: string[] };

/** WCAG 2.2 at level AA, and what axe-core calls best practice. */
const everyRule: Rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
const colours: Rules = { type: "rule", values: ["color-contrast"] };

/** The themes differ in their colours alone. */
const rulesOf = (theme: "light" | "dark") => (theme === "light" ? everyRule : colours);

async function violations(page: Page, runOnly: Rules): Promise<string[]> {
  // By way of the debugger, which no CSP of the page stands in the way of.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify({ runOnly })})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html} (${node.failureSummary ?? ""})`),
  );
}

function overflow(page: Page): Promise<number> {
  const root = "document.documentElement";
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
}
