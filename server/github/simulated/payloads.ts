import type { EmitterWebhookEvent } from "@octokit/webhooks";
import { createAccountPayloads, nodeId, type Place } from "./account-payloads.ts";
import { repositoryJson } from "./repository-json.ts";
import { type Account, type Comment, fullNameOf, type Issue, type Repository } from "./things.ts";

export type Payloads = ReturnType<typeof createPayloads>;

/** GitHub's JSON for what the world holds: the shapes of its documentation and of @octokit/webhooks-examples. */
export function createPayloads(place: Place) {
  const { apiUrl, url } = place;

  const { account, organization, integration } = createAccountPayloads(place);

  function issue(one: Issue) {
    const self = `${apiUrl}/repos/${one.repository}/issues/${one.number}`;
    const page = `${url}/${one.repository}/${one.isPullRequest ? "pull" : "issues"}/${one.number}`;
    const pull = `${apiUrl}/repos/${one.repository}/pulls/${one.number}`;
    return {
      url: self,
      repository_url: `${apiUrl}/repos/${one.repository}`,
      labels_url: `${self}/labels{/name}`,
      comments_url: `${self}/comments`,
      events_url: `${self}/events`,
      html_url: page,
      id: one.id,
      node_id: nodeId("Issue", one.id),
      number: one.number,
      title: one.title,
      user: account(one.author),
      labels: one.labels.map((name) => label(one.repo, name)),
      state: one.state,
      locked: one.locked,
      assignee: null,
      assignees: [],
      milestone: null,
      comments: one.comments.length,
      created_at: instant(one.createdAt),
      updated_at: instant(one.comments.at(-1)?.updatedAt ?? one.createdAt),
      closed_at: null,
      author_association: association(one, one.author),
      active_lock_reason: null,
      body: null,
      reactions: reactions(self),
      performed_via_github_app: null,
      timeline_url: `${self}/timeline`,
      state_reason: null,
      draft: false,
      ...(one.isPullRequest && {
        pull_request: {
          url: pull,
          html_url: page,
          diff_url: `${page}.diff`,
          patch_url: `${page}.patch`,
          merged_at: null,
        },
      }),
    };
  }

  function comment(one: Comment) {
    const self = `${apiUrl}/repos/${one.issue.repository}/issues/comments/${one.id}`;
    const page = issue(one.issue).html_url;
    return {
      url: self,
      html_url: `${page}#issuecomment-${one.id}`,
      issue_url: `${apiUrl}/repos/${one.issue.repository}/issues/${one.issue.number}`,
      id: one.id,
      node_id: nodeId("IssueComment", one.id),
      user: commenter(one.author),
      created_at: instant(one.createdAt),
      updated_at: instant(one.updatedAt),
      author_association: association(one.issue, one.author),
      body: one.body,
      reactions: reactions(self),
      performed_via_github_app: one.byOurApp ? integration(one.issue.repo.owner) : null,
    };
  }

  function commenter(author: Account) {
    const { type, ...others } = account(author);
    if (type === "Organization") throw new Error("An organisation does not comment.");
    return { ...others, type };
  }

  function label(repo: Repository, name: string) {
    // Any number will do, as long as the same label keeps it.
    const id = Bun.hash.crc32(`${repo.id}/${name}`) + 1;
    return {
      id,
      node_id: nodeId("Label", id),
      url: `${apiUrl}/repos/${fullNameOf(repo)}/labels/${encodeURIComponent(name)}`,
      name,
      color: "d73a4a",
      default: false,
      description: null,
    };
  }

  /** What GitHub sends when somebody comments, or edits or deletes a comment. */
  function issueComment(action: CommentAction, one: Comment, from = ""): CommentPayload {
    const { repo } = one.issue;
    const { owner } = repo;
    const installationId = owner.installation?.id;
    const event = {
      issue: issue(one.issue),
      comment: comment(one),
      repository: repository(repo),
      ...(owner.type === "Organization" && { organization: organization(owner) }),
      sender: account(one.author),
      ...(installationId !== undefined && {
        installation: { id: installationId, node_id: nodeId("IntegrationInstallation", installationId) },
      }),
    };
    if (action === "edited") return { action, changes: { body: { from } }, ...event };
    return action === "created" ? { action, ...event } : { action, ...event };
  }

  function repository(repo: Repository) {
    const fullName = fullNameOf(repo);
    const facts = {
      id: repo.id,
      nodeId: nodeId("Repository", repo.id),
      name: repo.name,
      fullName,
      private: repo.private,
      owner: account(repo.owner),
      openIssues: repo.issues.length,
    };
    return repositoryJson(facts, `${apiUrl}/repos/${fullName}`, `${url}/${fullName}`);
  }

  return { account, organization, issue, comment, integration, issueComment, repository };
}

export type CommentAction = "created" | "edited" | "deleted";
export type CommentPayload = EmitterWebhookEvent<"issue_comment">["payload"];

/** What GitHub says of an author is no proof: somebody who keeps their membership to themselves is a mere contributor. */
function association({ repo }: Issue, author: Account) {
  if (repo.owner.id === author.id) return "OWNER" as const;
  const membership = repo.owner.members.get(author.id);
  if (membership?.state !== "active") return "NONE" as const;
  return membership.isPublic ? ("MEMBER" as const) : ("CONTRIBUTOR" as const);
}

function reactions(self: string) {
  const none = { "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return { url: `${self}/reactions`, total_count: 0, ...none };
}

/** GitHub tells time to the second. */
export function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
