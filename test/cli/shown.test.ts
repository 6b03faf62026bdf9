import { describe, expect, test } from "bun:test";
import { aMe, anEntry, type Answers, problem, svc, type Surroundings } from "./running.ts";

/** What the shorter commands print, for a person on a terminal and for a program in a pipe. */
const hostile = "a\x1b[2J\u202eb";
const shownHostile = String.raw`a\x1b[2J\u202eb`;

const since = { created_at: "2026-10-05T15:00:00.000Z", deactivated_at: null };
const acme = { id: 3, name: "Acme", status: "active", ...since };
const old = {
  id: 4,
  name: hostile,
  status: "deactivated",
  ...since,
  deactivated_at: "2026-11-01T09:30:00.000Z",
};
const mapping = {
  id: 12,
  label_pattern: "client:acme",
  client_id: 3,
  client: { id: 3, name: "Acme", status: "active" },
  repository: null,
  created_at: since.created_at,
};
const local = {
  ...mapping,
  id: 13,
  client: { ...mapping.client, status: "deactivated" },
  repository: "acme/web",
};
const rows = (...data: unknown[]) => Response.json({ data, next_cursor: null });
const sums = (entries: number, minutes: number) => ({ entries, minutes });
const explanation = {
  client: { id: 3, name: "Acme" },
  ambiguous: true,
  message: 'Acme, by mapping 12 of "client:acme".',
  labels: [
    { label: "type:x", mappings: [] },
    { label: "client:acme", mappings: [{ mapping, outcome: "wins" }] },
    { label: "client:globex", mappings: [{ mapping: { ...local, id: 14 }, outcome: "other_client" }] },
  ],
};
const compared = {
  repository: "acme/web",
  issue: { number: 12, title: hostile, url: "https://github.example/acme/web/issues/12" },
  planned_minutes: 480,
  actual_minutes: 510,
  difference_minutes: 30,
  people: [
    { user: { id: 3, login: "ada" }, planned_minutes: 480, actual_minutes: 390, difference_minutes: -90 },
    { user: { id: 4, login: "linus" }, planned_minutes: 0, actual_minutes: 120, difference_minutes: 120 },
  ],
  entries: [],
  plans: [],
};
const entry = {
  ...anEntry({ note: hostile, superseded_by_id: 9 }),
  attribution: { explanation: "The label client:acme was mapped to Acme (mapping 12)." },
  history: [
    { ...anEntry(), correction: null },
    {
      ...anEntry({ id: 9, minutes: 60 }),
      correction: { by: { id: 1, login: "root" }, at: "2026-11-02T10:00:00.000Z", reason: "typo" },
    },
  ],
};

const examples: [argv: string[], answers: Answers, person: string[], program: string[], stderr?: string][] = [
  [
    ["clients", "list"],
    [rows(acme, old)],
    [
      "ID  NAME             STATUS       SINCE",
      " 3  Acme             active       2026-10-05",
      ` 4  ${shownHostile}  deactivated  2026-11-01`,
    ],
    [
      "3\tAcme\tactive\t2026-10-05T15:00:00.000Z",
      `4\t${shownHostile}\tdeactivated\t2026-11-01T09:30:00.000Z`,
    ],
  ],
  [["clients", "list"], [rows()], [], [], "No clients yet. Make one with: svc clients create NAME\n"],
  [["clients", "list", "--status", "deactivated"], [rows()], [], [], "No client is deactivated.\n"],
  [
    ["mappings", "list"],
    [rows(mapping, local)],
    [
      "ID  LABEL        CLIENT              REPOSITORY",
      "12  client:acme  Acme                every",
      "13  client:acme  Acme (deactivated)  acme/web",
    ],
    ["12\tclient:acme\tAcme\t", "13\tclient:acme\tAcme\tacme/web"],
  ],
  [
    ["mappings", "list"],
    [rows()],
    [],
    [],
    "No mappings yet. Make one with: svc mappings create --label LABEL --client CLIENT\n",
  ],
  [
    ["labels"],
    [rows({ label: hostile, time: sums(2, 135), plan: sums(0, 0) })],
    ["LABEL            ENTRIES  LOGGED  PLANS  PLANNED", `${shownHostile}        2  2h 15m      0        –`],
    [`${shownHostile}\t2\t135\t0\t0`],
  ],
  [["labels"], [rows()], [], [], "No labels were seen yet.\n"],
  [["labels", "--prefix", hostile], [rows()], [], [], `No label begins with ${shownHostile}\n`],
  [
    ["mappings", "explain", "--repo", "acme/web", "--label", "type:x"],
    [Response.json(explanation)],
    [
      'Acme, by mapping 12 of "client:acme".',
      "",
      "LABEL          MAPPING  CLIENT  OUTCOME",
      "type:x                          not mapped",
      "client:acme         12  Acme    wins",
      "client:globex       14  Acme    other client",
    ],
    ["type:x\t\t\tnot_mapped", "client:acme\t12\tAcme\twins", "client:globex\t14\tAcme\tother_client"],
  ],
  [
    ["plan-vs-actual", "acme/web#12"],
    [Response.json(compared)],
    [
      `acme/web#12 ${shownHostile}`,
      "8h planned · 8h 30m logged · 30m over",
      "",
      "WHO    PLANNED  LOGGED  DIFFERENCE",
      "ada         8h  6h 30m     −1h 30m",
      "linus       0h      2h         +2h",
    ],
    ["ada\t480\t390\t-90", "linus\t0\t120\t120"],
  ],
  [
    ["entries", "view", "7"],
    [Response.json(entry)],
    ...twice([
      "7  1h 30m logged by ada on 2026-10-30",
      "It counts no longer: 9 corrects it.",
      "Issue    acme/web#12 Login fails",
      "Labels   client:acme, wbso:dev",
      "Client   Acme",
      "Why      The label client:acme was mapped to Acme (mapping 12).",
      `Note     ${shownHostile}`,
      "Comment  https://github.example/acme/web/issues/12#issuecomment-99",
      "Versions",
      "  7  2026-10-30  1h 30m  Acme  client:acme, wbso:dev",
      "  9  2026-10-30  1h  Acme  client:acme, wbso:dev  (by root on 2026-11-02: typo)",
    ]),
  ],
  [["whoami"], [aMe({ admin: true })], ["ada (admin) on http://localhost:3000"], ["ada"]],
  [
    ["parse", "-"],
    [
      Response.json({
        commands: [
          { kind: "time", worked_on: "2026-11-20", minutes: 90, note: hostile },
          { kind: "plan", worked_on: "2026-11-20", minutes: 480, note: null },
        ],
        problems: [],
      }),
    ],
    [`logs 1h 30m (90 minutes) on 2026-11-20: ${shownHostile}`, "plans 8h (480 minutes) on 2026-11-20"],
    [`time\t2026-11-20\t90\t${shownHostile}`, "plan\t2026-11-20\t480\t"],
  ],
  [
    ["parse", "hello"],
    [Response.json({ commands: [], problems: [] })],
    [],
    [],
    "There is no command in it: one stands at the beginning of a line, as in /log 2h.\n",
  ],
];

