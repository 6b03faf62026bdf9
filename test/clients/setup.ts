import { asc } from "drizzle-orm";
import { auditLog } from "../../db/schema/people.ts";
import type { Problem } from "../../server/errors.ts";
import type { ClientJson } from "../../server/clients/json.ts";
import type { MappingJson } from "../../server/clients/mappings/json.ts";
import { startApp } from "../support/app.ts";

export type Answer<T = Record<string, unknown>> = {
  status: number;
  headers: Headers;
  body: T & Partial<Omit<Problem, "status">>;
};

type Asked = { token?: string; headers?: Record<string, string> };

/** svc with an admin, root, and a member, ada; asks its API as root unless told. */
export async function startClients() {
  const svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  const [root, ada] = [await svc.tokenFor("root"), await svc.tokenFor("ada")];

  /** Sends JSON, or a text as it is. The path begins below /api/v1. */
  async function ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { token = root, headers = {} }: Asked = {},
  ): Promise<Answer<T>> {
    const response = await svc.send(
      new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const read = (text === "" ? {} : JSON.parse(text)) as Answer<T>["body"];
    return { status: response.status, headers: response.headers, body: read };
  }

  async function client(name: string): Promise<ClientJson> {
    const { status, body } = await ask<ClientJson>("POST", "/clients", { name });
    if (status !== 201) throw new Error(`${status}: ${body.detail}`);
    return body;
  }

  async function mapping(
    label_pattern: string,
    { id }: { id: number },
    repository?: string,
  ): Promise<MappingJson> {
    const wanted = { label_pattern, client_id: id, ...(repository !== undefined && { repository }) };
    const { status, body } = await ask<MappingJson>("POST", "/label-mappings", wanted);
    if (status !== 201) throw new Error(`${status}: ${body.detail}`);
    return body;
  }

  /** What the audit log says, oldest first, of clients and mappings. */
  async function audited() {
    const rows = await svc.db.select().from(auditLog).orderBy(asc(auditLog.id));
    return rows.filter(({ targetType }) => targetType === "client" || targetType === "mapping");
  }

  /** The client that an issue with these labels is attributed to, by a comment on it. */
  async function attributed(labels: string[], repository = "acme/web"): Promise<string | null> {
    const issue = svc.github.issue(repository, { labels });
    await svc.github.comment(issue, "ada", "/log 1h");
    const { body } = await ask<{ data: { client: { name: string } | null }[] }>(
      "GET",
      "/time-entries?limit=1",
    );
    return body.data[0]!.client?.name ?? null;
  }

  return { svc, root, ada, ask, client, mapping, audited, attributed, stop: svc.stop };
}

export type Clients = Awaited<ReturnType<typeof startClients>>;
