import { createAppPages, isAppPage } from "./app-pages.ts";
import { appKeys, createCredentials } from "./credentials.ts";
import { createDeliveries, type Delivery } from "./deliveries.ts";
import { createFaults } from "./faults.ts";
import type { Place } from "./account-payloads.ts";
import { type CommentAction, createPayloads } from "./payloads.ts";
import { type Host, type ReceivedRequest, replyTo } from "./rest.ts";
import { type Front, serve } from "./listener.ts";
import type { Registration } from "./registration.ts";
import { type AtTheBrowser, createSignInSite } from "./sign-in.ts";
import type { Comment, Issue } from "./things.ts";
import { createWorld, type World } from "./world.ts";

export type FakeGitHub = ReturnType<typeof fakeGitHub>;

export type FakeGitHubOptions = {
  /** `/api/v3`, as on GitHub Enterprise Server. */
  basePath?: string;
  /** GitHub's clock: for what it dates, for the App's JWT and for how long tokens live. */
  now?: () => Date;
  /** 40, as it was for years; newer ones have some 500. */
  tokenLength?: number;
  /** How long a token lives, by default an hour. */
  tokenSeconds?: number;
  webhookSecret?: string;
  /** Whether comments that the App posts are delivered to it too, as GitHub does it. By default not. */
  deliverOwnComments?: boolean;
  /** How many requests and deliveries it remembers, by default all. */
  keeps?: number;
  /** By default any that is free. */
  port?: number;
  front?: Front;
  /** By default one of its own with nothing in it. */
  world?: World;
};

/**
 * A GitHub on loopback: a real server with the part of the REST API that svc uses, and its signed webhooks. It answers as GitHub's
 * documentation says. What it received and what became of it can be read; accidents are arranged with `fail`.
 */
export async function startFakeGitHub(options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  return fakeGitHub(options);
}

function fakeGitHub({
  basePath = "",
  now = () => new Date(),
  deliverOwnComments = false,
  keeps = Infinity,
  port = 0,
  front,
  world = createWorld(now),
  ...options
}: FakeGitHubOptions) {
  const clientSecret = "4c11e27eca5ec2e7c11e27eca5ec2e7c11e27eca";
  const browser: AtTheBrowser = { signedIn: undefined, consent: "at once" };
  const callbackUrls: string[] = [];
  const webhookSecret = options.webhookSecret ?? "a secret that GitHub and svc share";
  const app: Registration = {
    id: 2_100_007,
    clientId: "Iv23liTimeTracking7",
    clientSecret,
    slug: "svc-time-tracking",
    permissions: { issues: "write", pull_requests: "write", members: "read", metadata: "read" },
    events: ["issue_comment"],
    hook: { url: "https://svc.example/webhooks/github", secret: webhookSecret },
    callbackUrls,
    setUpUrl: undefined,
    owner: undefined,
    codes: new Map(),
  };
  const requests: ReceivedRequest[] = [];
  const listeners = new Set<(comment: Comment) => void>();
  const ownDeliveries: Promise<Delivery>[] = [];

  const faults = createFaults();
  const deliveries = createDeliveries(app.id, app.hook, now, keeps);
  const credentials = createCredentials(now, app, options);
  const signIn = createSignInSite({ world, credentials, app, callbackUrls, browser, now });
  const appPages = createAppPages({ world, app, browser, now });
  const site = (request: ReceivedRequest) => (isAppPage(request.path) ? appPages : signIn)(request);
  const reply = (request: ReceivedRequest) => replyTo(host, request);
  const server = serve({ basePath, now, faults, requests, reply, keeps, port, front });
  const url = `http://127.0.0.1:${server.port}`;
  const place: Place = { url, apiUrl: url + basePath, app };
  const payloads = createPayloads(place);
  const bot = world.user(`${app.slug}[bot]`, { type: "Bot" });
  const host: Host = {
    ...{ world, payloads, credentials, place, bot, now, commented, site, deliveries },
    registration: app,
  };

  function commented(comment: Comment): void {
    for (const listener of listeners) listener(comment);
    if (deliverOwnComments) ownDeliveries.push(announce("created", comment));
  }

  function announce(action: CommentAction, comment: Comment, from?: string): Promise<Delivery> {
    return deliveries.deliver("issue_comment", payloads.issueComment(action, comment, from));
  }

  /** Somebody comments; resolves with what the receiver of the webhook answered, and the comment. */
  async function comment(issue: Issue, by: string, body: string, how: { at?: Date } = {}) {
    const written = world.write(issue, by, body, how);
    return { ...(await announce("created", written)), comment: written };
  }

  async function editComment(edited: Comment, body: string): Promise<Delivery> {
    const before = edited.body;
    Object.assign(edited, { body, updatedAt: now() });
    return announce("edited", edited, before);
  }

  async function deleteComment(deleted: Comment): Promise<Delivery> {
    deleted.issue.comments = deleted.issue.comments.filter((one) => one !== deleted);
    return announce("deleted", deleted);
  }

  /** Calls back for each comment that the App posts; the answer ends it. */
  function onComment(listener: (comment: Comment) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The App's comments on an issue as soon as there are so many; fails after `withinMs`. */
  function whenCommented(issue: Issue, count = 1, withinMs = 5_000): Promise<Comment[]> {
    const ours = () => issue.comments.filter((one) => one.byOurApp);
    const { promise, resolve, reject } = Promise.withResolvers<Comment[]>();
    const check = () => ours().length >= count && resolve(ours());
    const stopListening = onComment(check);
    const late = () =>
      reject(new Error(`The App commented ${ours().length} times, not ${count}, in ${withinMs} ms.`));
    const timer = setTimeout(late, withinMs);
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      stopListening();
    });
  }

  return {
    ...world,
    /** What svc is configured with to talk to this GitHub. */
    config: {
      apiUrl: place.apiUrl,
      url,
      appId: String(app.id),
      privateKey: appKeys().privateKey,
      webhookSecret,
      clientId: app.clientId,
      clientSecret,
      hears: "webhook" as const,
    },
    app,
    bot,
    /** Who sits at the browser when svc sends it here to sign in: `github.browser.signedIn = "ada"`. */
    browser,
    /** Enters a callback URL in the App's settings. While there is none, any is taken. */
    callbackTo: (url: string) => void callbackUrls.push(url),
    payloads,
    requests,
    comment,
    editComment,
    deleteComment,
    comments: (issue: Issue) => issue.comments,
    onComment,
    whenCommented,
    fail: faults.fail,
    heal: faults.heal,
    /** Makes every token so far one that GitHub does not know. */
    expireTokens: credentials.expireTokens,
    webhookTo: deliveries.webhookTo,
    deliver: deliveries.deliver,
    redeliver: deliveries.redeliver,
    deliveries: deliveries.all,
    /** Delivers something while nobody is there to take it: GitHub's record says that it failed. */
    lose: deliveries.lose,
    /** Somebody comments, and the delivery of it does not arrive. */
    async commentLost(issue: Issue, by: string, body: string, how: { at?: Date } = {}) {
      const written = world.write(issue, by, body, how);
      const lost = await deliveries.lose("issue_comment", payloads.issueComment("created", written));
      return { ...lost, comment: written };
    },
    /** Resolves when the deliveries of the App's own comments were answered. */
    settled: () => Promise.all(ownDeliveries),
    /** Resolves when what was asked for again was sent and answered. */
    sentAgain: deliveries.settled,
    stop: () => server.stop(true),
  };
}