function twice(lines: string[]): [string[], string[]] {
  return [lines, lines];
}

const text = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
const plain: Surroundings = { tty: true, columns: 100 };

describe.each(examples)("svc %p", (argv, answers, person, program, stderr = "") => {
  const env = { SVC_TOKEN: `svc_${"x".repeat(43)}`, NO_COLOR: "1" };
  const ambiguous = argv[1] === "explain" ? "Another client matches as well: the first label decides.\n" : "";

  test("for a person", async () => {
    const { code, ...ran } = await svc(argv, answers, { ...plain, env });
    expect({ code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      code: 0,
      stdout: text(person),
      stderr: stderr + ambiguous,
    });
  });

  test("for a program", async () => {
    const { code, ...ran } = await svc(argv, answers, { env });
    expect({ code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      code: 0,
      stdout: text(program),
      stderr,
    });
  });
});

describe.each<[argv: string[], answer: unknown]>([
  [["whoami"], undefined],
  [["pva", "acme/web#12"], compared],
  [["entries", "view", "7"], entry],
  [["mappings", "explain", "--repo", "a/b"], explanation],
  [
    ["parse", "x"],
    { commands: [{ kind: "plan", worked_on: "2026-11-20", minutes: 480, note: null }], problems: [] },
  ],
])("svc %p --json", (argv, answer = { id: 3 }) => {
  const json = [...argv, "--json"];
  const given = argv[0] === "whoami" ? aMe() : Response.json(answer);

  test("is all that the server says: on one line in a pipe, indented on a terminal", async () => {
    const piped = await svc(json, [given]);
    expect(piped).toMatchObject({ code: 0, stderr: "" });
    expect(piped.stdout.match(/\n/g)).toHaveLength(1);
    const shown = await svc(json, [given], plain);
    expect(shown.stdout).toStartWith('{\n  "');
    expect(shown.stdout).not.toContain("\x1b");
    expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
    expect(JSON.parse(piped.stdout)).toEqual(await given.clone().json());
  });

  test.each([[{}], [null], [[]], ["text"]])("refuses %p in its place", async (other) => {
    const ran = await svc(json, [Response.json(other)]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toStartWith(
      "error: http://localhost:3000 answered in a form that this svc does not know",
    );
  });
});

describe("an entry asked for as a plan", () => {
  const none = problem(404, "entry_not_found", "None.");
  test("is told to be one, with where it is", async () => {
    const ran = await svc(["plans", "view", "7"], [none, Response.json(entry)]);
    expect(ran).toMatchObject({
      code: 5,
      stdout: "",
      stderr: "error: 7 is an entry of logged time\n  See it with: svc entries view 7\n",
      calls: ["GET /api/v1/plans/7", "GET /api/v1/time-entries/7"],
    });
  });
  test("and what is neither is not found", async () => {
    expect(await svc(["entries", "view", "7"], [none, none])).toMatchObject({
      code: 5,
      stderr: "error: there is no entry 7\n  See them with: svc entries\n",
    });
  });
  test("--web shows its comment", async () => {
    const ran = await svc(["entries", "view", "7", "--web"], [Response.json(entry)], plain);
    expect(ran.opened).toEqual([entry.comment_url]);
  });
  test.each(["0", "-1", "x", "1.5", "", "99999999999999999"])("is refused by the id %p", async (id) => {
    const ran = await svc(["entries", "view", "--", id]);
    expect(ran).toMatchObject({ code: 2, requests: [] });
  });
});
