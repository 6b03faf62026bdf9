import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gitHubPages } from "../../server/playground/site/admin.tsx";
import type { Site } from "../../server/playground/site/site.ts";
import { freshState, type State } from "../../server/playground/world/state.ts";
import { type SimulatedGitHub, startWorld } from "../../server/playground/world/actions.ts";
import { firstId, firstIssue } from "../../server/playground/world/sample.ts";
import { textOf } from "../sign-in/through-github.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

let world: SimulatedGitHub;
let site: Site | undefined;
let browser: Visitor;
const saved: State[] = [];
const page = "/acme/web/issues/1";
const state = freshState(firstId);
beforeAll(async () => {
  world = await startWorld(
    state,
    (changed) => saved.push(structuredClone(changed)),
    gitHubPages(() => site),
  );
  world.github.webhookTo(() => Response.json({ outcome: "no_command" }));
  site = {
    ...world,
    entries: "http://127.0.0.1:1/sign-in/github?next=/admin/entries",
    home: "http://localhost:1/admin/set-up",
  };
  browser = createVisitor(fetch, world.url);
});
afterAll(() => world.github.stop());

const comments = () => world.issue("acme/web", 1)!.comments;
const send = (path: string, init: RequestInit) => fetch(world.url + path, { ...init, redirect: "manual" });
const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

describe("only pages of its own, on this machine, change anything", () => {
  test.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["svc itself, on another port", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" }],
    ["a sandboxed frame", { origin: "null" }],
    ["another site, by a browser that says only where from", { origin: "https://evil.example" }],
    ["a program that does not say where from", {}],
  ] as [string, Record<string, string>][])("not %s", async (_, headers) => {
    const before = comments().length;
    for (const path of [`${page}/comments`, `${page}/labels`, "/login/oauth/authorize"])
      expect([path, (await send(path, { ...form({ body: "x" }), headers })).status]).toEqual([path, 403]);
    expect(comments()).toHaveLength(before);
    expect(world.issue("acme/web", 1)!.labels).toContain("client:globex");
  });

  test("not under another name, to which somebody may have bound this address, page or API", async () => {
    for (const host of ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1"]) {
      for (const path of ["/", page, "/api/v3/user", "/login/oauth/authorize", "/assets/x/app.css"]) {
        const answer = await send(path, { headers: { host } });
        expect([host, path, answer.status]).toEqual([host, path, 403]);
        expect(await answer.text()).not.toContain("Checkout");
      }
      const posted = await send(`${page}/comments`, {
        ...form({ body: "x" }),
        headers: { host, "sec-fetch-site": "same-origin", origin: `http://${host}` },
      });
      expect(posted.status).toBe(403);
    }
  });

  test("but svc's own requests over the API, which name no origin", async () => {
    const answer = await send("/api/v3/user", {
      headers: { authorization: "Bearer x", "user-agent": "svc" },
    });
    expect(answer.status).toBe(401);
  });
});

describe("an issue's page", () => {
  test("has every protection that svc's own pages have, and no script", async () => {
    const answer = await browser.get(page);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(await answer.text()).not.toContain("<script");
  });

  test("shows what somebody wrote as text, whatever it holds", async () => {
    const hostile = [
      `"><svg onload=alert(1)>`,
      "</textarea><script>alert(1)</script>",
      "[click](javascript:alert(1)) ![](https://evil.example/x.png)",
      "**<b onmouseover=alert(1)>** `<img src=x onerror=alert(1)>`",
      'https://example.com/?a=1&b="><script>alert(1)</script>',
    ];
    for (const body of hostile) {
      const answer = await browser.post(`${page}/comments`, { body });
      expect(answer.status).toBe(303);
    }
    const html = await (await browser.get(page)).text();
    expect(html).not.toMatch(/<(script|svg|img|b [a-z])/);
    expect(html).not.toMatch(/href="javascript/);
    expect(html).toContain("&lt;svg onload=alert(1)&gt;");
    await browser.post(`${page}/labels`, { new: '"><img src=x>' });
    // Quoted, in the value of its checkbox, it is harmless.
    expect((await (await browser.get(page)).text()).replaceAll(/"[^"]*"/g, "")).not.toContain("<img");
  });

  test("keeps what was typed where it cannot be taken, and says why", async () => {
    const before = comments().length;
    const empty = await browser.post(`${page}/comments`, { body: "  \r\n " });
    expect([empty.status, await textOf(empty)]).toEqual([
      422,
      expect.stringContaining("Write something first"),
    ]);
    expect((await browser.post(`${page}/comments`, { body: "x".repeat(70_000) })).status).toBe(413);
    expect((await browser.post(`${page}/comments`, { bodi: "x" })).status).toBe(422);
    expect(comments()).toHaveLength(before);
  });

  test.each([
    "/acme/web/issues/999",
    "/acme/web/issues/1e0",
    "/acme/nothing/issues/1",
    "/%00/x/issues/1",
    "/x",
  ])("is not there at %s", async (path) => {
    expect((await browser.get(path)).status).toBeOneOf([400, 404]);
    expect((await browser.post(`${path}/comments`, { body: "x" })).status).toBeOneOf([400, 404]);
  });
});

describe("a restart", () => {
  test("brings back comments and labels, and no id twice", async () => {
    const last = saved.at(-1)!;
    const again = await startWorld(
      structuredClone(last),
      () => {},
      async () => undefined,
    );
    try {
      expect(again.issues()).toEqual(world.issues());
      const ids = again.issues().flatMap((issue) => issue.comments.map(({ id }) => id));
      again.github.webhookTo(() => Response.json({ outcome: "no_command" }));
      const { id } = await again.comment(firstIssue, "one more");
      expect(id).toBeGreaterThan(Math.max(...ids));
      const people = ["ada", "linus", "grace"].map((login) => again.github.find.account(login)!.id);
      expect(people).toEqual(["ada", "linus", "grace"].map((login) => world.github.find.account(login)!.id));
    } finally {
      await again.github.stop();
    }
  });

  test("a comment is kept before svc hears of it, so that its id cannot come again", async () => {
    let keptThen = 0;
    world.github.webhookTo(() => {
      keptThen = saved.at(-1)!.issues["acme/web#2"]?.comments.length ?? 0;
      return Response.json({ outcome: "no_command" });
    });
    const { id } = await world.comment({ repository: "acme/web", number: 2 }, "hello");
    expect(keptThen).toBe(1);
    expect(saved.at(-1)!.lastId).toBe(id);
  });
});
