import type { WebAddress } from "../web-address.ts";

/** The simulated GitHub as its pages show it. */
export type Site = {
  /** Its own address, without a trailing slash. */
  url: string;
  /** Of the playground's panel: its hours, by way of signing in there. */
  entries: WebAddress;
  /** Of the svc that the playground belongs to: where it can be removed. */
  home: WebAddress;
  /** Whose browser this is. */
  visitor: string;
  /** That an issue may be given. */
  labels: string[];
  issues(): ShownIssue[];
  issue(repository: string, number: number): ShownIssue | undefined;
  /** Comments as the visitor, and waits a few seconds for what svc has to say. @returns whether a reply is still to come. */
  comment(at: IssuePlace, body: string): Promise<{ id: number; waiting: boolean }>;
  relabel(at: IssuePlace, labels: string[]): void;
};

export type IssuePlace = { repository: string; number: number };

export type ShownIssue = IssuePlace & {
  title: string;
  private: boolean;
  labels: string[];
  comments: ShownComment[];
};

export type ShownComment = { id: number; by: string; byOurApp: boolean; body: string; at: Date };

/** The labels of an issue after the editor: those that stay keep their order, since the first that leads to a client counts (D9). */
export function relabelled(before: string[], ticked: string[], added: string): string[] {
  const wanted = [...ticked, added.trim()].filter((label) => label !== "");
  return [...new Set([...before.filter((label) => wanted.includes(label)), ...wanted])];
}

/** Where the issue's two forms are sent. */
export const commentsHref = (at: IssuePlace) => `${issueHref(at)}/comments` as const;
export const labelsHref = (at: IssuePlace) => `${issueHref(at)}/labels` as const;

/** The address of an issue's page. */
export function issueHref(
  { repository, number }: IssuePlace,
  comment?: number,
): `/${string}/issues/${string}` {
  const [owner = "", name = ""] = repository.split("/").map(encodeURIComponent);
  const path = `/${owner}/${name}/issues/${number}` as const;
  return comment === undefined ? path : `${path}#issuecomment-${comment}`;
}
