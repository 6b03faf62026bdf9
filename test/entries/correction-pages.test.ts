import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/people.ts";
import { hostileTexts } from "../support/hostile.ts";
import { type CorrectionForms, startCorrectionForms } from "./correction-form.ts";

let forms: CorrectionForms;
beforeAll(async () => {
  forms = await startCorrectionForms();
}, 30_000);
afterAll(() => forms.stop());

describe("the form that corrects an entry", () => {
  test("is filled in with what stands", async () => {
    const id = await forms.ofGlobex({ minutes: 90 });
    const html = await (await forms.root.get(`/admin/entries/${id}/correction`)).text();
    expect(html).toMatch(/name="keep-0" value="on" checked.*client:globex/);
    for (const text of [
      'value="1h 30m"',
      'value="2026-10-05"',
      'value="as logged"',
      "Nothing is changed yet.",
    ])
      expect(html).toContain(text);
  });

  test("saves a new entry in the place of the old one, through the action that the API has", async () => {
    const id = await forms.ofGlobex();
    const { status, to } = await forms.send(id, {
      "keep-0": undefined,
      added: "client:initech\r\nneeds review, please",
      duration: "1u30",
      day: "2026-10-06",
      note: "with Grace",
    });
    const made = await forms.successorOf(id);
    expect([status, to]).toEqual([303, `/admin/entries/${made.id}`]);
    expect(made).toMatchObject({
      labels: ["wbso:dev", "client:initech", "needs review, please"],
      minutes: 90,
      workedOn: "2026-10-06",
      note: "with Grace",
      clientId: forms.initech,
      correctionReason: "the issue had the wrong label",
      supersedesId: id,
    });
    const event = (await forms.svc.db.select().from(auditLog)).at(-1);
    expect(event).toMatchObject({ action: "entry.corrected", via: "session", targetId: String(id) });

    const page = await (await forms.root.get(to!)).text();
    expect(page).toContain(`this one stands in the place of ${id} now`);
    for (const part of ["− client:globex", "+ client:initech", "<del>1h</del>", "<b>1h 30m</b>", "as logged"])
      expect(page).toContain(part);
    expect(page).toContain(`href="/admin/entries/${id}"`);
    const old = await (await forms.root.get(`/admin/entries/${id}`)).text();
    expect(old).toContain("This was corrected, so lists and sums leave it out.");
    expect(old).toContain(`href="/admin/entries/${made.id}"`);
    expect(old).not.toContain("/correction");
  });

  test("keeps the client where the labels stay, unless it is told to decide anew", async () => {
    const id = await forms.ofGlobex({ labels: ["client:initech"] });
    const looked = await forms.send(id, { duration: "2h" }, forms.root, "correction/preview");
    expect(looked.html).toContain("The client stays as it is");
    expect(looked.html).toContain("these labels lead to Initech: tick above");
    await forms.send(id, { duration: "2h" });
    const kept = await forms.successorOf(id);
    expect(kept.clientId).toBe(forms.globex);
    await forms.send(kept.id, { anew: "on" });
    expect((await forms.successorOf(kept.id)).clientId).toBe(forms.initech);
  });

  test("corrects plans at their own address", async () => {
    const id = await forms.ofGlobex({ kind: "plan", minutes: 480 });
    const fields = await forms.form(id, { duration: "100h", day: "2031-01-01" });
    expect((await forms.root.post(`/admin/entries/${id}/correction`, fields)).status).toBe(404);
    const answer = await forms.root.post(`/admin/plans/${id}/correction`, fields);
    const made = await forms.successorOf(id);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/admin/plans/${made.id}`]);
    expect([made.minutes, made.workedOn]).toEqual([6000, "2031-01-01"]);
  });
});

describe("the preview", () => {
  test("shows old and new side by side and the client that follows, and writes nothing", async () => {
    const id = await forms.ofGlobex();
    const before = await forms.count();
    const { status, html } = await forms.send(
      id,
      { "keep-0": undefined, added: "client:initech\nclient:globex", duration: "2h", reason: "" },
      forms.ada,
      "correction/preview",
    );
    expect(status).toBe(200);
    for (const part of ["matched the global mapping", "1 other client matched too", "+ client:initech", "2h"])
      expect(html).toContain(part);
    expect(html.replaceAll(/<[^>]+>/g, "")).toContain("Initech, because the label client:initech");
    expect(html).not.toContain('role="alert"');
    expect(await forms.count()).toBe(before);
    expect((await forms.row(id)).supersededById).toBeNull();
  });

  test("says what is wrong so far, but not that the reason is still to come", async () => {
    const { status, html } = await forms.send(
      await forms.ofGlobex(),
      { duration: "2", reason: "" },
      forms.root,
      "correction/preview",
    );
    expect(status).toBe(200);
    expect(html).toContain("The duration has no unit");
    expect(html).not.toContain("Give the reason");
  });

  test("agrees with what is then saved", async () => {
    const id = await forms.ofGlobex();
    const changes = { "keep-0": undefined, added: "client:initech" };
    const { html } = await forms.send(id, changes, forms.root, "correction/preview");
    await forms.send(id, changes);
    expect((await forms.successorOf(id)).clientId).toBe(forms.initech);
    expect(html.split("<td")[4]).toContain("Initech");
  });
});

describe("hostile texts", () => {
  const texts = hostileTexts.filter((text) => text.trim() !== "").map((text) => text.slice(0, 400));

  test("as labels and note they come through a correction byte for byte", async () => {
    const note = texts.join(" ").slice(0, 450);
    const id = await forms.ofGlobex({ labels: texts, note });
    await forms.send(id, { duration: "2h" });
    const made = await forms.successorOf(id);
    expect([made.labels, made.note]).toEqual([texts, note]);
    await forms.send(made.id, { "keep-0": undefined, note: texts[0]! });
    const next = await forms.successorOf(made.id);
    expect([next.labels, next.note]).toEqual([texts.slice(1), texts[0]!]);
    expect((await forms.root.get(`/admin/entries/${next.id}`)).status).toBe(200);
  });

  test("as added labels they come through as they are typed, line by line", async () => {
    const lines = texts.filter((text) => !/[\r\n]/.test(text));
    const id = await forms.ofGlobex({ labels: [] });
    await forms.send(id, { added: lines.join("\r\n") });
    expect((await forms.successorOf(id)).labels).toEqual(lines);
  });

  test("a thousand labels fit the form", async () => {
    const labels = Array.from({ length: 1000 }, (_, number) => `label ${number}, with a comma`);
    const id = await forms.ofGlobex({ labels });
    const { status } = await forms.send(id, { "keep-500": undefined });
    expect(status).toBe(303);
    expect((await forms.successorOf(id)).labels).toHaveLength(999);
  });
});
