import type { Config } from "../../../config.ts";
import { type GitHub, GitHubError } from "../../../github/github.ts";
import { type Check, clockCheck, failed, ok, permissionCheck, skipped } from "../check.ts";

type Needs = { config: Config; github: GitHub; source: "environment" | "stored" | "none" };

/** Anybody would do: that GitHub decides is the question, not how. */
const anybody = { githubId: 583231, login: "octocat" };

/** Whether svc can do with GitHub what it has to: as the App, and in each allowed organisation. Nothing is written there. */
export async function examineHost(
  { config, github, source }: Needs,
  somebody: { githubId: number; login: string } = anybody,
): Promise<Check[]> {
  if (!github.configured) {
    const how = "connect one in the panel, or see README.md";
    return ["GitHub App", "Permissions", "Clock", "Membership"].map((name, place) =>
      skipped(name, place === 0 ? `no GitHub is connected: ${how}` : "no GitHub is connected"),
    );
  }
  return [
    ...(await examineApp({ config, github }, source)),
    ...(await examineMembership({ config, github }, somebody)),
  ];
}

async function examineApp(
  { config, github }: Omit<Needs, "source">,
  source: Needs["source"],
): Promise<Check[]> {
  const sentAt = Date.now();
  try {
    const app = await github.app.show();
    const now = (sentAt + Date.now()) / 2;
    const from = source === "stored" ? "connected in the panel" : "from the settings";
    const hearsByWebhook = config.github.hears === "webhook";
    return [
      ok("GitHub App", `${app.slug} on ${config.github.url}, ${from}`),
      permissionCheck(app, { page: app.htmlUrl, hearsByWebhook }),
      // GitHub's date has whole seconds.
      app.asOf === null
        ? skipped("Clock", "GitHub told no time")
        : clockCheck(now - app.asOf.getTime() - 500),
    ];
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const unknown = "not before the App can be used";
    return [
      failed(
        "GitHub App",
        error.message,
        error.kind === "unavailable" || error.kind === "rate_limited"
          ? "Try again later. If it stays so, check that this machine reaches GITHUB_API_URL."
          : "Check GITHUB_APP_ID and the private key; make a new key in the App's settings if in doubt. A clock that is a minute off looks the same.",
      ),
      skipped("Permissions", unknown),
      skipped("Clock", unknown),
    ];
  }
}

async function examineMembership(
  { config, github }: Omit<Needs, "source">,
  somebody: { githubId: number; login: string },
): Promise<Check[]> {
  if (config.allowedOrgs.length === 0) {
    const fix = "Set ALLOWED_ORGS to the organisations whose members may log hours.";
    return [failed("Membership", "no organisation is allowed, so every comment is ignored", fix)];
  }
  return Promise.all(
    config.allowedOrgs.map(async (org) => {
      const name = `Membership of ${org}`;
      try {
        await github.membership(org, somebody);
        return ok(name, "GitHub says who belongs");
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        return failed(name, "GitHub does not say who belongs, so nobody of it can log hours", error.message);
      }
    }),
  );
}
