import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { Webhooks } from "@octokit/webhooks";
import examples from "@octokit/webhooks-examples";
import { verifySignature } from "../../server/github/signature.ts";
import {
  type FakeGitHub,
  type FakeGitHubOptions,
  startFakeGitHub,
} from "../../server/github/simulated/github.ts";
import type { Delivery } from "../../server/github/simulated/deliveries.ts";
import type { Issue } from "../../server/github/simulated/things.ts";
import { adapterTo, failureOf } from "./adapter.ts";

let github: FakeGitHub;
let issue: Issue;
let received: Request[];

async function start(options?: FakeGitHubOptions) {
  await github?.stop();
  github = await startFakeGitHub(options);
  github.org("acme", { id: 38_302_899 });
  github.repo("acme/web", { id: 186_853_002, private: false });
  github.member("acme", "ada");
  issue = github.issue("acme/web", { title: "Slow search", labels: ["client:globex", "type:a,b"] });
  received = [];
  github.webhookTo(async (request) => {
    received.push(request);
    return new Response("Recorded.", { status: 200 });
  });
}
beforeEach(() => start());
afterAll(() => github.stop());

describe("a comment is delivered", () => {
  test("and the answer comes back", async () => {
    const delivery = await github.comment(issue, "ada", "/log 2h");
    expect(delivery).toMatchObject({ event: "issue_comment", status: 200, answer: "Recorded." });
    expect(github.comments(issue)).toEqual([delivery.comment]);
  });

  test("with GitHub's headers", async () => {
    const { guid } = await github.comment(issue, "ada", "/log 2h");
    const headers = Object.fromEntries(received[0]?.headers ?? []);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^GitHub-Hookshot\//),
      "x-github-delivery": guid,
      "x-github-event": "issue_comment",
      "x-github-hook-installation-target-id": github.config.appId,
      "x-github-hook-installation-target-type": "integration",
      "x-hub-signature": expect.stringMatching(/^sha1=[0-9a-f]{40}$/),
      "x-hub-signature-256": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
    expect(guid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("with a signature that Octokit accepts, and svc", async () => {
    const { body, headers } = await github.comment(issue, "ada", "/log 2h ☕");
    const signature = headers["x-hub-signature-256"] ?? "";
    const secret = github.config.webhookSecret;
    expect(await new Webhooks({ secret }).verify(new TextDecoder().decode(body), signature)).toBe(true);
    expect(verifySignature([secret], body, signature)).toBe(true);
  });

  test.each(["created", "edited", "deleted"] as const)(
    "%s, in the form of GitHub's own example",
    async (action) => {
      const payload = payloadOf(await announced(action)) as Record<string, unknown>;
      const example = examplesOf("issue_comment").find(
        (one) => one["action"] === action && one["organization"],
      );
      const usual =
        examplesOf("issue_comment").find((one) => one["organization"] && one["installation"]) ?? {};
      // An organisation owns most repositories; in the examples a person does, beside an organisation.
      for (const [name, form] of Object.entries({ ...usual, ...example })) {
        if (name === "changes") continue;
        expect(missing(form, payload[name], name)).toEqual([]);
      }
      expect(payload).toMatchObject({
        action,
        issue: { number: 1, labels: [{ name: "client:globex" }, { name: "type:a,b" }] },
        comment: { user: { login: "ada", type: "User" }, performed_via_github_app: null },
        repository: { id: 186_853_002, full_name: "acme/web", private: false, owner: { login: "acme" } },
        organization: { login: "acme", id: 38_302_899 },
        installation: { id: issue.repo.owner.installation?.id ?? 0 },
        sender: { login: "ada" },
      });
    },
  );

  test("on a pull request with what tells it from an issue", async () => {
    const pull = github.issue("acme/web", { pullRequest: true });
    const payload = payloadOf(await github.comment(pull, "ada", "/log 2h"));
    expect(payload).toMatchObject({
      issue: { number: 2, pull_request: { url: expect.stringContaining("/pulls/2") } },
    });
  });

  test("with the labels that the issue has then", async () => {
    github.label(issue, "wbso:speur");
    github.unlabel(issue, "type:a,b");
    const payload = payloadOf(await github.comment(issue, "ada", "/log 2h"));
    expect(payload).toMatchObject({ issue: { labels: [{ name: "client:globex" }, { name: "wbso:speur" }] } });
  });

  test("of a member who keeps to themselves as of a contributor", async () => {
    expect(payloadOf(await github.comment(issue, "ada", "x"))).toMatchObject({
      comment: { author_association: "CONTRIBUTOR" },
    });
    expect(payloadOf(await github.comment(issue, "eve", "x"))).toMatchObject({
      comment: { author_association: "NONE" },
    });
  });

  test("again under the same id and to the last byte the same", async () => {
    const first = await github.comment(issue, "ada", "/log 2h");
    github.label(issue, "later");
    const again = await github.redeliver(first.guid);
    expect(again).toMatchObject({
      guid: first.guid,
      body: first.body,
      headers: first.headers,
      redelivery: true,
    });
    expect(received).toHaveLength(2);
  });

  test("with another signature, another id or none, where a test wants it", async () => {
    await github.deliver("ping", { zen: "Design for failure." }, { guid: "a-guid", signature: null });
    await github.deliver("ping", "not JSON", { signature: "sha256=0" });
    expect(
      received.map(({ headers }) => [headers.get("x-github-delivery"), headers.get("x-hub-signature-256")]),
    ).toEqual([
      ["a-guid", null],
      [expect.any(String), "sha256=0"],
    ]);
  });

  test("to a real address too; a receiver that is away is no error here", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("", { status: 202 }),
    });
    github.webhookTo(`http://127.0.0.1:${server.port}/webhooks/github`);
    expect((await github.comment(issue, "ada", "/log 2h")).status).toBe(202);
    await server.stop(true);
    expect((await github.comment(issue, "ada", "/log 2h")).status).toBe(0);
  });
});

