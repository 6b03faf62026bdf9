import { randomBytes } from "node:crypto";
import { type FakeGitHub, startFakeGitHub } from "../../github/simulated/github.ts";
import type { Front } from "../../github/simulated/listener.ts";
import type { Issue } from "../../github/simulated/things.ts";
import { createWorld } from "../../github/simulated/world.ts";
import type { IssuePlace, ShownIssue, Site } from "../site/site.ts";
import { sample, sampleLabels, visitor } from "./sample.ts";
import type { State } from "./state.ts";

export type SimulatedGitHub = { github: FakeGitHub } & Pick<
  Site,
  "url" | "visitor" | "labels" | "issues" | "issue" | "comment" | "relabel"
>;

// Of requests and deliveries: more than anything in svc looks back at.
const keeps = 500;
// Milliseconds. Replies are posted a second apart.
const patience = 6_000;

/**
 * The simulated GitHub with the sample's organisation, as it was when svc last stopped.
 * @param save called with each change, before anybody hears of it.
 */
export async function startWorld(state: State, save: (state: State) => void, front: Front) {
  const now = () => new Date();
  // What is set up here has the same ids at each start; what comes later has new ones for ever.
  let settingUp = sample.org.id + 1_000;
  let isSetUp = false;
  const empty = createWorld(now, () => (isSetUp ? (state.lastId += 1) : (settingUp += 1)));
  const world: typeof empty = {
    ...empty,
    write(...what) {
      const written = empty.write(...what);
      keep();
      return written;
    },
  };
  const github = await listenAgain(state.ports.github, (port) =>
    startFakeGitHub({
      basePath: "/api/v3",
      webhookSecret: randomBytes(32).toString("hex"),
      keeps,
      port,
      front,
      world,
    }),
  );
  setUp(github, state);
  github.browser.signedIn = visitor;
  isSetUp = true;
  const all = () => world.find.repositories.flatMap(({ issues }) => issues);
  const named = (at: IssuePlace) => all().find((one) => keyOf(one) === keyOf(at));

  function keep(): void {
    state.issues = Object.fromEntries(all().map((issue) => [keyOf(issue), keptOf(issue)]));
    save(state);
  }

  return {
    github,
    url: github.config.url,
    visitor,
    labels: sampleLabels,
    issues: () => all().map(shown),
    issue(repository: string, number: number) {
      const found = named({ repository, number });
      return found && shown(found);
    },
    async comment(at: IssuePlace, body: string) {
      const issue = named(at)!;
      const before = issue.comments.filter(({ byOurApp }) => byOurApp).length;
      const { comment, answer } = await github.comment(issue, visitor, body);
      const isAnswered = /"outcome":"(recorded|refused|pending)"/.test(answer);
      const replied = isAnswered && github.whenCommented(issue, before + 1, patience).catch(() => undefined);
      return { id: comment.id, waiting: isAnswered && (await replied) === undefined };
    },
    relabel(at: IssuePlace, labels: string[]) {
      named(at)!.labels = labels;
      keep();
    },
  } satisfies SimulatedGitHub;
}

/** On the port of the last time, so that open pages go on working; on another one where somebody else has it by now. */
export async function listenAgain<T>(port: number, listen: (port: number) => Promise<T>): Promise<T> {
  try {
    return await listen(port);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken || port === 0) throw error;
    return listen(0);
  }
}

function setUp(github: FakeGitHub, { issues }: State): void {
  github.org(sample.org.login, { id: sample.org.id });
  for (const { id, login, role } of sample.people) {
    github.user(login, { id });
    github.member(sample.org.login, login, { role });
  }
  for (const { name, ...how } of sample.repositories) github.repo(name, how);
  for (const { repository, title, labels } of sample.issues) {
    const issue = github.issue(repository, { title, labels: [...labels] });
    const kept = issues[keyOf(issue)];
    if (!kept) continue;
    issue.labels = [...kept.labels];
    issue.comments = kept.comments.map(({ at, by, ...comment }) => ({
      ...comment,
      issue,
      author: github.find.account(by) ?? github.bot,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    }));
  }
}

const keyOf = ({ repository, number }: IssuePlace) => `${repository}#${number}`;

function keptOf({ labels, comments }: Issue): State["issues"][string] {
  return {
    labels,
    comments: comments.map(({ id, author, byOurApp, body, createdAt }) => ({
      id,
      by: author.login,
      byOurApp,
      body,
      at: createdAt.toISOString(),
    })),
  };
}

function shown({ repository, number, title, labels, repo, comments }: Issue): ShownIssue {
  return {
    repository,
    number,
    title,
    labels,
    private: repo.private,
    comments: comments.map(({ id, author, byOurApp, body, createdAt }) => ({
      id,
      by: author.login,
      byOurApp,
      body,
      at: createdAt,
    })),
  };
}
