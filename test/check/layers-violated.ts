const globals = "no-restricted-globals";
const properties = "no-restricted-properties";
const touching = [
  `export const a = process.pid;`,
  `export const b = fetch("https://example.com");`,
  `export const c = Bun.version;`,
];

// Each line stands in its file beside the others of that file, and must be reported there.
export const violations: [file: string, rule: string, ...lines: string[]][] = [
  [
    "server/planted/rounding.ts",
    globals,
    `export const a = process.env;`,
    `export const b = Bun.env;`,
    `export const c = fetch("https://example.com");`,
    `export const d = crypto.randomUUID();`,
    `export const e = performance.now();`,
    `export const f = globalThis.process;`,
  ],
  [
    "server/planted/sql/store.ts",
    properties,
    `import { sql } from "drizzle-orm"; export const a = (x: string) => sql.raw(x);`,
    `export const b = (x: string) => sql["raw"](x);`,
    `export const c = (x: string) => sql.identifier(x);`,
    `export const d = (client: { unsafe: (x: string) => void }) => client.unsafe("select 1");`,
  ],
  [
    "server/planted/blocking/actions.ts",
    properties,
    `export const a = Bun.password.hashSync("x");`,
    `export const b = Bun.password.verifySync("x", "y");`,
    `export const c = Bun.$\`ls\`;`,
    `export const d = Bun.spawn(["ls"]);`,
    `export const e = Bun.spawnSync(["ls"]);`,
  ],
  ["server/planted/asking/actions.ts", globals, `export const a = fetch("https://example.com");`],
  ["server/planted/talk.ts", "no-console", `console.log("hello");`],
  [
    "db/planted-too.ts",
    properties,
    `export const a = [Bun.spawnSync(["ls"])];`,
    `export const b = Bun.spawn(["ls"]);`,
    `export const c = Bun.$\`ls\`;`,
  ],
  ["server/planted/anything.ts", "no-explicit-any", `export const a = (x: any) => String(x);`],
  ["server/planted/unread.ts", "no-unsafe-return", `export const a = (x: string): number => JSON.parse(x);`],
  ["cli/unread.ts", "no-unsafe-assignment", `export const a: string = JSON.parse("1");`],
  ["db/unread.ts", "no-unsafe-member-access", `export const a = (x: string) => String(JSON.parse(x).name);`],
  ["server/planted/default.ts", "no-default-export", `export default function planted() {}`],
  ["server/planted/ring.ts", "no-cycle", `import { b } from "./ring-too.ts"; export const a = () => b;`],
  ["server/planted/ring-too.ts", "no-cycle", `import { a } from "./ring.ts"; export const b = () => a;`],
  [
    "server/planted/forgotten/actions.ts",
    "no-floating-promises",
    `const save = async () => {}; export function a() { save(); }`,
  ],
  [
    "server/planted/misused/actions.ts",
    "no-misused-promises",
    `const save = async () => true; export const a = () => (save() ? 1 : 2);`,
  ],
  [
    "test/planted.test.ts",
    properties,
    `import { mock } from "bun:test"; await mock.module("../db/connect.ts", () => ({}));`,
  ],
  ["server/planted/jobs/actions.ts", globals, `export const a = process.pid;`],
  ["server/planted/globals/guard.ts", globals, ...touching],
  ["server/planted/globals/api.ts", globals, ...touching],
  ["server/planted/globals/admin.tsx", globals, ...touching],
  ["server/github/environment.ts", globals, `export const a = process.env;`],
  ["server/deps.ts", globals, `export const a = fetch("https://example.com");`],
  [
    "server/jobs.ts",
    properties,
    `export const a = (client: { unsafe: (x: string) => void }) => client.unsafe("x");`,
  ],
];
