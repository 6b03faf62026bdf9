import type { Log } from "../log.ts";
import { type Answer, at, isId, isName } from "./answer.ts";
import type { Fetch } from "./bounded-fetch.ts";
import { connectExchange, type Asked, type Exchange } from "./exchange.ts";
import { errorFromAnswer, errorFromSilence, type Errand, GitHubError } from "./github-error.ts";

/** Signing people in with the GitHub App's web flow (D22). */
export type SignIn = {
  /** Whether the App's client id and secret were given. Without them `identify` throws `not_configured`. */
  configured: boolean;
  /** Where to send the browser. With `chooseAccount` GitHub asks which of their accounts somebody means. */
  addressFor(asked: {
    state: string;
    /** SHA-256 of the verifier, in base64url (PKCE). */
    challenge: string;
    redirectUri: string;
    chooseAccount?: boolean;
  }): string;
  /**
   * Who came back with this code: a person's numeric id and their login now. Their token is used for this one question and kept nowhere.
   * @throws GitHubError; `code` is the name that GitHub has for what it refused, or `not_a_person`.
   */
  identify(back: { code: string; verifier: string; redirectUri: string }): Promise<Person>;
};

type Person = { githubId: number; login: string };

export type SignInSettings = {
  /** The site people see; Enterprise Server answers there too. */
  url: string;
  apiUrl: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  fetch: Fetch;
  timeoutMs: number;
  now: () => Date;
  log: Log;
};

const exchanging = { to: "say who came back from signing in", setting: "GITHUB_URL" };
const asking = { to: "say whose account somebody signed in with" };
const mostBytes = 64 * 1024;

export function connectSignIn({ url, apiUrl, clientId, clientSecret, now, ...to }: SignInSettings): SignIn {
  const site = connectExchange({ ...to, apiUrl: url });
  const api = connectExchange({ ...to, apiUrl });

  const addressFor: SignIn["addressFor"] = ({ state, challenge, redirectUri, chooseAccount }) => {
    const query = new URLSearchParams({
      client_id: clientId ?? "",
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...(chooseAccount && { prompt: "select_account" }),
    });
    return `${url}/login/oauth/authorize?${query}`;
  };

  const identify: SignIn["identify"] = async ({ code, verifier, redirectUri }) => {
    if (!clientId || !clientSecret) throw notConfigured();
    const exchanged = await ask(site, exchanging, {
      route: "POST /login/oauth/access_token",
      accept: "application/json",
      parameters: {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      },
    });
    const token = tokenIn(exchanged, now());
    const answer = await ask(api, asking, {
      route: "GET /user",
      authorization: `bearer ${token}`,
      parameters: {},
    });
    return personIn(answer, now());
  };

  return { configured: Boolean(clientId && clientSecret), addressFor, identify };
}

function ask(exchange: Exchange, errand: Errand, asked: Asked): Promise<Answer> {
  return exchange.ask({ ...asked, mostBytes }).catch((error: unknown) => {
    throw errorFromSilence(errand, error);
  });
}

/** GitHub tells most of what is wrong with status 200 and an `error`. */
function tokenIn(answer: Answer, now: Date): string {
  const { status, data } = answer;
  const token = at(data, "access_token");
  const error = at(data, "error");
  const isRefusal = error !== undefined && status < 500 && status !== 429;
  // A client id that GitHub does not know is answered with 404.
  if (status === 404 || status === 401) throw refusal("incorrect_client_credentials", status);
  if (isRefusal) throw refusal(typeof error === "string" ? error : "", status);
  if (status !== 200) throw errorFromAnswer(exchanging, answer, now);
  if (typeof token === "string" && /^[\x21-\x7e]{1,2000}$/.test(token)) return token;
  throw unreadable(status);
}

function personIn(answer: Answer, now: Date): Person {
  const { status, data } = answer;
  if (status === 401) {
    const message = "GitHub does not accept the token that it gave out a moment before.";
    throw new GitHubError("unavailable", message, { status });
  }
  if (status !== 200) throw errorFromAnswer(asking, answer, now);
  const [githubId, login, type] = [at(data, "id"), at(data, "login"), at(data, "type")];
  if (!isId(githubId) || typeof login !== "string" || !isName(login)) throw unreadable(status);
  if (type === "User") return { githubId, login };
  throw new GitHubError("refused", `${login} is not a person's account.`, { status, code: "not_a_person" });
}

/** docs.github.com: troubleshooting OAuth app access token request errors. */
const remedies: Record<string, string> = {
  bad_verification_code: "The code was used before or is too old: the person signs in once more.",
  incorrect_client_credentials: "Check that GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are the App's.",
  redirect_uri_mismatch: "Add PUBLIC_URL/sign-in/github/callback to the App's callback URLs.",
  unverified_user_email: "The person confirms their e-mail address at GitHub.",
};

function refusal(error: string, status: number): GitHubError {
  const code = /^[a-z_]{1,60}$/.test(error) ? error : "unknown_error";
  const remedy = remedies[code] ?? "";
  return new GitHubError("refused", `GitHub refused to ${exchanging.to} (${code}). ${remedy}`.trim(), {
    status,
    code,
  });
}

function unreadable(status: number): GitHubError {
  return new GitHubError("unavailable", "GitHub's answer to a sign-in is unreadable.", { status });
}

function notConfigured(): GitHubError {
  return new GitHubError(
    "not_configured",
    "Signing in with GitHub is not set up: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.",
  );
}
