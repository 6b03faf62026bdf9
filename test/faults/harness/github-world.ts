import {
  type FakeGitHub,
  type FakeGitHubOptions,
  startFakeGitHub,
} from "../../../server/github/simulated/github.ts";
import type { Issue } from "../../../server/github/simulated/things.ts";
import type { Chance } from "./chance.ts";

/** Confirmations go out one a second for each owner: with several of them a scenario is not mostly waiting. */
export const organisations = ["acme", "initech", "umbrella", "hooli"];
export const people = ["ada", "linus", "grace"];

/** Labels that people think of, and some that only this list thinks of. */
const labelsInUse = [
  "client:globex",
  "client:initech",
  "client:closed",
  "team:core",
  "type:bugfix",
  "wbso:speur",
  "strippenkaart:globex-2026",
  "a,b",
  "{x}",
  '"quoted"',
  "[P1] bug",
  "100%_\\",
  "emoji 👩‍🔧",
  "e\u0301 and é",
];

/** A GitHub with some organisations, each with repositories and issues whose labels are a matter of luck. */
export async function populatedGitHub(
  chance: Chance,
  options: FakeGitHubOptions & { issues?: number } = {},
): Promise<{ github: FakeGitHub; issues: Issue[] }> {
  const { issues: perRepository = 3, ...rest } = options;
  const github = await startFakeGitHub(rest);
  const issues: Issue[] = [];
  for (const login of organisations) {
    github.org(login);
    for (const person of people) github.member(login, person);
    for (const name of ["web", "api"]) {
      github.repo(`${login}/${name}`, { private: name === "web" });
      for (let made = 0; made < perRepository; made++)
        issues.push(github.issue(`${login}/${name}`, { labels: chance.some(labelsInUse, 6) }));
    }
  }
  github.user("stranger");
  return { github, issues };
}
