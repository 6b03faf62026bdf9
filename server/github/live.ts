import type { GitHub } from "./github.ts";

/** A GitHub that stays the same while what it stands for is exchanged, so that whoever has it need not know. */
export function liveGitHub(first: GitHub): { github: GitHub; use(next: GitHub): void } {
  let current = first;
  const github: GitHub = {
    get configured() {
      return current.configured;
    },
    get app() {
      return current.app;
    },
    get deliveries() {
      return current.deliveries;
    },
    get written() {
      return current.written;
    },
    get signIn() {
      return current.signIn;
    },
    reach: () => current.reach(),
    membership: (org, user) => current.membership(org, user),
    postComment: (comment) => current.postComment(comment),
    findComments: (search) => current.findComments(search),
    repositoryName: (repository) => current.repositoryName(repository),
  };
  return { github, use: (next) => void (current = next) };
}
