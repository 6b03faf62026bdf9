import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { auditLog } from "../../db/schema/people.ts";
import type { ClientJson } from "../../server/clients/json.ts";
import type { EntryDetailJson } from "../../server/entries/history/json.ts";
import type { EntryListJson } from "../../server/entries/json.ts";
import { type Clients, startClients } from "../clients/setup.ts";
import { anEntry } from "../support/factories.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const correct = (id: number, body: object, list = "time-entries") =>
  api.ask<EntryDetailJson>("POST", `/${list}/${id}/corrections`, body);
const read = async (id: number, list = "time-entries") =>
  (await api.ask<EntryDetailJson>("GET", `/${list}/${id}`)).body;
const listed = async (query: string) => (await api.ask<EntryListJson>("GET", `/time-entries?${query}`)).body;
const deactivate = (client: ClientJson) => api.ask("POST", `/clients/${client.id}/deactivation`);

/** An entry that came the usual way, by a comment on an issue with these labels. */
async function logged(labels: string[], command = "/log 2h as logged"): Promise<EntryDetailJson> {
  const issue = api.svc.github.issue("acme/web", { labels });
  await api.svc.github.comment(issue, "ada", command);
  const list = command.startsWith("/log") ? "time-entries" : "plans";
  const { body } = await api.ask<EntryListJson>("GET", `/${list}?issue=acme/web%23${issue.number}`);
  return read(body.data[0]!.id, list);
}

const reason = "the issue had the wrong label";

