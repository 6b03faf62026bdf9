import { buildApp } from "../../server/app.ts";
import { type Config, readConfig } from "../../server/config.ts";
import { startJobs } from "../../server/jobs.ts";
import { createLog } from "../../server/log.ts";
import { attend, wire } from "../../server/serve.ts";
import { issueToken } from "../../server/tokens/actions.ts";
import { upsertUser } from "../../server/members/store.ts";
import { openSession } from "../../server/sessions/actions.ts";
import { sessionCookie } from "../../server/sessions/cookie.ts";
import { createCanary } from "./canary.ts";
import { conformanceOf } from "./conformance.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import {
  type FakeGitHub,
  type FakeGitHubOptions,
  startFakeGitHub,
} from "../../server/github/simulated/github.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** A second instance shares the first one's database and GitHub. */
type Shared = { github: FakeGitHub; database: TestDatabase };

/**
 * The whole of svc in this process, on a database of its own and a GitHub of its own, which knows the organisation acme and
 * its member ada. Spoken to through the front door: `github.comment(...)` and `api(...)`.
 */
export async function startApp(
  options: { shared?: Shared; github?: FakeGitHubOptions; config?: Partial<Config> } = {},
) {
  const github = options.shared?.github ?? (await acme(options.github));
  const database = options.shared?.database ?? (await freshDatabase());
  const logged: string[] = [];
  const log = createLog("trace", (line) => logged.push(line));
  const reading = readConfig({ ALLOWED_ORGS: "acme" }, () => "");
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  const config = { ...reading.config, github: github.config, ...options.config };

  const jobs = await startJobs(database.address, log);
  const deps = await wire(config, log, database.db, jobs);
  await attend(deps);
  const app = buildApp(deps);
  const canary = createCanary();

  async function send(request: Request): Promise<Response> {
    const response = await app.handle(request);
    await canary.see(request, response);
    if (new URL(request.url).pathname.startsWith("/api/v1/")) await holds(request, response);
    return response;
  }
  if (!options.shared) github.webhookTo(send);

  const undocumented: string[] = [];
  /** Every answer of the API is as the document that svc serves says. */
  async function holds(request: Request, response: Response): Promise<void> {
    // Over http, as a proxy in front of svc asks.
    const { protocol, hostname, port } = new URL(config.publicUrl);
    const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const served = await app.handle(new Request(`http://${host}/openapi.json`));
    const faults = await conformanceOf(await served.text()).faults(request, response);
    undocumented.push(...faults);
    if (faults.length > 0) throw new Error(`Not as documented: ${faults.join("; ")}`);
  }

  /** A token for somebody, as the panel's page issues it. */
  async function tokenFor(login: string): Promise<string> {
    const person = github.find.account(login);
    if (!person) throw new Error(`There is no ${login} on this GitHub.`);
    const user = await upsertUser(database.db, { githubId: person.id, login });
    const { plaintext } = await issueToken(
      { db: database.db },
      { userId: user.id, label: "test", actor: null, requestId: "a test" },
    );
    canary.note(plaintext);
    return plaintext;
  }

  /** A browser in which nobody is signed in. */
  const visitor = (language?: string) => createVisitor(send, config.publicUrl, language);

  /** A browser in which a member of acme is signed in, with the role that GitHub gives them. */
  async function signedIn(login: string, language?: string): Promise<Visitor> {
    const person = github.find.account(login);
    if (!person) throw new Error(`There is no ${login} on this GitHub.`);
    const user = await upsertUser(database.db, { githubId: person.id, login });
    await deps.membership.atSignIn({ githubId: person.id, login });
    const { secret } = await openSession(
      { db: database.db },
      { userId: user.id, via: "github", userAgent: "a test", requestId: "a test" },
    );
    canary.note(secret);
    const browser = visitor(language);
    browser.cookies.set(sessionCookie(config.publicUrl), secret);
    return browser;
  }

  let adasToken: Promise<string> | undefined;
  /** GET as ada, or as whoever the token is of. The path begins below /api/v1. */
  async function api(path: string, token?: string): Promise<Response> {
    const bearer = token ?? (await (adasToken ??= tokenFor("ada")));
    return send(
      new Request(`http://localhost/api/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } }),
    );
  }

  async function stop(): Promise<void> {
    await jobs.stop(5);
    await deps.tokens.settled();
    await canary.check({ logged, ...(!options.shared && { db: database.db }) });
    // Once more, since whatever sent the request may have taken the error for an answer.
    if (undocumented.length > 0) throw new Error(`Not as documented: ${undocumented.join("; ")}`);
    if (options.shared) return;
    await database.close();
    await github.stop();
  }

  return {
    app,
    api,
    canary,
    config,
    database,
    db: database.db,
    deps,
    github,
    jobs,
    logged,
    send,
    signedIn,
    stop,
    tokenFor,
    visitor,
  };
}

async function acme(options?: FakeGitHubOptions): Promise<FakeGitHub> {
  const github = await startFakeGitHub(options);
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  return github;
}
