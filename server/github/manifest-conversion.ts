import type { Log } from "../log.ts";
import { at, isId, isName } from "./answer.ts";
import { readPrivateKey } from "./app-jwt.ts";
import type { Fetch } from "./bounded-fetch.ts";
import { connectExchange } from "./exchange.ts";
import { errorFromAnswer, errorFromSilence, GitHubError } from "./github-error.ts";

/** An App that GitHub has just made of a manifest, with everything that it gives out once. */
export type MadeApp = {
  appId: number;
  slug: string;
  htmlUrl: string;
  clientId: string;
  clientSecret: string;
  privateKey: string;
  /** Null where the App was made without a webhook. */
  webhookSecret: string | null;
};

/** The code is good for an hour and once; it stands in no error and no log, since whoever has it gets the key. */
const errand = { to: "hand over the App that it has made", setting: "the address of the code host" };

/** Exchanges the code with which GitHub sends somebody back for the App that they made. @throws GitHubError */
export async function convertManifest(
  { apiUrl, log, fetch = globalThis.fetch as Fetch, now = () => new Date(), timeoutMs = 10_000 }: To,
  code: string,
): Promise<MadeApp> {
  const exchange = connectExchange({ apiUrl, fetch, timeoutMs, log });
  const route = "POST /app-manifests/{code}/conversions";
  const answer = await exchange.ask({ route, parameters: { code } }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw errorFromSilence(errand, Object.assign(new Error("it could not be reached."), { code }));
  });
  const { status, data } = answer;
  if (status === 404) {
    const message =
      "GitHub does not know the code that it sent: it was used before, or is older than an hour.";
    throw new GitHubError("refused", message, { status });
  }
  if (status !== 201 && status !== 200) throw errorFromAnswer(errand, answer, now());
  const text = (name: string) => {
    const value = at(data, name);
    return typeof value === "string" ? value : "";
  };
  const [appId, slug, privateKey] = [at(data, "id"), text("slug"), text("pem")];
  const isWhole = isId(appId) && isName(slug) && text("client_id") !== "" && text("client_secret") !== "";
  if (!isWhole || !isUsable(privateKey)) {
    throw new GitHubError("unavailable", "GitHub's answer on the App that it made is unreadable.", {
      status,
    });
  }
  return {
    appId,
    slug,
    privateKey,
    htmlUrl: text("html_url"),
    clientId: text("client_id"),
    clientSecret: text("client_secret"),
    webhookSecret: text("webhook_secret") || null,
  };
}

type To = { apiUrl: string; log: Log; fetch?: Fetch; now?: () => Date; timeoutMs?: number };

function isUsable(pem: string): boolean {
  try {
    readPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}
