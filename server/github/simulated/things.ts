/** Somebody or something with a login: a person, a bot, an organisation. */
export type Account = {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
  /** The App, where this account installed it. */
  installation?: Installation | undefined;
  /** Of an organisation, by the id of the account. */
  members: Map<number, Member>;
  /** Of a person who did not confirm their e-mail address yet. */
  emailUnverified?: boolean;
};

export type Installation = { id: number; suspended: boolean; permissions: Record<string, "read" | "write"> };
export type Member = { role: Role; state: "active" | "pending"; isPublic: boolean };
export type Role = "admin" | "member" | "billing_manager";

export type Repository = {
  id: number;
  owner: Account;
  name: string;
  private: boolean;
  issues: Issue[];
  /** `owner/name` as it was before; GitHub redirects from there. */
  formerNames: string[];
};

export type Issue = {
  id: number;
  number: number;
  repo: Repository;
  /** `owner/name` */
  readonly repository: string;
  title: string;
  author: Account;
  labels: string[];
  isPullRequest: boolean;
  state: "open" | "closed";
  locked: boolean;
  deleted: boolean;
  comments: Comment[];
  createdAt: Date;
};

export type Comment = {
  id: number;
  issue: Issue;
  author: Account;
  body: string;
  byOurApp: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export function fullNameOf(repo: Repository): string {
  return `${repo.owner.login}/${repo.name}`;
}

export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
