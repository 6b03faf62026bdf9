import { apiOf, canDeliver } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { connectGitHub, GitHubError } from "../../github/github.ts";
import { type By, newSecret, store } from "../actions.ts";
import { pages } from "../manifest.ts";
import { inEnvironment } from "../refusals.ts";
import type { GivenApp, TypedProblem } from "../typed.ts";

type World = Pick<Deps, "config" | "connection" | "db" | "log">;

/**
 * Connects an App that is there already. GitHub is asked with its key first, so that nothing is stored that does not work.
 * @returns what GitHub has against it, by field; `refused` with its reason where it is of none.
 */
export async function connectExisting(
  world: World,
  by: By,
  given: GivenApp,
): Promise<{ done: true } | { problems: TypedProblem[]; reason?: string }> {
  const { config, connection, log } = world;
  if (connection.source() === "environment") throw inEnvironment();
  const { site, appId, clientId, clientSecret, privateKey } = given;
  const webhookSecret = given.webhookSecret ?? newSecret();
  const apiUrl = apiOf(site);
  const secrets = { privateKey, webhookSecret, clientSecret };
  const github = connectGitHub({ apiUrl, url: site, appId, clientId, ...secrets, hears: "polling" }, { log });
  try {
    const facts = await github.app.show();
    if (String(facts.id) !== appId) return { problems: [{ field: "app_id", code: "another_app" }] };
    if (facts.clientId !== null && facts.clientId !== clientId)
      return { problems: [{ field: "client_id", code: "another_app" }] };
    if (await isWrongSecret(github, config.publicUrl))
      return { problems: [{ field: "client_secret", code: "another_app" }] };
    const delivers = (await github.app.hookUrl()) === config.publicUrl + pages.webhook;
    const isHeard = delivers && given.webhookSecret !== undefined && canDeliver(config.publicUrl, site);
    await store(world, by, {
      appId: facts.id,
      slug: facts.slug,
      htmlUrl: facts.htmlUrl,
      clientId,
      siteUrl: site,
      apiUrl,
      hears: isHeard ? "webhook" : "polling",
      webhookSetAt: null,
      secrets,
    });
    return { done: true };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const isKey = error.status === 401 || error.status === 404 || error.kind === "not_configured";
    return { problems: [{ field: isKey ? "private_key" : "", code: "refused" }], reason: error.message };
  }
}

/** Asked with a code that nobody was given: GitHub looks at the client's own credentials first. */
async function isWrongSecret(github: ReturnType<typeof connectGitHub>, publicUrl: string): Promise<boolean> {
  const back = { code: "none", verifier: "none", redirectUri: publicUrl + pages.signedIn };
  const answer = await github.signIn.identify(back).catch((error: unknown) => error);
  return answer instanceof GitHubError && answer.code === "incorrect_client_credentials";
}
