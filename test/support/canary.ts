import { isOutage } from "../../db/outage.ts";
import type { Database } from "../../db/connect.ts";

export type Canary = ReturnType<typeof createCanary>;

/**
 * Knows every token and session secret that one svc handed out, and looks for them where they must not be: in its pages, its
 * log and all its tables. Each app of the tests has one, so that whatever any test does is looked at (spec 5.9, D15, D20, D21).
 */
export function createCanary() {
  const secrets = new Set<string>();
  const found: string[] = [];

  function note(secret: string): void {
    secrets.add(secret.replace(/^svc_/, ""));
  }

  /** Reads an answer as a person's browser would keep it. */
  async function see(request: Request, response: Response): Promise<void> {
    for (const cookie of response.headers.getSetCookie()) {
      const secret = /^(?:__Host-)?svc_session=([\w-]{43})/.exec(cookie)?.[1];
      if (secret) note(secret);
    }
    const address = `${request.method} ${new URL(request.url).pathname}`;
    for (const [name, value] of response.headers) {
      if (name !== "set-cookie") look(value, `the header ${name} of ${address}`);
    }
    if (!response.headers.get("content-type")?.startsWith("text/html")) return;
    const page = await response.clone().text();
    const isTheOnePage = address === "POST /admin/tokens" && response.status === 200;
    if (!isTheOnePage) return look(page, `the page of ${address}`);
    for (const [token] of page.matchAll(/svc_[\w-]{43}/g)) note(token);
    for (const [tag] of page.matchAll(/<[^>]*>/g)) look(tag, `an attribute of ${address}`);
  }

  /** Looks through the log and the database; fails where any secret stands in them, or stood on a page. */
  async function check({ db, logged }: { db?: Database; logged: string[] }): Promise<void> {
    look(logged.join("\n"), "the log");
    for (const [table, text] of db ? await dump(db) : []) look(text, `the table ${table}`);
    if (found.length > 0) throw new Error(`Secrets stand where they must not: ${found.join(", ")}`);
  }

  function look(text: string, place: string): void {
    if (/svc_[\w-]{43}/.test(text)) found.push(`the form of a token in ${place}`);
    for (const secret of secrets) {
      const forms = [secret, secret.slice(8), Buffer.from(secret).toString("hex")];
      if (forms.some((form) => text.includes(form))) found.push(`${secret.slice(0, 4)}… in ${place}`);
    }
  }

  return { note, see, check };
}

/** Every row of every table as text, those of the job queue too. */
async function dump({ $client: sql }: Database): Promise<[table: string, text: string][]> {
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
    return await Promise.all(
      tables.map(async ({ name }): Promise<[string, string]> => {
        const [all] = await sql.unsafe(`select string_agg(t::text, e'\n') as rows from ${name} as t`);
        return [name, String(all?.rows ?? "")];
      }),
    );
  } catch (error) {
    // A test that took the database away has none to look at.
    if (isOutage(error)) return [];
    throw error;
  }
}
