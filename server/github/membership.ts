import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";
import type { Installations } from "./installations.ts";

/** Whether somebody belongs to an organisation, and under which login GitHub knows them now (D14). */
export type OrgMembership =
  | { member: true; role: "admin" | "member"; login: string }
  | { member: false; pending: boolean; login: string };

type Person = { githubId: number; login: string };
type Host = { caller: Caller; installations: Installations };

/**
 * Asks whether this person is an active member (D5, D18). The login is only a way to ask, the numeric id decides: somebody
 * else may have taken the login of a person who left. An invitation is not membership, and neither is managing
 * the organisation's billing: GitHub gives a billing manager no access to code and does not list them as a member.
 * @throws GitHubError where GitHub did not decide: an outage neither admits nor removes anybody.
 */
export async function askMembership(host: Host, org: string, person: Person): Promise<OrgMembership> {
  return host.installations.within(org, async (installationId, owner) => {
    // To somebody's own account belongs nobody else.
    if (owner.isPerson) {
      return owner.id === person.githubId
        ? { member: true, role: "admin", login: owner.login }
        : { member: false, pending: false, login: person.login };
    }
    const first = await membershipOf(host.caller, installationId, org, person);
    if (typeof first === "object") return first;
    const login = await currentLogin(host.caller, installationId, person.githubId);
    if (login === undefined) return { member: false, pending: false, login: person.login };
    const isKnownLogin = login.toLowerCase() === person.login.toLowerCase();
    const last = isKnownLogin
      ? first
      : await membershipOf(host.caller, installationId, org, { ...person, login });
    if (typeof last === "object") return last;
    if (last === "nobody") return { member: false, pending: false, login };
    throw new GitHubError("unavailable", `GitHub's answers on who ${login} is contradict each other.`);
  });
}

/** The membership that an organisation has under this login, where it is this person's. */
async function membershipOf(
  caller: Caller,
  installationId: number,
  org: string,
  { githubId, login }: Person,
): Promise<OrgMembership | "nobody" | "somebody else"> {
  // Such a login was never a person's; asking for it could ask for something else.
  if (!isName(login)) return "nobody";
  // Not /orgs/{org}/members/{username}: that answers 302 for anybody where it may not see, and names no id.
  const { status, data } = await caller.asInstallation(installationId, {
    to: `say whether ${login} is a member of ${org}`,
    permission: "Members: read",
    route: "GET /orgs/{org}/memberships/{username}",
    parameters: { org, username: login },
    decisive: [404],
  });
  if (status === 404) return "nobody";
  const [id, state, role] = [at(data, "user", "id"), at(data, "state"), at(data, "role")];
  const [current, organisation] = [at(data, "user", "login"), at(data, "organization", "login")];
  const isReadable = isId(id) && typeof current === "string" && isAbout(org, organisation);
  if (!isReadable || (state !== "active" && state !== "pending")) {
    throw new GitHubError("unavailable", `GitHub's answer on ${login}'s membership of ${org} is unreadable.`);
  }
  if (id !== githubId) return "somebody else";
  const isMember = state === "active" && (role === "admin" || role === "member");
  return isMember
    ? { member: true, role, login: current }
    : { member: false, pending: state === "pending", login: current };
}

/** The login of an account now; undefined where the account is gone. */
async function currentLogin(caller: Caller, installationId: number, id: number): Promise<string | undefined> {
  const { status, data } = await caller.asInstallation(installationId, {
    to: `say which login account ${id} has now`,
    route: "GET /user/{account_id}",
    parameters: { account_id: id },
    decisive: [404],
  });
  if (status === 404) return undefined;
  const login = at(data, "login");
  if (at(data, "id") === id && typeof login === "string") return login;
  throw new GitHubError("unavailable", `GitHub's answer on account ${id} is unreadable.`);
}

function isAbout(org: string, organisation: unknown): boolean {
  return typeof organisation === "string" && organisation.toLowerCase() === org.toLowerCase();
}
