import { afterAll, beforeAll, expect, test } from "bun:test";
import examples from "@octokit/webhooks-examples";
import { eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp({ config: { allowedOrgs: ["codertocat"] } });
  svc.github.org("Codertocat", { id: 21_031_067_000 });
});
afterAll(() => svc.stop());

type Example = {
  action: string;
  comment: { id: number; body: string; user: { id: number; login: string } };
  issue: { labels: { name: string }[] };
};
const payloads = examples.find((event) => event.name === "issue_comment")!.examples as unknown as Example[];
const named = payloads.map((payload, place) => [`${place} ${payload.action}`, payload] as const);

test.each(named)("GitHub's own example %s is passed over for what it is", async (_, payload) => {
  const { status, answer } = await svc.github.deliver("issue_comment", payload);
  expect(status).toBe(200);
  expect(JSON.parse(answer)).toMatchObject({
    outcome: payload.action === "created" ? "no_command" : "not_created",
  });
});

test.each(named.filter(([, payload]) => payload.action === "created"))(
  "GitHub's own example %s with /log 2h in it becomes an entry",
  async (name, payload) => {
    const changed = structuredClone(payload);
    // The examples name an account of a person as the owner; its organisation here has the same name.
    const author = svc.github.find.account("coder") ?? svc.github.member("Codertocat", "coder");
    changed.comment.user = { ...changed.comment.user, id: author.id, login: "coder" };
    changed.comment.id += 1 + Number(name.split(" ")[0]);
    changed.comment.body = "/log 2h";
    const { status, answer } = await svc.github.deliver("issue_comment", changed);
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({ outcome: "recorded" });
    const [entry] = await svc.db.select().from(entries).where(eq(entries.commentId, changed.comment.id));
    expect(entry).toMatchObject({
      minutes: 120,
      labels: ["bug"],
      repository: "Codertocat/Hello-World",
      workedOn: "2019-05-15",
    });
  },
);
