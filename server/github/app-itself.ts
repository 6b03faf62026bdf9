import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";

/** The App as GitHub knows it. */
export type AppFacts = {
  id: number;
  slug: string;
  /** The App's own page. */
  htmlUrl: string;
  clientId: string | null;
  /** E.g. `{ issues: "write" }`. */
  permissions: Record<string, string>;
  events: string[];
  /** When GitHub answered, by its own clock; null where it did not say. */
  asOf: Date | null;
};

/** An account that installed the App. */
export type Installed = { id: number; account: string; isSuspended: boolean };

/** What the App may ask about itself. Each call may throw a GitHubError. */
export type AppItself = {
  show(): Promise<AppFacts>;
  /** Where it is installed, the first thousand of them. */
  installations(): Promise<Installed[]>;
  /** Where GitHub delivers to; null where nowhere. */
  hookUrl(): Promise<string | null>;
  /** Has GitHub deliver to an address, signed with the secret, from now on. */
  setHook(hook: { url: string; secret: string }): Promise<void>;
};

const mostPages = 10;
const mostBytes = 8 * 1024 * 1024;

export function connectAppItself(caller: Caller): AppItself {
  return {
    async show() {
      const { data, headers } = await caller.asApp({
        to: "say which App this is",
        route: "GET /app",
        parameters: {},
      });
      const [id, slug, htmlUrl, clientId] = ["id", "slug", "html_url", "client_id"].map((name) =>
        at(data, name),
      );
      if (!isId(id) || typeof slug !== "string" || !isName(slug) || typeof htmlUrl !== "string")
        throw unreadable("which App this is");
      const [permissions, events] = [at(data, "permissions"), at(data, "events")];
      const date = new Date(headers.get("date") ?? "");
      return {
        id,
        slug,
        htmlUrl,
        clientId: typeof clientId === "string" ? clientId : null,
        permissions: typeof permissions === "object" ? ({ ...permissions } as Record<string, string>) : {},
        events: Array.isArray(events) ? events.map(String) : [],
        asOf: isNaN(date.getTime()) ? null : date,
      };
    },
    async installations() {
      const found: Installed[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const { data } = await caller.asApp({
          to: "say where the App is installed",
          route: "GET /app/installations",
          parameters: { per_page: 100, page },
          mostBytes,
        });
        if (!Array.isArray(data)) throw unreadable("where the App is installed");
        found.push(...data.map(installedOf).filter((one) => one !== undefined));
        if (data.length < 100) break;
      }
      return found;
    },
    async hookUrl() {
      const { status, data } = await caller.asApp({
        to: "say where it delivers to",
        route: "GET /app/hook/config",
        parameters: {},
        decisive: [404],
      });
      const url = status === 404 ? undefined : at(data, "url");
      return typeof url === "string" && url !== "" ? url : null;
    },
    async setHook({ url, secret }) {
      await caller.asApp({
        to: "deliver to svc",
        route: "PATCH /app/hook/config",
        parameters: {},
        body: { url, secret, content_type: "json", insecure_ssl: "0" },
      });
    },
  };
}

function installedOf(item: unknown): Installed | undefined {
  const [id, account] = [at(item, "id"), at(item, "account", "login")];
  if (!isId(id) || typeof account !== "string" || !isName(account)) return undefined;
  return { id, account, isSuspended: typeof at(item, "suspended_at") === "string" };
}

function unreadable(what: string): GitHubError {
  return new GitHubError("unavailable", `GitHub's answer on ${what} is unreadable.`);
}
