import { createHmac, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { PgBoss } from "pg-boss";
import postgres from "postgres";

// What svc is measured against, in a process of its own: Elysia and postgres.js with as little between them as can be.
// `bun test/bench/bare.ts <settings as JSON>`.

export type BareSettings = {
  databaseUrl: string;
  port: number;
  secret: string;
  /** The statements of one list page, as svc sends them. */
  list: { text: string; values: (string | number)[] }[];
  token: { id: number; secret: string; hash: string };
  /** Also starts a job queue, which then has nothing to do. */
  withJobs: boolean;
};

const settings = JSON.parse(process.argv[2]!) as BareSettings;
const { list, token, secret } = settings;
const url = new URL(settings.databaseUrl);
const host = url.searchParams.get("host");
url.searchParams.delete("host");
const sql = postgres(url.href, { max: 10, onnotice: () => {}, ...(host && { host }) });

if (settings.withJobs) {
  const boss = new PgBoss({ connectionString: settings.databaseUrl, max: 4 });
  boss.on("error", console.error);
  await boss.start();
}

new Elysia()
  .get("/hello", () => "hello")
  .get("/entries/:id", async ({ params }) => {
    const [row] = await sql`select * from entries where id = ${params.id}`;
    return row;
  })
  .get("/list", async () => {
    const [rows, totals] = await Promise.all(
      list.map(({ text, values }) => sql.unsafe(text, values, { prepare: true })),
    );
    return new Response(JSON.stringify({ data: rows, totals }), {
      headers: { "content-type": "application/json" },
    });
  })
  .get("/bcrypt", async () => {
    const [row] = await sql`select hash from tokens where id = ${token.id}`;
    return (await Bun.password.verify(token.secret, row!["hash"] as string, "bcrypt")) ? "yes" : "no";
  })
  .get("/verify", () => Bun.password.verify(token.secret, token.hash, "bcrypt").then(String))
  .post("/webhooks/github", ({ request }) => accept(request), { parse: "none" })
  .listen({
    hostname: "127.0.0.1",
    port: settings.port,
    reusePort: false,
    development: false,
    idleTimeout: 120,
  });

type Comment = {
  issue: { number: number; title: string; labels: { name: string }[] };
  comment: { id: number; created_at: string; user: { login: string } };
  repository: { id: number; full_name: string };
  installation: { id: number };
};

/** The rows that svc adds for a comment with one command, in one transaction; as jobs that nobody takes up. */
async function accept(request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const given = Buffer.from(request.headers.get("x-hub-signature-256")!.slice(7), "hex");
  if (!timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given)) {
    return new Response("wrong", { status: 401 });
  }
  const { issue, comment, repository, installation } = JSON.parse(body.toString()) as Comment;
  const guid = request.headers.get("x-github-delivery")!;
  const labels = issue.labels.map(({ name }) => name);
  await sql.begin(async (tx) => {
    const [delivery] = await tx`
      insert into deliveries (guid, event, payload, state, outcome, detail, repository, sender, comment_id, processed_at)
      values (${guid}, 'issue_comment', ${body}, 'done', 'recorded', '1 entry', ${repository.full_name},
        ${comment.user.login}, ${comment.id}, now())
      returning id`;
    await tx`
      insert into pgboss.job (name, data, state, completed_on)
      values ('process-delivery', ${tx.json({ deliveryId: Number(delivery!["id"]) })}, 'completed', now())`;
    await tx`
      insert into entries (kind, minutes, worked_on, labels, client_id, attribution, user_id, repository, repository_id,
        issue_number, issue_title, comment_id, command_no, commented_at)
      values ('time', 120, ${comment.created_at.slice(0, 10)}, ${labels}, 1, ${tx.json({ winner: null, runnersUp: [], deactivated: [] })},
        1, ${repository.full_name}, ${repository.id}, ${issue.number}, ${issue.title}, ${comment.id}, 1, ${comment.created_at})`;
    const [confirmation] = await tx`
      insert into confirmations (comment_id, installation_id, repository, repository_id, issue_number, kind, body)
      values (${comment.id}, ${installation.id}, ${repository.full_name}, ${repository.id}, ${issue.number}, 'confirmation', ${"x".repeat(400)})
      returning id`;
    await tx`
      insert into pgboss.job (name, data, state, completed_on, group_id)
      values ('post-confirmation', ${tx.json({ confirmationId: Number(confirmation!["id"]) })}, 'completed', now(), 'acme')`;
  });
  return Response.json({ outcome: "recorded" });
}
