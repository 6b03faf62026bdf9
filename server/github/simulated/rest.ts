import type { Deliveries } from "./deliveries.ts";
import { listDeliveries, repeatDelivery, showDelivery } from "./rest-deliveries.ts";
import { listAllComments, listRepositories } from "./rest-repositories.ts";
import { createComment, listComments, showIssue, showRepository } from "./rest-issues.ts";
import type { Credentials } from "./credentials.ts";
import type { Place } from "./account-payloads.ts";
import { instant, type Payloads } from "./payloads.ts";
import {
  changeHook,
  convertManifest,
  listInstallations,
  showApp,
  showHook,
  showInstallationOf,
} from "./rest-app.ts";
import type { Registration } from "./registration.ts";
import { inaccessible, notFound, Refusal, suspended } from "./refusal.ts";
import type { Account, Comment } from "./things.ts";
import type { World } from "./world.ts";

/** A request as it came in. */
export type ReceivedRequest = {
  method: string;
  /** Below the REST root; where `onSite`, the whole of it. */
  path: string;
  /** Asked of the site that people see, not of the REST API. */
  onSite: boolean;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Parsed where it is JSON. */
  body: unknown;
  at: Date;
  /** What it was answered, where no arranged fault struck. */
  status?: number;
};

export type Host = {
  world: World;
  payloads: Payloads;
  credentials: Credentials;
  place: Place;
  registration: Registration;
  /** Who comments when the App does. */
  bot: Account;
  now: () => Date;
  /** Told of each comment that comes in through the API. */
  commented(comment: Comment): void;
  deliveries: Deliveries;
  /** The site that people see. */
  site(request: ReceivedRequest): Reply;
};

export type Reply = { status: number; body: unknown; headers?: Record<string, string> };
export type Handler = (host: Host, request: ReceivedRequest, parts: string[]) => Reply;

/** What GitHub would answer. */
export function replyTo(host: Host, request: ReceivedRequest): Reply {
  if (request.onSite) return host.site(request);
  try {
    if (!request.headers["user-agent"]) throw new Refusal(403, administrativeMessage);
    for (const [pattern, handler] of routes) {
      const match = pattern.exec(`${request.method} ${request.path}`);
      if (match)
        return handler(
          host,
          request,
          match.slice(1).map((part) => decodeURIComponent(part ?? "")),
        );
    }
    throw notFound();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, headers, more } = error;
    const documentation = { documentation_url: "https://docs.github.com/rest", status: String(status) };
    return { status, body: { message, ...more, ...documentation }, headers };
  }
}

const administrativeMessage =
  "Request forbidden by administrative rules. Please make sure your request has a User-Agent header";

const repositoryPath = String.raw`/(?:repos/([^/]+/[^/]+)|repositories/(\d+))`;
const issuePath = String.raw`${repositoryPath}/issues/(\d+)`;
const routes: [RegExp, Handler][] = [
  [/^POST \/app\/installations\/(\d+)\/access_tokens$/, createToken],
  [/^GET \/app\/hook\/deliveries$/, listDeliveries],
  [/^GET \/app\/hook\/deliveries\/(\d+)$/, showDelivery],
  [/^POST \/app\/hook\/deliveries\/(\d+)\/attempts$/, repeatDelivery],
  [/^GET \/installation\/repositories$/, listRepositories],
  [/^GET \/app$/, showApp],
  [/^GET \/app\/installations$/, listInstallations],
  [/^GET \/app\/hook\/config$/, showHook],
  [/^PATCH \/app\/hook\/config$/, changeHook],
  [/^POST \/app-manifests\/([^/]+)\/conversions$/, convertManifest],
  [/^GET \/orgs\/([^/]+)\/installation$/, showInstallationOf("Organization")],
  [/^GET \/users\/([^/]+)\/installation$/, showInstallationOf("User")],
  [/^GET \/orgs\/([^/]+)\/memberships\/([^/]+)$/, showMembership],
  [/^GET \/user$/, showOneself],
  [/^GET \/user\/(\d+)$/, showUser],
  [/^GET \/repositories\/(\d+)$/, showRepository],
  [new RegExp(`^GET ${repositoryPath}/issues/comments$`), listAllComments],
  [new RegExp(`^GET ${issuePath}$`), showIssue],
  [new RegExp(`^GET ${issuePath}/comments$`), listComments],
  [new RegExp(`^POST ${issuePath}/comments$`), createComment],
];

function createToken({ world, credentials }: Host, request: ReceivedRequest, [id]: string[]): Reply {
  credentials.checkApp(request.headers["authorization"]);
  const owner = world.find.installationOwner(Number(id));
  if (!owner?.installation) throw notFound();
  if (owner.installation.suspended) throw suspended();
  const { token, expiresAt } = credentials.issueToken(owner, owner.installation);
  const { permissions } = owner.installation;
  const body = { token, expires_at: instant(expiresAt), permissions, repository_selection: "all" };
  return { status: 201, body };
}

function showMembership(host: Host, request: ReceivedRequest, [orgLogin = "", login = ""]: string[]): Reply {
  const { world, credentials, payloads, place } = host;
  const asking = credentials.checkToken(request.headers["authorization"]);
  const org = world.find.account(orgLogin);
  if (org?.type !== "Organization") throw notFound();
  if (org.id !== asking.id || !asking.installation?.permissions["members"]) throw inaccessible();
  const person = world.find.account(login);
  const member = person && org.members.get(person.id);
  if (!member) throw notFound();
  const body = {
    url: `${place.apiUrl}/orgs/${org.login}/memberships/${person.login}`,
    state: member.state,
    role: member.role,
    direct_membership: true,
    organization_url: `${place.apiUrl}/orgs/${org.login}`,
    organization: payloads.organization(org),
    user: payloads.account(person),
  };
  return { status: 200, body };
}

function showUser({ world, credentials, payloads }: Host, request: ReceivedRequest, [id]: string[]): Reply {
  credentials.checkToken(request.headers["authorization"]);
  const person = world.find.accountById(Number(id));
  if (!person) throw notFound();
  return { status: 200, body: payloads.account(person) };
}

function showOneself({ credentials, payloads, now }: Host, request: ReceivedRequest): Reply {
  const person = credentials.checkUserToken(request.headers["authorization"]);
  const since = instant(now());
  const profile = {
    name: null,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
  };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  return {
    status: 200,
    body: { ...payloads.account(person), ...profile, ...counts, created_at: since, updated_at: since },
  };
}
