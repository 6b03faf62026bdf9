import { describe, expect, test } from "bun:test";
import { svc } from "./running.ts";

const since = { created_at: "2026-10-05T15:00:00.000Z", deactivated_at: null };
const acme = { id: 3, name: "Acme", status: "active", ...since };
const mapping = {
  id: 12,
  label_pattern: "client:acme",
  client_id: 3,
  client: { id: 3, name: "Acme", status: "active" },
  repository: null,
  created_at: since.created_at,
};
const rows = (...data: unknown[]) => Response.json({ data, next_cursor: null });

describe("what others will notice is asked first", () => {
  const deactivate = ["clients", "deactivate", "acme"];
  const done = [rows(acme), Response.json({ ...acme, status: "deactivated" })];
  const asked = "Deactivate Acme? New hours will not be attributed to it. [y/N] \n";

  test.each(["y", "Yes", " j ", "ja"])("%p goes on", async (answer) => {
    const ran = await svc(deactivate, done, { typed: [answer] });
    expect(ran).toMatchObject({
      code: 0,
      stderr: `${asked}Client 3, Acme, is deactivated; what it has stays.\n`,
      calls: ["GET /api/v1/clients?limit=1000", "POST /api/v1/clients/3/deactivation"],
    });
  });
  test.each(["", "n", "yesterday"])("%p does not", async (answer) => {
    const ran = await svc(deactivate, done, { typed: [answer] });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toBe(`${asked}error: nothing was changed\n  Answer y to go on, or add --yes\n`);
    expect(ran.calls).toHaveLength(1);
  });
  test("nor does Ctrl-C, with its own code", async () => {
    const ran = await svc(["mappings", "delete", "12"], [Response.json(mapping)], { typed: [undefined] });
    expect(ran).toMatchObject({ code: 130, calls: ["GET /api/v1/label-mappings/12"] });
  });
  test("a program says --yes", async () => {
    expect(await svc(deactivate, done)).toMatchObject({
      code: 2,
      stderr:
        "error: Deactivate Acme? New hours will not be attributed to it. Nobody is there to say so\n  If it is meant, add --yes\n",
    });
    expect((await svc([...deactivate, "-y"], done)).code).toBe(0);
  });
});
