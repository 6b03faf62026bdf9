const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
];
const systems: [name: string, sign: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** A browser as its owner knows it, e.g. `Firefox on Linux`; undefined where the header tells neither. */
export function browserName(userAgent: string | null): string | undefined {
  const [browser, system] = [browsers, systems].map(
    (kinds) => kinds.find(([, sign]) => sign.test(userAgent ?? ""))?.[0],
  );
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system;
}
