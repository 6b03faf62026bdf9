import { faultOf, type Manifest, register, type Registration } from "./registration.ts";
import type { ReceivedRequest, Reply } from "./rest.ts";
import type { AtTheBrowser } from "./sign-in.ts";
import type { Account } from "./things.ts";
import type { World } from "./world.ts";

type Settings = { world: World; app: Registration; browser: AtTheBrowser; now: () => Date };

/** Whether the pages of this file are asked for. */
export function isAppPage(path: string): boolean {
  return /^\/(organizations\/[^/]+\/)?settings\/apps(\/new)?$|^\/apps\/[^/]+\/installations\/new$/.test(path);
}

/**
 * The part of the site on which Apps are made and installed (docs.github.com: registering a GitHub App from a manifest). Who sits at the
 * browser has to press GitHub's own buttons.
 */
export function createAppPages({ world, app, browser, now }: Settings) {
  return (request: ReceivedRequest): Reply => {
    const { method, path } = request;
    const given = { ...request.query, ...formOf(request.body) };
    const person = world.find.account(browser.signedIn ?? "");
    if (!person) return page(200, "Sign in to GitHub", "<p>Nobody is signed in.</p>");
    const [, org] = /^\/organizations\/([^/]+)\//.exec(path) ?? [];
    const owner = org === undefined ? person : world.find.account(decodeURIComponent(org));
    if (!owner || (org !== undefined && owner.members.get(person.id)?.role !== "admin"))
      return page(404, "Not Found", "<p>This is not the web page you are looking for.</p>");
    if (path.endsWith("/installations/new")) return install(method, app.owner ?? owner);
    if (method !== "POST")
      return page(404, "Not Found", "<p>This is not the web page you are looking for.</p>");
    return path.endsWith("/new") ? ask(path, given) : make(given, owner);
  };

  function ask(path: string, given: Record<string, string>): Reply {
    const manifest = manifestIn(given["manifest"]);
    const fault = manifest ? faultOf(manifest) : "Invalid GitHub App configuration: it is not JSON.";
    if (!manifest || fault)
      return page(422, "Invalid GitHub App configuration", `<p>${escaped(fault ?? "")}</p>`);
    const hidden = ["manifest", "state"].map(
      (name) => `<input type="hidden" name="${name}" value="${escaped(given[name] ?? "")}">`,
    );
    const form = `<form method="post" action="${path.replace(/\/new$/, "")}">${hidden.join("")}
      <label>GitHub App name <input name="name" value="${escaped(manifest.name ?? "")}"></label>
      <button>Create GitHub App</button></form>`;
    return page(200, "Create GitHub App", form);
  }

  function make(given: Record<string, string>, owner: Account): Reply {
    const manifest = manifestIn(given["manifest"]);
    if (!manifest?.redirect_url || faultOf(manifest))
      return page(422, "Invalid GitHub App configuration", "");
    const name = given["name"] || manifest.name;
    const code = register(app, { ...manifest, ...(name && { name }) }, owner, now());
    return leadTo(manifest.redirect_url, { code, state: given["state"] });
  }

  function install(method: string, owner: Account): Reply {
    if (method !== "POST") {
      const form = `<form method="post"><p>Install on ${escaped(owner.login)}</p><button>Install</button></form>`;
      return page(200, `Install ${app.slug}`, form);
    }
    const permissions = app.permissions as Record<string, "read" | "write">;
    const id = world.install(owner.login, permissions);
    const back = { installation_id: String(id), setup_action: "install" };
    return app.setUpUrl ? leadTo(app.setUpUrl, back) : page(200, "Installed", "");
  }
}

function manifestIn(text = ""): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined;
  }
}

function leadTo(address: string, given: Record<string, string | undefined>): Reply {
  const url = new URL(address);
  for (const [name, value] of Object.entries(given)) if (value) url.searchParams.set(name, value);
  return { status: 302, body: "", headers: { location: url.href } };
}

function page(status: number, title: string, body: string): Reply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
  return { status, body: html, headers: { "content-type": "text/html; charset=utf-8" } };
}

function formOf(body: unknown): Record<string, string> {
  return typeof body === "string" ? Object.fromEntries(new URLSearchParams(body)) : {};
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