describe("a correction takes the place of an entry (D8)", () => {
  test("with the corrected labels and their client; author, issue and comment stay", async () => {
    const [globex, initech] = [await api.client("Globex"), await api.client("Initech")];
    await api.mapping("client:globex", globex);
    await api.mapping("client:initech", initech);
    const old = await logged(["client:globex", "wbso:dev"]);
    expect(old.client?.name).toBe("Globex");
    const { status, headers, body: made } = await correct(old.id, { labels: ["client:initech"], reason });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/time-entries/${made.id}`);
    const { id, labels, client, client_id, created_at, supersedes_id, correction, attribution, ...rest } =
      made;
    expect({ labels, client, client_id, supersedes_id }).toEqual({
      labels: ["client:initech"],
      client: { id: initech.id, name: "Initech" },
      client_id: initech.id,
      supersedes_id: old.id,
    });
    expect(correction).toEqual({
      by: { id: expect.any(Number), login: "root" },
      at: created_at,
      reason,
    });
    expect(attribution).toMatchObject({ outcome: "attributed", winner: { label: "client:initech" } });
    const { history, ...same } = rest;
    expect(old).toMatchObject(same);
    expect(history.map((version) => [version.id, version.correction?.reason])).toEqual([
      [old.id, undefined],
      [id, reason],
    ]);
    expect(await read(id)).toEqual(made);
  });

  test("lists and sums have the new one in its place, and both where asked for", async () => {
    const old = await logged(["sums:1"]);
    const { body: made } = await correct(old.id, { minutes: 90, reason });
    const now = await listed("label=sums:1");
    expect(now.data.map(({ id }) => id)).toEqual([made.id]);
    expect(now.totals).toEqual({ entries: 1, minutes: 90 });
    const both = await listed("label=sums:1&include=superseded");
    expect(both.data.map(({ id, superseded_by_id }) => [id, superseded_by_id])).toEqual([
      [made.id, null],
      [old.id, made.id],
    ]);
    expect(both.totals).toEqual({ entries: 2, minutes: 210 });
  });

  test("what is not named stays, and the next confirmation counts it", async () => {
    const issue = api.svc.github.issue("acme/web", { labels: ["keep:1"] });
    await api.svc.github.comment(issue, "ada", "/log 2h 2026-10-05 as logged");
    const [entry] = (await listed("label=keep:1")).data;
    const { body: made } = await correct(entry!.id, { minutes: 30, reason });
    expect(made).toMatchObject({
      minutes: 30,
      worked_on: "2026-10-05",
      note: "as logged",
      labels: ["keep:1"],
    });
    await api.svc.github.comment(issue, "ada", "/log 1h");
    const answers = await api.svc.github.whenCommented(issue, 2);
    expect(answers[1]!.body).toContain("1h 30m logged");
  });

  test("plans are corrected alike, at their own address", async () => {
    const old = await logged(["plan:1"], "/plan 8h");
    const { status, body } = await correct(
      old.id,
      { minutes: 60_000, worked_on: "2031-01-01", reason },
      "plans",
    );
    expect([status, body.kind, body.minutes, body.worked_on]).toEqual([201, "plan", 60_000, "2031-01-01"]);
    expect((await correct(body.id, { minutes: 60, reason })).body.code).toBe("entry_not_found");
  });

  test("it is audited, with who, what and why, and only when it happened", async () => {
    const old = await logged(["audit:1"]);
    await correct(old.id, { minutes: 90, note: null, reason });
    await correct(old.id, { minutes: 91, reason });
    const events = (await api.svc.db.select().from(auditLog)).filter(
      ({ targetType, targetId }) => targetType === "entry" && targetId === String(old.id),
    );
    expect(events).toMatchObject([
      {
        action: "entry.corrected",
        via: "token",
        detail: { superseded_by: expect.any(Number), changed: "minutes, note", reason },
      },
    ]);
  });
});

describe("the client of a corrected entry", () => {
  test("stays where the labels are not named, whatever became of the mappings", async () => {
    const [one, other] = [await api.client("Stays"), await api.client("Later")];
    const mapping = await api.mapping("stay:1", one);
    const old = await logged(["stay:1"]);
    await api.ask("DELETE", `/label-mappings/${mapping.id}`);
    await api.mapping("stay:1", other);
    const { body } = await correct(old.id, { minutes: 60, reason });
    expect([body.client?.name, body.attribution]).toEqual(["Stays", old.attribution]);
    // Named, even unchanged, they decide anew.
    const { body: again } = await correct(body.id, { labels: ["stay:1"], reason });
    expect(again.client?.name).toBe("Later");
  });

  test("stays where the labels lead to it again, even if it is deactivated since", async () => {
    const client = await api.client("Gone since");
    await api.mapping("gone:1", client);
    await api.mapping("gone:2", client);
    const old = await logged(["gone:1"]);
    await deactivate(client);
    const { body } = await correct(old.id, { labels: ["gone:2", "wbso:dev"], reason });
    expect([body.client?.name, body.attribution.winner?.label]).toEqual(["Gone since", "gone:2"]);
  });

  test("is never another one that is deactivated", async () => {
    const client = await api.client("Gone before");
    await api.mapping("before:1", client);
    await deactivate(client);
    const old = await logged(["nothing"]);
    const { body } = await correct(old.id, { labels: ["before:1"], reason });
    expect([body.client, body.attribution.outcome]).toEqual([null, "client_deactivated"]);
  });

  test("can be given to hours that were logged before their label was mapped", async () => {
    const old = await logged(["late:1"]);
    expect((await correct(old.id, { labels: ["late:1"], reason })).body.code).toBe("invalid_body");
    const client = await api.client("Mapped late");
    await api.mapping("late:1", client);
    const { status, body } = await correct(old.id, { labels: ["late:1"], reason });
    expect([status, body.client?.name]).toEqual([201, "Mapped late"]);
  });
});

describe("an entry is corrected once", () => {
  test("of twenty who correct it at once one does, and the others are led to what stands", async () => {
    const old = await logged(["race:1"]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => correct(old.id, { minutes: n + 1, reason })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const current = `/api/v1/time-entries/${made[0]!.body.id}`;
    for (const { status, headers, body } of answers.filter((answer) => answer !== made[0])) {
      expect([status, body.code, headers.get("location")]).toEqual([409, "already_corrected", current]);
      expect(body.detail).toContain(current);
    }
    expect((await listed("label=race:1")).totals).toEqual({ entries: 1, minutes: made[0]!.body.minutes });
  });

  test("and then its correction is: a chain, never a fork", async () => {
    const old = await logged(["chain:1"]);
    let { id } = old;
    for (let n = 1; n <= 3; n++) ({ id } = (await correct(id, { minutes: n, reason: `change ${n}` })).body);
    const chain = (await read(old.id)).history;
    expect(chain.map((version) => [version.minutes, version.correction?.reason ?? null])).toEqual([
      [120, null],
      [1, "change 1"],
      [2, "change 2"],
      [3, "change 3"],
    ]);
    expect(chain.map(({ supersedes_id }) => supersedes_id)).toEqual([
      null,
      ...chain.slice(0, 3).map((v) => v.id),
    ]);
    expect(chain.map(({ superseded_by_id }) => superseded_by_id)).toEqual([
      ...chain.slice(1).map((v) => v.id),
      null,
    ]);
    for (const version of chain) expect((await read(version.id)).history).toEqual(chain);
    const refused = await correct(old.id, { minutes: 9, reason });
    expect(refused.headers.get("location")).toBe(`/api/v1/time-entries/${id}`);
  });

  test("at every moment exactly one of its versions stands", async () => {
    let id = await anEntry(api.svc.db, { labels: ["moment:1"] });
    for (let n = 1; n <= 5; n++) ({ id } = (await correct(id, { minutes: n, reason })).body);
    const rows = await api.svc.db.select().from(entries).where(eq(entries.issueNumber, 1));
    const versions = rows.filter(({ labels }) => labels.includes("moment:1"));
    for (const { id, supersededAt } of versions) {
      const next = versions.find(({ supersedesId }) => supersedesId === id);
      expect(next?.createdAt ?? null).toEqual(supersededAt);
    }
  });

  test("many corrections of many entries at once all succeed, also where they move hours about", async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        anEntry(api.svc.db, { labels: [`busy:${n % 3}`, "busy:all"], issueNumber: 100 + n }),
      ),
    );
    const answers = await Promise.all(
      ids.map((id, n) =>
        correct(id, {
          labels: [`busy:${(n + 1) % 3}`, "busy:all"],
          worked_on: `2026-0${1 + (n % 9)}-01`,
          reason,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
    expect((await listed("label=busy:all")).totals).toEqual({ entries: 30, minutes: 1800 });
  });
});
