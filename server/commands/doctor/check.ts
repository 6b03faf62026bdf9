/** One thing that was looked at. `skipped`: it does not apply here, or cannot be told before something else is put right. */
export type Check = {
  name: string;
  state: "ok" | "failed" | "skipped";
  message: string;
  /** What to do about a failure. */
  fix?: string;
};

export const ok = (name: string, message: string): Check => ({ name, state: "ok", message });
export const skipped = (name: string, message: string): Check => ({ name, state: "skipped", message });
export const failed = (name: string, message: string, fix: string): Check => ({
  name,
  state: "failed",
  message,
  fix,
});

const signs = { ok: "✓", failed: "✗", skipped: "-" };

/** As it is printed: a line for each, and under a failure what to do. */
export function printed(checks: Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(
    ({ name, state, message, fix }) =>
      `${signs[state]} ${name.padEnd(width)}  ${message}${fix === undefined ? "" : `\n  ${" ".repeat(width)}  → ${fix}`}`,
  );
  const wrong = checks.filter(({ state }) => state === "failed").length;
  const sum =
    wrong === 0 ? "Nothing is wrong." : wrong === 1 ? "1 thing is wrong." : `${wrong} things are wrong.`;
  return [...lines, "", sum].join("\n");
}

/** GitHub takes an App's word that is dated up to a minute ahead; svc dates it a minute back. */
const mostSecondsOff = 30;

/** @param offMs by how many milliseconds this machine's clock is ahead of GitHub's. */
export function clockCheck(offMs: number): Check {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const side = offMs > 0 ? "ahead of" : "behind";
  if (seconds <= mostSecondsOff) return ok("Clock", `within ${Math.max(1, seconds)} s of GitHub's`);
  return failed(
    "Clock",
    `${seconds} s ${side} GitHub's`,
    "Have the machine keep its time: timedatectl set-ntp true",
  );
}

const mostHungry = 1024 ** 3;

/** @param free bytes in the place of the data. */
export function diskCheck(free: number, place: string): Check {
  const shown =
    free >= mostHungry ? `${(free / mostHungry).toFixed(1)} GiB` : `${Math.floor(free / 1024 ** 2)} MiB`;
  const message = `${shown} free in ${place}`;
  if (free >= mostHungry) return ok("Disk", message);
  return failed(
    "Disk",
    message,
    "Make room, or move DATA_DIR to a larger disk: at least 1 GiB should be free.",
  );
}

const wanted: Record<string, { level: "read" | "write"; called: string }> = {
  issues: { level: "write", called: "Issues: read and write" },
  pull_requests: { level: "write", called: "Pull requests: read and write" },
  members: { level: "read", called: "Members (organisation): read" },
};

/** Whether an App may do what svc needs of it. @param page the App's own page. */
export function permissionCheck(
  { permissions, events }: { permissions: Record<string, string>; events: string[] },
  { page, hearsByWebhook }: { page: string; hearsByWebhook: boolean },
): Check {
  const missing = Object.entries(wanted)
    .filter(([name, { level }]) => !suffices(permissions[name], level))
    .map(([, { called }]) => called);
  const isDeaf = hearsByWebhook && !events.includes("issue_comment");
  const lacks = [...missing, ...(isDeaf ? ["the event Issue comment"] : [])];
  if (lacks.length === 0) return ok("Permissions", "the App may do what svc needs");
  return failed(
    "Permissions",
    `the App lacks ${lacks.join(", ")}`,
    `Add that in the App's settings (${page}); an owner of each organisation then accepts it.`,
  );
}

function suffices(given: string | undefined, level: "read" | "write"): boolean {
  return given === "write" || given === "admin" || (given === "read" && level === "read");
}
