import type { Account } from "./things.ts";

/** Where things are, and the App through which our own comments come. */
export type Place = { apiUrl: string; url: string; app: { id: number; clientId: string; slug: string } };

/** GitHub's JSON for people, bots, organisations and the App. */
export function createAccountPayloads({ apiUrl, url, app }: Place) {
  function account({ id, login, type }: Account) {
    const self = `${apiUrl}/users/${encodeURIComponent(login)}`;
    return {
      login,
      id,
      node_id: nodeId(type, id),
      avatar_url: `${url}/avatars/u/${id}?v=4`,
      gravatar_id: "",
      url: self,
      html_url: `${url}/${type === "Bot" ? `apps/${login.replace("[bot]", "")}` : login}`,
      followers_url: `${self}/followers`,
      following_url: `${self}/following{/other_user}`,
      gists_url: `${self}/gists{/gist_id}`,
      starred_url: `${self}/starred{/owner}{/repo}`,
      subscriptions_url: `${self}/subscriptions`,
      organizations_url: `${self}/orgs`,
      repos_url: `${self}/repos`,
      events_url: `${self}/events{/privacy}`,
      received_events_url: `${self}/received_events`,
      type,
      site_admin: false,
    };
  }

  function organization({ id, login }: Account) {
    const self = `${apiUrl}/orgs/${login}`;
    return {
      login,
      id,
      node_id: nodeId("Organization", id),
      url: self,
      repos_url: `${self}/repos`,
      events_url: `${self}/events`,
      hooks_url: `${self}/hooks`,
      issues_url: `${self}/issues`,
      members_url: `${self}/members{/member}`,
      public_members_url: `${self}/public_members{/member}`,
      avatar_url: `${url}/avatars/u/${id}?v=4`,
      description: "",
    };
  }

  function integration(owner: Account) {
    return {
      id: app.id,
      client_id: app.clientId,
      slug: app.slug,
      node_id: nodeId("App", app.id),
      owner: account(owner),
      name: app.slug,
      description: "",
      external_url: url,
      html_url: `${url}/apps/${app.slug}`,
      created_at: "2026-01-02T03:04:05Z",
      updated_at: "2026-01-02T03:04:05Z",
      permissions: { issues: "write", members: "read", metadata: "read", pull_requests: "write" } as const,
      events: ["issue_comment"],
    };
  }

  return { account, organization, integration };
}

/** The other id that GitHub gives everything. */
export function nodeId(kind: string, id: number): string {
  return btoa(`0${kind.length}:${kind}${id}`);
}
