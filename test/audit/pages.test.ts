import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { recordEvent } from "../../server/audit/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
beforeAll(async () => {
  svc = await startApp();
  ada = await svc.signedIn("ada");
  const [eve] = await svc.db.insert(users).values({ githubId: 77, login: "eve" }).returning();
  const actor = { userId: eve!.id, via: "token", viaId: 5 } as const;
  for (let id = 1; id <= 60; id++) {
    await recordEvent(
      svc.db,
      { actor, requestId: `request-${id}` },
      {
        action: id % 2 ? "client.created" : "client.renamed",
        target: { type: "client", id },
        detail: { name: `Client "${id}", Ltd` },
      },
    );
  }
  await svc.db.execute(sql`
    insert into audit_log (at, action, target_type, target_id, detail, request_id) values
      ('2026-03-31T21:59:59.999999Z', 'sign_in.refused', 'github_user', '9', '{"login":"mallory"}', 'march'),
      ('2026-03-31T22:00:00Z', 'sign_in.refused', 'github_user', '10', '{"login":null}', 'april'),
      ('2026-04-30T21:59:59.999999Z', 'sign_in.refused', 'github_user', '11', '{"login":"trudy"}', 'still april'),
      ('2026-04-30T22:00:00Z', 'something.of_later', 'thing', '12', '{}', 'may')`);
}, 30_000);
afterAll(() => svc.stop());

const page = async (query = "", by = ada) => {
  const answer = await by.get(`/admin/audit${query}`);
  return { status: answer.status, html: await answer.text() };
};
const requests = (html: string) => [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, id]) => id);

describe("the audit log", () => {
  test("shows the newest first, 50 a page, and leads to the older ones until there are none", async () => {
    const seen: (string | undefined)[] = [];
    let query: string | undefined = "?target=client";
    for (let pages = 0; query !== undefined; pages++) {
      const { html } = await page(query);
      seen.push(...requests(html).filter((id) => id?.startsWith("request-")));
      const next = /rel="next" href="\/admin\/audit(\?[^"]+)"/.exec(html)?.[1];
      query = next?.replaceAll("&amp;", "&");
      expect(pages).toBeLessThan(3);
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, place) => `request-${60 - place}`));
  });

  test("says who, over what, what and to what", async () => {
    const { html } = await page("?target=client+7");
    for (const part of [
      "eve",
      "with token 5",
      "made a client",
      "client 7",
      "Client &quot;7&quot;, Ltd",
      "request-7",
    ]) {
      expect(html).toContain(part);
    }
    expect(requests(html).filter((id) => id?.startsWith("request"))).toEqual(["request-7"]);
  });

  test("is filtered by login without case, by action, and by both", async () => {
    expect((await page("?who=EVE")).html).toContain("request-60");
    expect((await page("?who=nobody")).html).toContain("No event fits this filter.");
    const renamed = requests((await page("?who=eve&action=client.renamed")).html);
    expect(renamed).toContain("request-60");
    expect(renamed).not.toContain("request-59");
  });

  test("counts days as the time zone has them, both of them in", async () => {
    const april = requests((await page("?from=2026-04-01&to=2026-04-30")).html);
    expect(april.filter((id) => id !== "/log 2h")).toEqual(["still april", "april"]);
  });

  test("shows what a later version wrote by its own name", async () => {
    expect((await page("?target=thing+12")).html).toContain("something.of_later");
  });

  test("a filter that cannot be read lists nothing, says why at the field, and keeps what was typed", async () => {
    const { status, html } = await page("?who=ada&from=2026-02-30&target=token+x");
    expect(status).toBe(422);
    expect(html).toContain('href="#field-from"');
    expect(html).toContain('value="2026-02-30"');
    expect(html).toContain('value="token x"');
    expect(html).not.toContain("<tbody");
  });

  test("an unknown parameter is said, and widens nothing", async () => {
    const { status, html } = await page("?actor=ada");
    expect(status).toBe(422);
    expect(html).toContain("is not a parameter of this address");
    expect(html).not.toContain("<tbody");
  });

  test("speaks Dutch", async () => {
    const dutch = await svc.signedIn("ada", "nl");
    const { html } = await page("?target=client+7", dutch);
    expect(html).toContain("maakte een klant");
    expect((await page("?from=x", dutch)).html).toContain("geen dag van de kalender");
  });
});

describe("as CSV", () => {
  test("holds every event of the filter, whatever its texts", async () => {
    const answer = await ada.get("/admin/audit?format=csv&target=client");
    expect(answer.headers.get("content-type")).toStartWith("text/csv");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit-log.csv"');
    const [header, ...lines] = (await answer.text()).trimEnd().split("\r\n");
    expect(header).toBe("id,at,actor,actor_id,via,via_id,action,target_type,target_id,detail,request_id");
    expect(lines).toHaveLength(60);
    expect(lines[0]).toEndWith(
      `,token,5,client.renamed,client,60,"{""name"":""Client \\""60\\"", Ltd""}",request-60`,
    );
  });

  test("more than are read at once, each once", async () => {
    await svc.db.execute(sql`
      insert into audit_log (at, action, target_type, target_id, detail, request_id)
      select now() - interval '2 years' + (n / 3) * interval '1 second', 'sign_in.refused', 'many', n::text, '{}', 'r' || n
      from generate_series(1, 2500) n`);
    const answer = await ada.get("/admin/audit?format=csv&target=many");
    const ids = (await answer.text())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => Number(/,r(\d+)$/.exec(line)?.[1]));
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, place) => 2500 - place));
  });

  test("a filter that cannot be read gives no file", async () => {
    const answer = await ada.get("/admin/audit?format=csv&from=x");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([422, "text/html; charset=utf-8"]);
  });
});
