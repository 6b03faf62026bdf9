/** Starts the browser of this machine on an address, which must be a web page's. @returns false where none could be started. */
export async function openBrowser(
  address: string,
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  if (!/^https?:\/\//.test(address)) return false;
  // Without a screen, xdg-open would start a browser made of text in the middle of a question.
  if (platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) return false;
  try {
    // oxlint-disable-next-line no-restricted-properties -- the person's own browser, by a fixed name and without a shell
    const started = Bun.spawn([...openers(platform), address], { stdio: ["ignore", "ignore", "ignore"] });
    const code = await Promise.race([started.exited, Bun.sleep(1000)]);
    started.unref();
    return code === undefined || code === 0;
  } catch {
    return false;
  }
}

function openers(platform: NodeJS.Platform): string[] {
  if (platform === "darwin") return ["open"];
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"];
}
