/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";
import type { AssetUrls } from "../../ui/frame.ts";
import { CommentText } from "../comment/views.tsx";
import {
  commentsHref,
  issueHref,
  labelsHref,
  type ShownComment,
  type ShownIssue,
  type Site,
} from "./site.ts";

type Props = { site: Site; assets: AssetUrls; title: string; children: Children };

/** A page of the simulated GitHub. It is in English only, as GitHub is. */
function Document({ site, assets, title, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title safe>{`${title} · simulated GitHub`}</title>
        <link rel="icon" type="image/svg+xml" href={assets.icon} />
        <link rel="stylesheet" href={assets.css} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href="/">
            Simulated GitHub
          </a>
          <nav aria-label="Main">
            <a href="/">Issues</a>
            <a href={site.entries}>Hours in svc</a>
            <a href={site.home}>Back to svc</a>
          </nav>
          <p class="visitor">
            <span class="unseen">Signed in as</span>
            <b safe>{site.visitor}</b>
          </p>
        </header>
        <main id="content" tabindex="-1">
          <p class="notice warn">
            Playground: nothing here is real. No request leaves this machine, and all of it goes with the
            playground.
          </p>
          <h1 safe>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

type Page = { site: Site; assets: AssetUrls };

/** All issues, by repository. */
export function IssuesPage({ site, assets }: Page) {
  const issues = site.issues();
  const repositories = [...new Set(issues.map(({ repository }) => repository))];
  return (
    <Document site={site} assets={assets} title="Issues">
      {repositories.map((repository) => (
        <section>
          <h2 safe>{repository}</h2>
          <ul>
            {issues
              .filter((issue) => issue.repository === repository)
              .map((issue) => (
                <li>
                  <a href={issueHref(issue)} safe>
                    {issue.title}
                  </a>{" "}
                  <Labels labels={issue.labels} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Document>
  );
}

type IssueProps = Page & {
  issue: ShownIssue;
  /** What stands in the comment box. */
  draft: string;
  problem?: string;
  /** svc has not answered the last comment yet. */
  waiting: boolean;
};

export function IssuePage({ site, assets, issue, draft, problem, waiting }: IssueProps) {
  const { repository, number, title, labels, comments } = issue;
  return (
    <Document site={site} assets={assets} title={title}>
      <p class="hint">
        <span safe>{`${repository}#${number}`}</span>{" "}
        {issue.private ? "in a private repository" : "in a public repository"} <Labels labels={labels} />
      </p>
      {comments.map((comment) => (
        <Comment comment={comment} />
      ))}
      {waiting && (
        <p role="status">
          svc has the comment and answers in a moment. <a href={issueHref(issue)}>Look again</a>
        </p>
      )}
      {comments.some(({ byOurApp }) => byOurApp) && (
        <p>
          svc has answered. <a href={site.entries}>See the hours in svc</a>, where they can be filtered,
          corrected and downloaded.
        </p>
      )}
      <CommentForm issue={issue} draft={draft} problem={problem} isFirst={comments.length === 0} />
      <LabelForm site={site} issue={issue} />
    </Document>
  );
}

function Comment({ comment: { id, by, byOurApp, body, at } }: { comment: ShownComment }) {
  return (
    <section class="card" id={`issuecomment-${id}`} aria-label={`Comment by ${by}`}>
      <p class="hint">
        <b safe>{by}</b> {byOurApp && <span class="badge">bot</span>}{" "}
        <time datetime={at.toISOString()} safe>
          {`${at.toISOString().slice(0, 16).replace("T", " ")} UTC`}
        </time>
      </p>
      <CommentText body={body} />
    </section>
  );
}

type FormProps = { issue: ShownIssue; draft: string; problem: string | undefined; isFirst: boolean };

function CommentForm({ issue, draft, problem, isFirst }: FormProps) {
  const told = ["comment-hint", problem !== undefined && "comment-problem"].filter(Boolean).join(" ");
  return (
    <form method="post" action={commentsHref(issue)}>
      <h2>
        <label for="comment">Add a comment</label>
      </h2>
      <p id="comment-hint">
        {isFirst && (
          <span>
            Press Comment: svc records two hours for you on this issue, under the client of its labels, and
            answers here.{" "}
          </span>
        )}
        <span class="hint">
          A line that begins with <code>/log 2h</code>, <code>/log 1u30 yesterday</code> or{" "}
          <code>/plan 8h</code> is for svc.
        </span>
      </p>
      {problem !== undefined && (
        <p id="comment-problem" class="notice bad" role="alert" safe>
          {problem}
        </p>
      )}
      <p>
        <textarea id="comment" name="body" rows="4" aria-describedby={told} safe>
          {draft}
        </textarea>
      </p>
      <p>
        <button class="primary">Comment</button>
      </p>
    </form>
  );
}

function LabelForm({ site, issue }: { site: Site; issue: ShownIssue }) {
  const known = knownLabels(site, issue);
  return (
    <form method="post" action={labelsHref(issue)}>
      <details>
        <summary>Change the labels</summary>
        <p>They count for comments from then on. What is recorded keeps the labels that it was made with.</p>
        {known.map((label, place) => (
          <p class="check">
            <input
              type="checkbox"
              id={`label-${place}`}
              name={`label-${place}`}
              value={label}
              checked={issue.labels.includes(label)}
            />
            <label for={`label-${place}`} safe>
              {label}
            </label>
          </p>
        ))}
        <p>
          <label for="new-label">Another label</label>
          <input id="new-label" name="new" maxlength="50" autocomplete="off" />
        </p>
        <p>
          <button>Save labels</button>
        </p>
      </details>
    </form>
  );
}

/** In the order of the form's fields. */
export function knownLabels(site: Site, { labels }: ShownIssue): string[] {
  return [...new Set([...labels, ...site.labels])];
}

function Labels({ labels }: { labels: string[] }) {
  return (
    <>
      {labels.map((label) => (
        <>
          <span class="badge" safe>
            {label}
          </span>{" "}
        </>
      ))}
    </>
  );
}

export function RefusedPage({ site, assets, title, message }: Page & { title: string; message: string }) {
  return (
    <Document site={site} assets={assets} title={title}>
      <p class="lead" safe>
        {message}
      </p>
    </Document>
  );
}
