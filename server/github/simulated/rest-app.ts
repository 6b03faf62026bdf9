import { appKeys } from "./credentials.ts";
import { pageOf } from "./paging.ts";
import { instant } from "./payloads.ts";
import { notFound, Refusal } from "./refusal.ts";
import type { Host, ReceivedRequest, Reply } from "./rest.ts";
import type { Account } from "./things.ts";

const codeLivesMs = 60 * 60 * 1000;
const since = "2026-01-02T03:04:05Z";

/** The App of a manifest, once (docs.github.com: create a GitHub App from a manifest). Whoever has the code is believed. */
export function convertManifest(host: Host, _: ReceivedRequest, [code = ""]: string[]): Reply {
  const { registration: app, now } = host;
  const made = app.codes.get(code);
  app.codes.delete(code);
  if (!made || now().getTime() - made.at >= codeLivesMs) throw notFound();
  const secrets = {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    webhook_secret: made.hasHook ? app.hook.secret : null,
    pem: appKeys().privateKey,
  };
  return { status: 201, body: { ...appJson(host), ...secrets } };
}

/** The App itself (docs.github.com: get the authenticated app). */
export function showApp(host: Host, request: ReceivedRequest): Reply {
  host.credentials.checkApp(request.headers["authorization"]);
  const count = host.world.find.accounts.filter(({ installation }) => installation).length;
  return { status: 200, body: { ...appJson(host), installations_count: count } };
}

export function listInstallations(host: Host, request: ReceivedRequest): Reply {
  host.credentials.checkApp(request.headers["authorization"]);
  const owners = host.world.find.accounts.filter(({ installation }) => installation);
  const { items, headers } = pageOf(host, request, owners);
  return { status: 200, body: items.map((owner) => installationJson(host, owner)), headers };
}

export function showInstallationOf(type: Account["type"]) {
  return (host: Host, request: ReceivedRequest, [login = ""]: string[]): Reply => {
    host.credentials.checkApp(request.headers["authorization"]);
    const owner = host.world.find.account(login);
    if (owner?.type !== type || !owner.installation) throw notFound();
    return { status: 200, body: installationJson(host, owner) };
  };
}

export function showHook(host: Host, request: ReceivedRequest): Reply {
  host.credentials.checkApp(request.headers["authorization"]);
  return { status: 200, body: hookJson(host) };
}

export function changeHook(host: Host, request: ReceivedRequest): Reply {
  host.credentials.checkApp(request.headers["authorization"]);
  const { hook } = host.registration;
  const { url, secret } = (request.body ?? {}) as { url?: unknown; secret?: unknown };
  if (url !== undefined && (typeof url !== "string" || !URL.canParse(url)))
    throw new Refusal(422, "Invalid url");
  if (typeof url === "string") hook.url = url;
  if (typeof secret === "string") hook.secret = secret;
  return { status: 200, body: hookJson(host) };
}

function hookJson({ registration: { hook } }: Host) {
  if (hook.url === null) return {};
  return { content_type: "json", insecure_ssl: "0", secret: "********", url: hook.url };
}

function appJson({ registration: app, payloads, place, bot }: Host) {
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: btoa(`03:App${app.id}`),
    owner: payloads.account(app.owner ?? bot),
    name: app.slug,
    description: "",
    external_url: place.url,
    html_url: `${place.url}/apps/${app.slug}`,
    created_at: since,
    updated_at: since,
    permissions: app.permissions,
    events: app.events,
  };
}

function installationJson({ registration: app, payloads, place, now }: Host, owner: Account) {
  const { id, suspended, permissions } = owner.installation!;
  return {
    id,
    account: payloads.account(owner),
    repository_selection: "all",
    access_tokens_url: `${place.apiUrl}/app/installations/${id}/access_tokens`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: owner.id,
    target_type: owner.type,
    permissions,
    events: app.events,
    single_file_name: null,
    suspended_by: null,
    suspended_at: suspended ? instant(now()) : null,
  };
}
