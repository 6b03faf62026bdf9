import { canDeliver } from "../config.ts";

/** What svc asks of GitHub, and nothing more. */
export const permissions = {
  issues: "write",
  pull_requests: "write",
  metadata: "read",
  members: "read",
} as const;
export type Permission = keyof typeof permissions;

const mostCharacters = 34;

/** Where the pages of the way to GitHub and back are. */
export const pages = {
  made: "/admin/set-up/github/created",
  installed: "/admin/set-up/github/installed",
  signedIn: "/sign-in/github/callback",
  webhook: "/webhooks/github",
} as const;

/**
 * The App as GitHub is to make it (docs.github.com: registering a GitHub App from a manifest). Made of PUBLIC_URL alone, never of what a
 * request says of its host. Without an address that GitHub can deliver to it has no webhook at all: GitHub refuses one of this machine,
 * and one without address too.
 * @param account the organisation it is for; undefined for somebody's own account.
 */
export function manifestOf(
  publicUrl: string,
  { site, account }: { site: string; account: string | undefined },
) {
  return {
    name: `svc-${account ?? new URL(publicUrl).hostname}`
      .replaceAll(/[^A-Za-z0-9-]+/g, "-")
      .slice(0, mostCharacters)
      .replace(/-+$/, ""),
    url: publicUrl,
    description: "Keeps the hours that are written on issues: /log 2h",
    ...(canDeliver(publicUrl, site) && { hook_attributes: { url: publicUrl + pages.webhook } }),
    redirect_url: publicUrl + pages.made,
    callback_urls: [publicUrl + pages.signedIn],
    setup_url: publicUrl + pages.installed,
    setup_on_update: true,
    public: false,
    request_oauth_on_install: false,
    default_permissions: permissions,
    default_events: ["issue_comment"],
  };
}

/** Where a browser takes the manifest to. */
export function makingAddress(
  site: string,
  account: string | undefined,
  state: string,
): `https://${string}` | `http://${string}` {
  const path = account === undefined ? "settings" : `organizations/${encodeURIComponent(account)}/settings`;
  return `${originOf(site)}/${path}/apps/new?state=${encodeURIComponent(state)}`;
}

/** Where the App is installed, by the address that GitHub gave for it as long as that is on its own site. */
export function installingAddress(site: string, htmlUrl: string, slug: string): string {
  const isTheirs = URL.parse(htmlUrl)?.origin === new URL(site).origin;
  return `${isTheirs ? htmlUrl.replace(/[?#].*$/, "").replace(/\/+$/, "") : `${site}/apps/${slug}`}/installations/new`;
}

/** The permissions that an App lacks. More than what is asked for is enough. */
export function lacking(granted: Record<string, string>): Permission[] {
  const rank = ["", "read", "write", "admin"];
  return (Object.keys(permissions) as Permission[]).filter(
    (name) => rank.indexOf(granted[name] ?? "") < rank.indexOf(permissions[name]),
  );
}

function originOf(site: string): `https://${string}` | `http://${string}` {
  const { protocol, host } = new URL(site);
  return protocol === "http:" ? `http://${host}` : `https://${host}`;
}
