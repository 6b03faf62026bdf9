import { type Address, connect } from "../../db/connect.ts";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import type { Stage } from "./stage.ts";

// So many that hardly any adds up more hours than issues do.
const issues = 2_000;
// Stands for the comment's id: no other number of a payload contains it.
const placeholder = 777_777_777_777;

/** What the load sends next: so many comments at most, each of them another one. */
export async function webhookLoad(stage: Stage) {
  const templates = await payloads(stage);
  let last = await lastComment(stage.address);
  return (most: number) => {
    const firstComment = last + 1;
    last += most;
    const { webhookSecret: secret } = stage.github.config;
    return { webhook: { path: "/webhooks/github", secret, templates, firstComment, most } };
  };
}

async function lastComment(address: Address): Promise<number> {
  const db = connect(address, { max: 1 });
  const [{ last }] = await db.$client<[{ last: number }]>`
    select greatest(max(comment_id), 5000000000)::float8 as last from deliveries`;
  await db.$client.end();
  return last;
}

/** What GitHub sends for a comment `/log 2h` on each of many issues, with `{comment}` where its id belongs. */
async function payloads({ github, address }: Stage): Promise<string[]> {
  const db = connect(address, { max: 1 });
  for (let client = 1; client <= 20; client++) {
    await insertMapping(db, { labelPattern: `client:c${client}`, clientId: client, repository: null });
  }
  await db.$client.end();
  const repository = github.find.repository("acme/web") ?? github.repo("acme/web");
  return Array.from({ length: issues }, (_, n) => {
    const issue =
      repository.issues[n] ??
      github.issue("acme/web", {
        title: "An issue with a title of an ordinary length",
        labels: [`client:c${1 + (n % 20)}`, "type:bugfix", "wbso:speur"],
      });
    const comment = github.write(issue, "ada", "/log 2h found the cause");
    const text = JSON.stringify(github.payloads.issueComment("created", { ...comment, id: placeholder }));
    return text.replaceAll(String(placeholder), "{comment}");
  });
}
