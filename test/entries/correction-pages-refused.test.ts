import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type CorrectionForms, startCorrectionForms } from "./correction-form.ts";

let forms: CorrectionForms;
beforeAll(async () => {
  forms = await startCorrectionForms();
}, 30_000);
afterAll(() => forms.stop());

describe("what is refused", () => {
  test.each([
    ["duration", { duration: "2" }, "The duration has no unit"],
    ["day", { day: "2026-02-30" }, "The day is not one of the calendar"],
    ["note", { note: "x".repeat(501) }, "The note is too long"],
    ["reason", { reason: "  ", duration: "2h" }, "Give the reason"],
  ])(
    "a wrong %s is told at its field with 422, and all that was typed is kept",
    async (field, changes, told) => {
      const id = await forms.ofGlobex();
      const { status, html } = await forms.send(id, {
        note: "typed & kept",
        "keep-1": undefined,
        ...changes,
      });
      expect(status).toBe(422);
      expect(html).toContain(`href="#field-${field}"`);
      expect(html).toContain(told);
      expect(html).toMatch(/name="keep-0" value="on" checked/);
      expect(html).not.toMatch(/name="keep-1" value="on" checked/);
      if (field !== "note") expect(html).toContain('value="typed &amp; kept"');
      expect((await forms.row(id)).supersededById).toBeNull();
    },
  );

  test("a label that is there twice", async () => {
    const { status, html } = await forms.send(await forms.ofGlobex(), { added: "wbso:dev\nkept as typed" });
    expect(status).toBe(422);
    expect(html).toContain('href="#field-added"');
    expect(html).toContain("The label “wbso:dev” is there twice");
    expect(html).toContain("\nwbso:dev\nkept as typed</textarea>");
  });

  test("a correction that changes nothing, also where it only decides the same client anew", async () => {
    const id = await forms.ofGlobex();
    for (const changes of [{}, { anew: "on" }]) {
      const { status, html } = await forms.send(id, changes);
      expect(status).toBe(422);
      expect(html).toContain("This changes nothing");
    }
    const dutch = await forms.svc.signedIn("root", "nl");
    expect((await forms.send(id, {}, dutch)).html).toContain("Dit verandert niets");
  });

  test("a second correction of the same entry: it leads to what stands, and nothing typed is lost", async () => {
    const id = await forms.ofGlobex();
    await forms.send(id, { duration: "2h" });
    const first = await forms.successorOf(id);
    await forms.send(first.id, { duration: "3h" });
    const last = await forms.successorOf(first.id);
    const before = await forms.count();
    const { status, html } = await forms.send(id, { duration: "4h", reason: "typed for nothing" });
    expect(status).toBe(409);
    expect(html).toContain(`Time entry ${id} was corrected already`);
    expect(html).toContain(`href="/admin/entries/${last.id}"`);
    expect(html).toContain("typed for nothing");
    expect(await forms.count()).toBe(before);
    for (const answer of [
      await forms.root.get(`/admin/entries/${id}/correction`),
      await forms.root.post(`/admin/entries/${id}/correction/preview`, await forms.form(id)),
    ]) {
      expect(await answer.text()).toContain(`href="/admin/entries/${last.id}/correction"`);
    }
  });

  test("all but one of many corrections at once, and a form that is sent twice", async () => {
    const id = await forms.ofGlobex();
    const before = await forms.count();
    const sent = await Promise.all(["2h", "2h", "3h", "4h"].map((duration) => forms.send(id, { duration })));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409]);
    expect(await forms.count()).toBe(before + 1);
    const current = (await forms.row(id)).supersededById;
    for (const { status, html, to } of sent) {
      const address = `/admin/entries/${current}`;
      if (status === 303) expect(to).toBe(address);
      else expect(html).toContain(`href="${address}"`);
    }
  });

  test("whoever is no admin, has no session any more, or comes from another site", async () => {
    const id = await forms.ofGlobex();
    const before = await forms.count();
    expect(await forms.send(id, { duration: "2h" }, forms.ada)).toMatchObject({ status: 403 });
    const page = await (await forms.ada.get(`/admin/entries/${id}/correction`)).text();
    expect(page).toContain("Only admins correct entries: owners of acme");
    expect(page).not.toContain('<button class="primary">');
    const gone = await forms.svc.signedIn("root");
    const cookies = [...gone.cookies];
    await gone.post("/sign-out");
    for (const [name, value] of cookies) gone.cookies.set(name, value);
    expect(await forms.send(id, { duration: "2h" }, gone)).toMatchObject({ status: 303, to: "/sign-in" });
    const fields = await forms.form(id, { duration: "2h" });
    const strange = await forms.root.post(`/admin/entries/${id}/correction`, fields, {
      "sec-fetch-site": "cross-site",
      origin: "https://evil.example",
    });
    expect(strange.status).toBe(403);
    expect(await forms.count()).toBe(before);
  });

  test("fields that the form does not have: a label beyond the entry's, a client, another entry's id", async () => {
    const id = await forms.ofGlobex();
    for (const strange of [{ "keep-2": "on" }, { client_id: "1" }, { supersedes_id: "1" }]) {
      expect(await forms.send(id, { duration: "2h", ...strange })).toMatchObject({ status: 422 });
    }
    expect((await forms.row(id)).supersededById).toBeNull();
  });
});

test("the preview of a form that somebody else was quicker than says so in its own place", async () => {
  const id = await forms.ofGlobex();
  await forms.send(id, { duration: "2h" });
  const { status, html } = await forms.send(id, { duration: "3h" }, forms.root, "correction/preview");
  expect(status).toBe(409);
  expect(html).toMatch(/<div id="preview-result">.*An entry is corrected once/s);
});
