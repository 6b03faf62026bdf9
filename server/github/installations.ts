import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";

/** Where the App is installed. The places are remembered until one turns out to be gone. */
export type Installations = {
  /** Does something as the App within an organisation. */
  within<T>(org: string, act: (installationId: number) => Promise<T>): Promise<T>;
};

export function connectInstallations(caller: Caller): Installations {
  const known = new Map<string, number>();

  async function within<T>(org: string, act: (installationId: number) => Promise<T>): Promise<T> {
    const place = org.toLowerCase();
    const remembered = known.get(place);
    if (remembered !== undefined) {
      try {
        return await act(remembered);
      } catch (error) {
        // An App that was removed and installed again is another installation.
        if (!(error instanceof GitHubError && error.status === 404)) throw error;
        known.delete(place);
      }
    }
    const found = await installationOf(caller, org);
    known.set(place, found);
    return act(found);
  }

  return { within };
}

async function installationOf(caller: Caller, org: string): Promise<number> {
  if (!isName(org)) throw new GitHubError("refused", `"${org}" is not the name of an organisation.`);
  const { status, data } = await caller.asApp({
    to: `find where the App is installed in ${org}`,
    route: "GET /orgs/{org}/installation",
    parameters: { org },
    decisive: [404],
  });
  if (status === 404) {
    const message = `The App is not installed in ${org}. An owner of ${org} installs it under the App's public page.`;
    throw new GitHubError("refused", message, { status });
  }
  const [id, account] = [at(data, "id"), at(data, "account", "login")];
  if (isId(id) && typeof account === "string" && account.toLowerCase() === org.toLowerCase()) return id;
  throw new GitHubError(
    "unavailable",
    `GitHub's answer on where the App is installed in ${org} is unreadable.`,
  );
}
