import { createHash, randomBytes } from "node:crypto";
import type { Credentials } from "./credentials.ts";
import type { ReceivedRequest, Reply } from "./rest.ts";
import type { Account } from "./things.ts";
import type { World } from "./world.ts";

/** Who sits at the browser, and what they do when GitHub asks them whether svc may know who they are. */
export type AtTheBrowser = {
  /** The login with which they are signed in to GitHub; none: GitHub asks. */
  signedIn: string | undefined;
  /** `at once`: they authorized the App before, and are sent back without a question. */
  consent: "at once" | "ask" | "deny";
};

type Settings = {
  world: World;
  credentials: Credentials;
  app: { clientId: string; clientSecret: string };
  /** The callback URLs in the App's settings; with none of them any is taken. */
  callbackUrls: string[];
  browser: AtTheBrowser;
  now: () => Date;
};

type Grant = { person: Account; redirectUri: string | undefined; challenge: string | undefined; at: number };
type Parameters = Record<string, string>;

const codeLivesMs = 10 * 60 * 1000;

/**
 * The part of the site through which people sign in to others' sites (docs.github.com: generating a user access token for a
 * GitHub App; troubleshooting authorization request errors; troubleshooting OAuth app access token request errors).
 */
export function createSignInSite({ world, credentials, app, callbackUrls, browser, now }: Settings) {
  const grants = new Map<string, Grant>();

  function reply(request: ReceivedRequest): Reply {
    const given = { ...request.query, ...formOf(request.body) };
    const route = `${request.method} ${request.path}`;
    if (route === "POST /login/oauth/access_token") return exchange(given, request.headers["accept"] ?? "");
    if (/^(GET|POST) \/login\/oauth\/authorize$/.test(route)) return authorize(given, request.method);
    if (request.path === "/favicon.ico") return page(200, "An icon", "");
    return page(404, "Not Found", "<p>This is not the web page you are looking for.</p>");
  }

  function authorize(given: Parameters, method: string): Reply {
    if (given["client_id"] !== app.clientId) return page(404, "Not Found", "<p>There is no such App.</p>");
    const { redirect_uri: redirectUri, state } = given;
    const back = redirectUri ?? callbackUrls[0];
    if (back === undefined) return page(400, "No callback URL", "<p>The App has none.</p>");
    if (callbackUrls.length > 0 && !callbackUrls.includes(back))
      return sendBack(callbackUrls[0]!, { ...errors.redirect_uri_mismatch, state });
    if (given["code_challenge"] && given["code_challenge_method"] !== "S256")
      return page(400, "Bad Request", "<p>Only S256 is supported.</p>");
    const denied = browser.consent === "deny" || (method === "POST" && given["authorize"] === "0");
    if (denied) return sendBack(back, { ...errors.access_denied, state });
    const chosen = method === "POST" ? given["as"] : atOnce(given);
    if (chosen === undefined) return consentPage(given);
    const person = world.find.account(chosen);
    if (!person) throw new Error(`There is no ${chosen} on this GitHub. Set them up first.`);
    const code = randomBytes(10).toString("hex");
    grants.set(code, { person, redirectUri, challenge: given["code_challenge"], at: now().getTime() });
    return sendBack(back, { code, state });
  }

  function atOnce(given: Parameters): string | undefined {
    const asks = browser.consent === "ask" || given["prompt"] === "select_account";
    return asks ? undefined : browser.signedIn;
  }

  function consentPage(given: Parameters): Reply {
    const { prompt: _prompt, ...kept } = given;
    const people = world.find.accounts.filter(({ type }) => type === "User").map(({ login }) => login);
    const choose = browser.signedIn === undefined || given["prompt"] === "select_account";
    const names = choose ? people : [browser.signedIn!];
    const inputs = Object.entries(kept).map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    );
    const buttons = names.map(
      (name) => `<button name="as" value="${escaped(name)}">Authorize as ${escaped(name)}</button>`,
    );
    const form = `<form method="post" action="/login/oauth/authorize">${inputs.join("")}
      <p>svc would like to know who you are.</p>
      ${buttons.join("\n      ")}
      <button name="authorize" value="0">Cancel</button></form>`;
    return page(200, "Authorize svc", form);
  }

  function exchange(given: Parameters, accept: string): Reply {
    const answer = exchanged(given);
    if (accept.includes("json")) return { status: 200, body: answer };
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(answer)) text.set(name, String(value));
    return {
      status: 200,
      body: text.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    };
  }

  function exchanged(given: Parameters): Record<string, string | number> {
    const { client_id: id, client_secret: secret, code = "", redirect_uri: redirectUri } = given;
    if (id !== app.clientId || secret !== app.clientSecret) return errors.incorrect_client_credentials;
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || now().getTime() - grant.at >= codeLivesMs) return errors.bad_verification_code;
    if (redirectUri !== undefined && redirectUri !== grant.redirectUri) return errors.redirect_uri_mismatch;
    if (grant.challenge !== undefined && !given["code_verifier"]) return errors.verifier_missing;
    if (grant.challenge !== undefined && challengeOf(given["code_verifier"]!) !== grant.challenge)
      return errors.bad_verification_code;
    if (grant.person.emailUnverified) return errors.unverified_user_email;
    return {
      access_token: credentials.issueUserToken(grant.person),
      expires_in: 28_800,
      refresh_token: `ghr_${randomBytes(38).toString("hex")}`,
      refresh_token_expires_in: 15_897_600,
      scope: "",
      token_type: "bearer",
    };
  }

  return reply;
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function sendBack(to: string, given: Record<string, string | undefined>): Reply {
  const url = new URL(to);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return { status: 302, body: "", headers: { location: url.href } };
}

function page(status: number, title: string, body: string): Reply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return { status, body: html, headers: { "content-type": "text/html; charset=utf-8" } };
}

function formOf(body: unknown): Parameters {
  if (typeof body === "string") return Object.fromEntries(new URLSearchParams(body));
  return typeof body === "object" && body !== null ? (body as Parameters) : {};
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const help =
  "/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#bad-verification-code";

const errors = {
  incorrect_client_credentials: {
    error: "incorrect_client_credentials",
    error_description: "The client_id and/or client_secret passed are incorrect.",
    error_uri: help.replace("bad-verification-code", "incorrect-client-credentials"),
  },
  redirect_uri_mismatch: {
    error: "redirect_uri_mismatch",
    error_description: "The redirect_uri MUST match the registered callback URL for this application.",
    error_uri:
      "/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#redirect-uri-mismatch2",
  },
  bad_verification_code: {
    error: "bad_verification_code",
    error_description: "The code passed is incorrect or expired.",
    error_uri: help,
  },
  // Not documented; its words are told of in public reports.
  verifier_missing: {
    error: "invalid_grant",
    error_description:
      "A code_verifier was not included, but the authorization request included a code_challenge. Codes requested with a code_challenge MUST be redeemed with a code_verifier.",
  },
  unverified_user_email: {
    error: "unverified_user_email",
    error_description: "The user must have a verified primary email.",
    error_uri: help.replace("bad-verification-code", "unverified_user_email"),
  },
  access_denied: {
    error: "access_denied",
    error_description: "The user has denied your application access.",
    error_uri: "/apps/building-integrations/troubleshooting-authorization-request-errors/%23access-denied",
  },
};
