import { connectGitHub } from "../../server/github/github.ts";
import { createLog } from "../../server/log.ts";
import { createMembership } from "../../server/members/actions.ts";
import { freshDatabase } from "../support/database.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";

type Person = { githubId: number; login: string };
type Settings = { allowedOrgs?: string[]; adminLogins?: string[]; withoutApp?: boolean };

export const minute = 60_000;
export const personOf = ({ id, login }: { id: number; login: string }): Person => ({ githubId: id, login });

/** A GitHub with the organisations acme and globex, and ada in acme; a clock to turn; one instance that asks. */
export async function startMembers() {
  const { db, close } = await freshDatabase();
  const github = await startFakeGitHub();
  github.org("acme");
  github.org("globex");
  const ada = personOf(github.member("acme", "ada"));
  const time = { now: 0 };
  let membership = instance();

  function instance({
    allowedOrgs = ["acme", "globex"],
    adminLogins = [],
    withoutApp = false,
  }: Settings = {}) {
    const log = createLog("silent");
    return createMembership({
      db,
      github: connectGitHub(
        { ...github.config, ...(withoutApp && { appId: undefined }) },
        { log, timeoutMs: 2_000 },
      ),
      config: {
        allowedOrgs,
        adminLogins,
        host: "127.0.0.1",
        publicUrl: "http://localhost:3000",
        github: withoutApp ? nothingOfGitHub : github.config,
      },
      clock: () => time.now,
      log,
    });
  }

  return {
    db,
    github,
    ada,
    time,
    configure: (settings: Settings) => void (membership = instance(settings)),
    /** What somebody may do, or the code of the error. */
    standing: (person = ada) => membership.of(person).catch(({ code }: { code: string }) => code),
    standingOfAuthor: (person: Person) => membership.ofAuthor(person),
    atSignIn: (person = ada) => membership.atSignIn(person).catch(({ code }: { code: string }) => code),
    standingOfLocalAdmin: () => membership.of({ githubId: null, login: "local admin" }),
    refusal: () =>
      membership.of(ada).then(
        () => "none",
        (error: unknown) => error,
      ),
    /** Questions about members that reached GitHub. */
    questions: () => github.requests.filter(({ path }) => memberships.test(path)).length,
    githubIsDown: () => github.fail({ times: Infinity, respond: { status: 503 } }),
    async close() {
      await github.stop();
      await close();
    },
  };
}

const nothingOfGitHub = {
  appId: undefined,
  privateKey: undefined,
  webhookSecret: undefined,
  clientId: undefined,
  clientSecret: undefined,
};

export const memberships = /^\/orgs\/[^/]+\/memberships\//;
