import { describe, expect, test } from "bun:test";
import { type Answers, svc } from "./running.ts";

const acme = {
  id: 3,
  name: "Acme",
  status: "active",
  created_at: "2026-10-05T15:00:00.000Z",
  deactivated_at: null,
};
const rows = (...data: unknown[]) => Response.json({ data, next_cursor: null });

describe("an answer of another form is refused before anything of it is told", () => {
  test.each<[argv: string[], answers: Answers]>([
    [["clients", "list"], [rows({ id: 1 })]],
    [["clients", "create", "Acme"], [Response.json({})]],
    [
      ["clients", "rename", "3", "New"],
      [rows(acme), Response.json({})],
    ],
    [
      ["clients", "deactivate", "3", "--yes"],
      [rows(acme), Response.json(null)],
    ],
    [
      ["clients", "reactivate", "3"],
      [rows(acme), Response.json([])],
    ],
    [["mappings", "list"], [rows({})]],
    [
      ["mappings", "create", "--label", "a", "--client", "3"],
      [rows(acme), Response.json({})],
    ],
    [
      ["mappings", "preview", "--label", "a", "--client", "3"],
      [rows(acme), Response.json({ matches: {} })],
    ],
    [["mappings", "delete", "3", "--yes"], [Response.json({ id: 3 })]],
    [["labels"], [rows({ label: 3 })]],
  ])("svc %p", async (argv, answers) => {
    const ran = await svc(argv, answers);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toStartWith(
      "error: http://localhost:3000 answered in a form that this svc does not know",
    );
  });

  test("pages that go round in a circle end", async () => {
    const circle = Response.json({ data: [acme], next_cursor: "same" });
    expect(await svc(["clients", "list"], [circle])).toMatchObject({
      code: 3,
      stdout: "",
      stderr:
        "error: http://localhost:3000 gives the same page twice\n  Nothing was printed. Run the command again\n",
    });
  });
});
