import { randomBytes } from "node:crypto";
import type { Account } from "./things.ts";

/** How the App is registered: its settings page, as it were. */
export type Registration = {
  id: number;
  clientId: string;
  clientSecret: string;
  slug: string;
  permissions: Record<string, string>;
  events: string[];
  /** Where deliveries are said to go; null where the App has no webhook. */
  hook: { url: string | null; secret: string };
  callbackUrls: string[];
  setUpUrl: string | undefined;
  /** Who made it from a manifest: it is private, and can be installed there alone. */
  owner: Account | undefined;
  /** Manifests that somebody agreed to, by the code that they were sent back with. */
  codes: Map<string, { at: number; hasHook: boolean }>;
};

export type Manifest = {
  name?: string;
  url?: string;
  hook_attributes?: { url?: string; active?: boolean };
  redirect_url?: string;
  callback_urls?: string[];
  setup_url?: string;
  public?: boolean;
  default_permissions?: Record<string, string>;
  default_events?: string[];
};

/** What GitHub has against a manifest. Two of these its documentation does not tell; they are in public reports. */
export function faultOf(manifest: Manifest): string | undefined {
  const { name, url, hook_attributes: hook } = manifest;
  if (!name) return 'Invalid GitHub App configuration: "name" wasn\'t supplied.';
  if (name.length > 34) return "Name is too long (maximum is 34 characters)";
  if (!url || !URL.canParse(url)) return 'Invalid GitHub App configuration: "url" wasn\'t supplied.';
  if (hook && !hook.url) return 'Invalid GitHub App configuration: "url" wasn\'t supplied.';
  if (hook?.url && /^https?:\/\/(localhost|127\.|\[::1\])/.test(hook.url))
    return "Hook url is not supported because it isn't reachable over the public Internet (localhost)";
  return undefined;
}

/** Somebody agrees: the App is made anew of the manifest. Answers with the code to come back with. */
export function register(app: Registration, manifest: Manifest, owner: Account, now: Date): string {
  const { name = "", hook_attributes: hook, callback_urls: callbacks = [], setup_url: setUpUrl } = manifest;
  app.slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  app.permissions = manifest.default_permissions ?? {};
  app.events = manifest.default_events ?? [];
  app.hook.url = hook?.url ?? null;
  app.callbackUrls.splice(0, Infinity, ...callbacks);
  app.setUpUrl = setUpUrl;
  app.owner = owner;
  const code = randomBytes(20).toString("hex");
  app.codes.set(code, { at: now.getTime(), hasHook: hook !== undefined });
  return code;
}
