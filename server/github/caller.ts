import { createAppAuth } from "@octokit/auth-app";
import type { Log } from "../log.ts";
import type { Answer } from "./answer.ts";
import { appJwt, readPrivateKey } from "./app-jwt.ts";
import type { Fetch } from "./bounded-fetch.ts";
import { answerWithin, connectExchange, reasonOf } from "./exchange.ts";
import { errorFromAnswer, errorFromSilence, type Errand } from "./github-error.ts";
import { movedTo } from "./repository-move.ts";

export type Question = Errand & {
  /** Method and path template as GitHub documents them, e.g. `GET /orgs/{org}/installation`. */
  route: string;
  parameters: Record<string, string | number>;
  /** See Asked. */
  body?: Record<string, string>;
  /** Statuses beside 2xx that are an answer to the question. */
  decisive?: number[];
  mostBytes?: number;
  /** Of an answer that is known: 304 is the answer where it is the same, and costs nothing of the hour's allowance. */
  etag?: string | undefined;
};

/** Asks GitHub. Every failure, and every status that is no answer to the question, is thrown as a GitHubError. */
export type Caller = {
  /** As the App itself: about its installations. */
  asApp(question: Question): Promise<Answer>;
  /** As the App within one account that installed it: everything else. */
  asInstallation(installationId: number, question: Question): Promise<Answer>;
};

export type CallerSettings = {
  apiUrl: string;
  appId: string;
  privateKey: string;
  fetch: Fetch;
  timeoutMs: number;
  now: () => Date;
  log: Log;
};

/** An installation's token lives an hour. It is renewed before that, for requests that take their time. */
const renewAfterMs = 50 * 60 * 1000;

/** Throws what is wrong with the private key. Nothing is asked yet. */
export function connectCaller({ appId, privateKey, now, log, ...to }: CallerSettings): Caller {
  const key = readPrivateKey(privateKey);
  const exchange = connectExchange({ ...to, log });
  const auth = createAppAuth({
    appId,
    createJwt: async (id) => appJwt(id, key, now()),
    request: exchange.octokit,
    log: { warn: (message: string) => log.warn(message) },
  });

  async function asApp(question: Question): Promise<Answer> {
    const { token } = await auth({ type: "app" });
    return answerTo(question, await send(question, `bearer ${token}`));
  }

  async function asInstallation(installationId: number, question: Question): Promise<Answer> {
    const token = await tokenFor(installationId, question);
    let answer = await send(question, `token ${token}`);
    // A token can end before its time. A request that was not let in did nothing, so it is sent once more.
    if (answer.status === 401) {
      const another = await tokenFor(installationId, question, token);
      answer = await send(question, `token ${another}`);
    }
    return answerTo(question, answer);
  }

  /** The remembered token while it is young and was not turned down; else a new one. */
  async function tokenFor(installationId: number, { to }: Question, turnedDown?: string): Promise<string> {
    const errand = { to: `${to}, for which it needs a token for installation ${installationId}` };
    try {
      const kept = await auth({ type: "installation", installationId });
      const ageMs = now().getTime() - Date.parse(kept.createdAt);
      if (kept.token && kept.token !== turnedDown && ageMs < renewAfterMs) return kept.token;
      return (await auth({ type: "installation", installationId, refresh: true })).token;
    } catch (error) {
      const answer = answerWithin(error);
      throw answer ? errorFromAnswer(errand, answer, now()) : errorFromSilence(errand, reasonOf(error));
    }
  }

  async function send(question: Question, authorization: string): Promise<Answer> {
    const { route, parameters, body, mostBytes, etag } = question;
    const ask = (route: string, parameters: Question["parameters"]) =>
      exchange
        .ask({ route, parameters, ...(body && { body }), authorization, mostBytes, etag })
        .catch((error: unknown) => {
          throw errorFromSilence(question, error);
        });
    const answer = await ask(route, parameters);
    const moved = movedTo(answer, route, to.apiUrl);
    if (moved === undefined) return answer;
    const { owner: _owner, repo: _repo, ...others } = parameters;
    return ask(moved, others);
  }

  function answerTo(question: Question, answer: Answer): Answer {
    const isSame = question.etag !== undefined && answer.status === 304;
    const decided =
      Math.floor(answer.status / 100) === 2 || isSame || question.decisive?.includes(answer.status);
    if (!decided) throw errorFromAnswer(question, answer, now());
    return answer;
  }

  return { asApp, asInstallation };
}
