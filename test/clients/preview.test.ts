import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { entries, labelMappings } from "../../db/schema.ts";
import type { MappingPreviewJson } from "../../server/clients/mappings/preview/json.ts";
import { dayIn } from "../../server/entries/date-range.ts";
import { anEntry } from "../support/factories.ts";
import { type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

/** As a member who may not make it. */
const preview = async (wanted: object) =>
  api.ask<MappingPreviewJson>("POST", "/label-mappings/preview", wanted, { token: api.ada });

/** On the calendar, where a day may have 23 hours. */
function daysAgo(days: number): string {
  const day = new Date(`${dayIn("Europe/Amsterdam", new Date())}T00:00:00Z`);
  return new Date(day.getTime() - days * 24 * 3_600_000).toISOString().slice(0, 10);
}
const none = { entries: 0, minutes: 0, without_client: 0 };
const messages = ({ notes }: MappingPreviewJson) => notes.map(({ message }) => message);

describe("what a mapping would have matched in the last 90 days", () => {
  test("hours and plans that carry the label, and how many of them have no client", async () => {
    const [acme, globex] = [await api.client("Acme"), await api.client("Globex")];
    const attribution = { winner: null, runnersUp: [], deactivated: [] };
    const labels = ["type:bug", "client:acme"];
    const entry = (more: object, db = api.svc.db) => anEntry(db, { labels, workedOn: daysAgo(3), ...more });
    await entry({ minutes: 30 });
    await entry({ minutes: 45, clientId: globex.id, attribution });
    await entry({ minutes: 60, repository: "acme/api" });
    await entry({ minutes: 120, kind: "plan" });
    await entry({ minutes: 7, workedOn: daysAgo(88) });
    // These do not count: too long ago, other labels, superseded.
    await entry({ workedOn: daysAgo(91) });
    await entry({ labels: ["client:acme bv", "Client:acme", "client:acm"] });
    const old = await entry({ minutes: 1000 });
    const person = (await api.ask<{ id: number }>("GET", "/me")).body.id;
    const fix = { supersedesId: old, correctedById: person, correctionReason: "typing error" };
    await api.svc.db.transaction(async (tx) => {
      const corrected = await entry({ minutes: 10, ...fix }, tx as unknown as Database);
      const superseded = { supersededById: corrected, supersededAt: new Date() };
      await tx.update(entries).set(superseded).where(eq(entries.id, old));
    });

    const everywhere = await preview({ label_pattern: "client:acme", client_id: acme.id });
    expect(everywhere.status).toBe(200);
    expect(everywhere.body.matches).toEqual({
      since: daysAgo(89),
      time: { entries: 5, minutes: 30 + 45 + 60 + 7 + 10, without_client: 4 },
      plan: { entries: 1, minutes: 120, without_client: 1 },
    });
    const there = await preview({ label_pattern: "client:acme", client_id: acme.id, repository: "ACME/Api" });
    expect(there.body.matches.time).toEqual({ entries: 1, minutes: 60, without_client: 1 });
    // Of a repository with a mapping of its own a global one gets nothing (spec 7.1.3).
    await api.mapping("client:acme", globex, "acme/api");
    const elsewhere = await preview({ label_pattern: "client:acme", client_id: acme.id });
    expect(elsewhere.body.matches.time.entries).toBe(4);
  });

  test("nothing, for a label that nothing carries", async () => {
    const { body } = await preview({ label_pattern: "client:nobody", client_id: 1 });
    expect(body.matches).toMatchObject({ time: none, plan: none });
  });

  test("and writes nothing", async () => {
    const counted = async () => (await api.svc.db.select({ n: count() }).from(labelMappings))[0]!.n;
    const [mappings, events] = [await counted(), (await api.audited()).length];
    await preview({ label_pattern: "client:acme", client_id: 1 });
    expect([await counted(), (await api.audited()).length]).toEqual([mappings, events]);
  });
});

describe("mappings of the same label", () => {
  let few: Clients;
  beforeAll(async () => {
    few = await startClients();
    for (const name of ["One", "Two", "Gone"]) await few.client(name);
    await few.mapping("global", { id: 1 });
    await few.mapping("own", { id: 1 }, "Acme/Web");
    await few.mapping("gone", { id: 3 });
    await few.ask("POST", "/clients/3/deactivation");
  });
  afterAll(() => few.stop());

  const found = async (label_pattern: string, client_id: number, repository?: string) => {
    const wanted = { label_pattern, client_id, ...(repository && { repository }) };
    const { body } = await few.ask<MappingPreviewJson>("POST", "/label-mappings/preview", wanted);
    const { before, after } = body.label_alone;
    const lead = ({ client, ambiguous }: typeof before) =>
      `${client?.name ?? "nobody"}${ambiguous ? ", ambiguous" : ""}`;
    return {
      conflicts: body.conflicts.map(({ kind, mapping, message }) => [kind, mapping.id, message]),
      leads: `${lead(before)} → ${lead(after)}`,
    };
  };

  test("none", async () => {
    expect(await found("new", 1)).toEqual({ conflicts: [], leads: "nobody → One" });
  });

  test("the very same", async () => {
    expect(await found("own", 1, "acme/web")).toEqual({
      conflicts: [["exists", 2, "This mapping stands already, as mapping 2."]],
      leads: "One → One",
    });
  });

  test("of another client: the older one wins", async () => {
    expect(await found("global", 2)).toEqual({
      conflicts: [
        [
          "other_client",
          1,
          "Mapping 1 of this label leads to One and is the older one: it wins, and the confirmation says that the labels are ambiguous.",
        ],
      ],
      leads: "One → One, ambiguous",
    });
  });

  test("of another client that is deactivated: the new one counts", async () => {
    expect(await found("gone", 2)).toEqual({
      conflicts: [
        ["other_client", 3, "Mapping 3 of this label leads to Gone, which is deactivated: this one counts."],
      ],
      leads: "nobody → Two",
    });
  });

  test("a repository's own takes the place of a global one", async () => {
    expect(await found("global", 2, "acme/web")).toEqual({
      conflicts: [
        [
          "shadows",
          1,
          "In acme/web this one takes the place of mapping 1, which leads to One everywhere else.",
        ],
      ],
      leads: "One → Two",
    });
  });

  test("and the other way round", async () => {
    expect(await found("own", 2)).toEqual({
      conflicts: [["shadowed", 2, "In Acme/Web mapping 2 takes the place of this one and leads to One."]],
      leads: "nobody → Two",
    });
  });

  test("of other repositories do not meet", async () => {
    expect(await found("own", 2, "acme/api")).toEqual({ conflicts: [], leads: "nobody → Two" });
  });

  test("to a deactivated client it would lead nowhere", async () => {
    expect((await found("new", 3)).leads).toBe("nobody → nobody");
  });
});

describe("what to know", () => {
  test("a label never seen, with the closest one that was", async () => {
    await anEntry(api.svc.db, { labels: ["client:umbrella"] });
    const { body } = await preview({ label_pattern: "client:umbrela", client_id: 1 });
    expect([body.label_seen, body.closest_label]).toEqual([false, "client:umbrella"]);
    expect(messages(body)).toContain(
      'This label has never been on an entry. The closest label that has been is "client:umbrella".',
    );
    const seen = await preview({ label_pattern: "client:umbrella", client_id: 1 });
    expect([seen.body.label_seen, seen.body.closest_label]).toEqual([true, null]);
    const unlike = await preview({ label_pattern: "strippenkaart:17", client_id: 1 });
    expect([unlike.body.label_seen, unlike.body.closest_label]).toEqual([false, null]);
    expect(messages(unlike.body)).toContain("This label has never been on an entry.");
  });

  test("odd labels are looked up and compared as they are", async () => {
    for (const label of [
      "%",
      "_",
      "a:%",
      "\\",
      "'; drop table entries; --",
      ":",
      "a:",
      "x".repeat(1024),
      "💥",
    ]) {
      expect([label, (await preview({ label_pattern: label, client_id: 1 })).status]).toEqual([label, 200]);
    }
  });

  test("that the match is exact, the more so where it looks otherwise", async () => {
    const first = async (label_pattern: string) =>
      (await preview({ label_pattern, client_id: 1 })).body.notes[0]!.message;
    expect(await first("client:acme")).toBe(
      'Only the label "client:acme" itself matches: case counts, and there are no wildcards.',
    );
    expect(await first("client:*")).toBe('Only the label "client:*" itself matches: there are no wildcards.');
    expect(await first("client:acme ")).toBe(
      'Only the label "client:acme " itself matches, with the space around it.',
    );
  });

  test("that entries made already keep their client", async () => {
    const { body } = await preview({ label_pattern: "client:acme", client_id: 1 });
    expect(messages(body)).toContain(
      "Entries that were made already keep their client: a mapping counts for new ones.",
    );
  });

  test("a repository of which there is no entry yet", async () => {
    const codes = async (repository: string) =>
      (await preview({ label_pattern: "client:acme", client_id: 1, repository })).body.notes.map(
        ({ code }) => code,
      );
    expect(await codes("acme/wbe")).toContain("repository_never_seen");
    expect(await codes("ACME/web")).not.toContain("repository_never_seen");
  });

  test("a deactivated client; an unknown one is refused", async () => {
    const client = await api.client("Previewed");
    await api.ask("POST", `/clients/${client.id}/deactivation`);
    const { status, body } = await preview({ label_pattern: "x", client_id: client.id });
    expect(status).toBe(200);
    expect(messages(body)).toContain(
      "Previewed is deactivated, so nothing new can be attributed to it. Reactivate it first.",
    );
    expect((await preview({ label_pattern: "x", client_id: 999_999 })).status).toBe(422);
  });
});
