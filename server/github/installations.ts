import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";

/** Where the App is installed. The places are remembered until one turns out to be gone. */
export type Installations = {
  /** Does something as the App within an organisation, or within the account of a person who installed it for themselves. */
  within<T>(account: string, act: (installationId: number, owner: Owner) => Promise<T>): Promise<T>;
};

/** Whom an installation is of. */
export type Owner = { id: number; login: string; isPerson: boolean };
type Place = { installationId: number; owner: Owner };

export function connectInstallations(caller: Caller): Installations {
  const known = new Map<string, Place>();

  async function within<T>(
    org: string,
    act: (installationId: number, owner: Owner) => Promise<T>,
  ): Promise<T> {
    const place = org.toLowerCase();
    const remembered = known.get(place);
    if (remembered !== undefined) {
      try {
        return await act(remembered.installationId, remembered.owner);
      } catch (error) {
        // An App that was removed and installed again is another installation.
        if (!(error instanceof GitHubError && error.status === 404)) throw error;
        known.delete(place);
      }
    }
    const found = await installationOf(caller, org);
    known.set(place, found);
    return act(found.installationId, found.owner);
  }

  return { within };
}

async function installationOf(caller: Caller, account: string): Promise<Place> {
  if (!isName(account)) throw new GitHubError("refused", `"${account}" is not the name of an organisation.`);
  const to = `find where the App is installed in ${account}`;
  const ofOrg = { to, route: "GET /orgs/{org}/installation", parameters: { org: account } };
  const ofPerson = { to, route: "GET /users/{username}/installation", parameters: { username: account } };
  let answer = await caller.asApp({ ...ofOrg, decisive: [404] });
  // An organisation is never found among the people.
  if (answer.status === 404) answer = await caller.asApp({ ...ofPerson, decisive: [404] });
  const { status, data } = answer;
  if (status === 404) {
    const message = `The App is not installed in ${account}. An owner of ${account} installs it under the App's public page.`;
    throw new GitHubError("refused", message, { status });
  }
  const [id, ownerId, login] = [at(data, "id"), at(data, "account", "id"), at(data, "account", "login")];
  if (isId(id) && isId(ownerId) && typeof login === "string" && isSame(login, account)) {
    const isPerson = at(data, "target_type") === "User";
    return { installationId: id, owner: { id: ownerId, login, isPerson } };
  }
  throw new GitHubError(
    "unavailable",
    `GitHub's answer on where the App is installed in ${account} is unreadable.`,
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