describe("what the App itself posts", () => {
  const post = () => {
    const installationId = issue.repo.owner.installation?.id ?? 0;
    return adapterTo(github).postComment({
      installationId,
      repository: "acme/web",
      issueNumber: 1,
      body: "Logged.",
    });
  };

  test("is delivered to it only where that is asked for", async () => {
    await post();
    expect(await github.settled()).toEqual([]);
  });

  test("is delivered as the bot's, and as done through the App", async () => {
    await start({ deliverOwnComments: true });
    await post();
    const [delivery] = await github.settled();
    expect(delivery && payloadOf(delivery)).toMatchObject({
      comment: { user: { type: "Bot" }, performed_via_github_app: { id: github.app.id } },
      sender: { login: "svc-time-tracking[bot]", type: "Bot" },
    });
  });

  test("can be waited for", async () => {
    const waiting = github.whenCommented(issue);
    await post();
    expect(await waiting).toMatchObject([{ body: "Logged." }]);
    const tooFew = await github.whenCommented(issue, 2, 20).catch(String);
    expect(tooFew).toContain("commented 1 times, not 2");
  });
});

describe("the REST API", () => {
  const ask = (path: string, init?: RequestInit) => fetch(`${github.config.apiUrl}${path}`, init);

  test.each(["/orgs/acme/installation", "/orgs/acme/memberships/ada", "/user/1", "/repos/acme/web/issues/1"])(
    "turns strangers away from %s",
    async (path) => {
      for (const authorization of ["", "token ghs_unknown", "bearer e30.e30.e30"]) {
        const response = await ask(path, { headers: { authorization } });
        expect(response.status).toBe(401);
        const body = await response.json();
        expect(body).toMatchObject({
          status: "401",
          documentation_url: expect.stringContaining("docs.github.com"),
        });
      }
    },
  );

  test("does not show a private repository to another organisation's App, nor lets it write in a public one", async () => {
    const other = github.org("globex").installation?.id ?? 0;
    github.repo("acme/secret");
    github.issue("acme/secret");
    const post = (repository: string) =>
      adapterTo(github).postComment({ installationId: other, repository, issueNumber: 1, body: "x" });
    expect(await failureOf(post("acme/secret"))).toMatchObject({ status: 404 });
    expect(await failureOf(post("acme/web"))).toMatchObject({ status: 403 });
  });

  test("tells the limits, and what it does not know is not found", async () => {
    const response = await ask("/nothing");
    expect(response.status).toBe(404);
    expect(Number(response.headers.get("x-ratelimit-remaining"))).toBeWithin(1, 5000);
  });

  test("keeps a record of what it was asked", async () => {
    await ask("/user/1?a=b", { method: "PUT", body: '{"c":1}', headers: { "x-d": "e" } });
    expect(github.requests).toMatchObject([
      { method: "PUT", path: "/user/1", query: { a: "b" }, body: { c: 1 }, headers: { "x-d": "e" } },
    ]);
  });

  test("fails as often and as slowly as was arranged, and then no more", async () => {
    github.fail({
      path: "/user/1",
      times: 2,
      delayMs: 30,
      respond: { status: 500, body: { message: "No" } },
    });
    const started = performance.now();
    const statuses = [];
    for (const path of ["/user/2", "/user/1", "/user/1", "/user/1"]) statuses.push((await ask(path)).status);
    expect(statuses).toEqual([401, 500, 500, 401]);
    expect(performance.now() - started).toBeGreaterThan(55);
  });
});

async function announced(action: "created" | "edited" | "deleted"): Promise<Delivery> {
  const created = await github.comment(issue, "ada", "/log 2h");
  if (action === "created") return created;
  return action === "edited"
    ? github.editComment(created.comment, "/log 3h")
    : github.deleteComment(created.comment);
}

function payloadOf({ body }: Delivery): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}

function examplesOf(name: string): Record<string, unknown>[] {
  const definition = examples.find((one) => one.name === name);
  return (definition?.examples ?? []) as unknown as Record<string, unknown>[];
}

/** The paths that the example has and the payload has not, or has as something of another kind. */
function missing(example: unknown, actual: unknown, path: string): string[] {
  if (actual === undefined) return [path];
  if (example === null || actual === null) return [];
  if (typeof example !== typeof actual || Array.isArray(example) !== Array.isArray(actual))
    return [`${path}: kind`];
  if (typeof example !== "object") return [];
  if (Array.isArray(example)) {
    const [one, other] = [example[0], (actual as unknown[])[0]];
    return one === undefined || other === undefined ? [] : missing(one, other, `${path}[0]`);
  }
  return Object.entries(example).flatMap(([name, value]) =>
    missing(value, (actual as Record<string, unknown>)[name], `${path}.${name}`),
  );
}
