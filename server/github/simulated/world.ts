import {
  type Account,
  type Comment,
  fullNameOf,
  type Installation,
  type Issue,
  type Member,
  type Repository,
  sameName,
} from "./things.ts";

export type World = ReturnType<typeof createWorld>;

// Never the same twice in one process: Octokit remembers what it is waiting for by installation id alone.
let lastId = 583_000_000;
const nextOfProcess = () => (lastId += 1);

/**
 * Who and what exists on this GitHub, and words to set it up. Logins and names compare without case, as GitHub does it.
 * @param nextId where ids must not come again after a restart.
 */
export function createWorld(now: () => Date, nextId: () => number = nextOfProcess) {
  const accounts: Account[] = [];
  const repositories: Repository[] = [];

  const account = (login: string) => accounts.find((one) => sameName(one.login, login));
  const accountById = (id: number) => accounts.find((one) => one.id === id);
  const installationOwner = (id: number) => accounts.find((one) => one.installation?.id === id);
  const repository = (fullName: string) => repositories.find((one) => sameName(fullNameOf(one), fullName));
  const repositoryById = (id: number) => repositories.find((one) => one.id === id);

  function addAccount(login: string, type: Account["type"], id = nextId()): Account {
    if (account(login)) throw new Error(`There is a ${login} already.`);
    const added: Account = { id, login, type, members: new Map() };
    accounts.push(added);
    return added;
  }

  /** An organisation that installed the App, unless it is not to. */
  function org(
    login: string,
    { id, installed = true, permissions = usualPermissions }: OrgOptions = {},
  ): Account {
    const added = addAccount(login, "Organization", id);
    if (installed) install(login, permissions);
    return added;
  }

  function install(login: string, permissions: Installation["permissions"] = usualPermissions): number {
    const id = nextId();
    existing(account(login), login).installation = { id, suspended: false, permissions };
    return id;
  }

  function user(login: string, { id, type = "User" }: { id?: number; type?: "User" | "Bot" } = {}): Account {
    return addAccount(login, type, id);
  }

  /** Makes somebody a member; the account is made where there is none. */
  function member(orgLogin: string, login: string, how: Partial<Member> = {}): Account {
    const person = account(login) ?? user(login);
    const { role = "member", state = "active", isPublic = false } = how;
    existing(account(orgLogin), orgLogin).members.set(person.id, { role, state, isPublic });
    return person;
  }

  function removeMember(orgLogin: string, login: string): void {
    existing(account(orgLogin), orgLogin).members.delete(existing(account(login), login).id);
  }

  function rename(login: string, newLogin: string): void {
    if (account(newLogin)) throw new Error(`There is a ${newLogin} already.`);
    existing(account(login), login).login = newLogin;
  }

  function removeUser(login: string): void {
    const gone = existing(account(login), login);
    accounts.splice(accounts.indexOf(gone), 1);
    for (const one of accounts) one.members.delete(gone.id);
  }

  function repo(fullName: string, how: { private?: boolean; id?: number } = {}): Repository {
    const [ownerLogin = "", name = ""] = fullName.split("/");
    if (repository(fullName)) throw new Error(`There is a ${fullName} already.`);
    const owner = existing(account(ownerLogin), ownerLogin);
    const added: Repository = {
      id: how.id ?? nextId(),
      owner,
      name,
      private: how.private ?? true,
      issues: [],
      formerNames: [],
    };
    repositories.push(added);
    return added;
  }

  function renameRepo(fullName: string, newName: string): void {
    const renamed = existing(repository(fullName), fullName);
    renamed.formerNames.push(fullName);
    renamed.name = newName;
  }

  function removeRepo(fullName: string): void {
    repositories.splice(repositories.indexOf(existing(repository(fullName), fullName)), 1);
  }

  /** An issue, or with `pullRequest` a pull request; by the owner of the repository unless told otherwise. */
  function issue(fullName: string, how: IssueOptions = {}): Issue {
    const home = existing(repository(fullName), fullName);
    const number = home.issues.length + 1;
    const { title = `Issue ${number}`, labels = [], pullRequest = false, by } = how;
    const added: Issue = {
      id: nextId(),
      number,
      repo: home,
      get repository() {
        return fullNameOf(home);
      },
      title,
      author: by === undefined ? home.owner : existing(account(by), by),
      labels: [...labels],
      isPullRequest: pullRequest,
      state: "open",
      locked: false,
      deleted: false,
      comments: [],
      createdAt: now(),
    };
    home.issues.push(added);
    return added;
  }

  function label(target: Issue, ...names: string[]): void {
    target.labels.push(...names.filter((name) => !target.labels.includes(name)));
  }

  function unlabel(target: Issue, ...names: string[]): void {
    target.labels = target.labels.filter((name) => !names.includes(name));
  }

  /** Puts a comment there without telling anybody. */
  function write(target: Issue, by: string | Account, body: string, how: CommentOptions = {}): Comment {
    const author = typeof by === "string" ? (account(by) ?? user(by)) : by;
    const { at = now(), byOurApp = false } = how;
    const added = { id: nextId(), issue: target, author, body, byOurApp, createdAt: at, updatedAt: at };
    target.comments.push(added);
    return added;
  }

  const find = {
    accounts,
    account,
    accountById,
    installationOwner,
    repository,
    repositoryById,
    repositories,
  };
  const setUp = {
    org,
    install,
    user,
    member,
    removeMember,
    rename,
    removeUser,
    repo,
    renameRepo,
    removeRepo,
  };
  return { find, ...setUp, issue, label, unlabel, write };
}

type OrgOptions = { id?: number; installed?: boolean; permissions?: Installation["permissions"] };
type IssueOptions = { title?: string; labels?: string[]; pullRequest?: boolean; by?: string };
type CommentOptions = { at?: Date; byOurApp?: boolean };

const usualPermissions: Installation["permissions"] = {
  issues: "write",
  pull_requests: "write",
  members: "read",
  metadata: "read",
};

function existing<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`There is no ${name} on this GitHub. Set it up first.`);
  return found;
}
