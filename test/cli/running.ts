import { CliError } from "../../cli/errors.ts";
import { draftsOnDisk } from "../../cli/output/drafts-on-disk.ts";
import { run } from "../../cli/program.ts";
import type { World } from "../../cli/world.ts";
import { csvHeader, csvLine } from "../../server/entries/csv/csv.ts";
import type { EntryJson, EntryListJson } from "../../server/entries/json.ts";
import type { MeJson } from "../../server/members/json.ts";

export const aToken = `svc_${"Zk3v9QpL".repeat(6).slice(0, 43)}`;

export type Run = {
  code: number;
  stdout: string;
  stderr: string;
  requests: URL[];
  headers: Headers[];
  /** Method, path and body of each request, e.g. `POST /api/v1/clients {"name":"Acme"}`. */
  calls: string[];
  /** Addresses shown in the browser. */
  opened: string[];
};

/** Answers of a server, each given once and in order; the last one to all that follows. */
export type Answers = (Response | Error | ((request: Request) => Response | Promise<Response>))[];

/** The world of a run: a pipe, a token in the environment and no files, unless they say otherwise. */
export type Surroundings = {
  tty?: boolean;
  columns?: number;
  rows?: number;
  /** What is piped in. */
  input?: string;
  /** What is typed at the questions, in order; undefined is Ctrl-C. A run with it has a terminal to ask on. */
  typed?: (string | undefined)[];
  files?: World["files"];
  /** Whether a browser can be started. */
  browser?: boolean;
} & Partial<Omit<World, "stdin" | "stdout" | "stderr" | "fetch" | "files">>;

/** Runs a command line in this process. */
export async function svc(
  argv: string[],
  answers: Answers = [page([])],
  around: Surroundings = {},
): Promise<Run> {
  const ran: Run = { code: -1, stdout: "", stderr: "", requests: [], headers: [], calls: [], opened: [] };
  ran.code = await run(argv, {
    ...aWorld(ran, around),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      ran.requests.push(new URL(url));
      ran.headers.push(request.headers);
      const { pathname, search } = new URL(url);
      const body = typeof init.body === "string" ? ` ${init.body}` : "";
      ran.calls.push(`${request.method} ${pathname}${search}${body}`);
      const answer = answers[Math.min(ran.requests.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? answer(request) : (answer.clone() as Response);
    },
  });
  return ran;
}

/** All of a world but its network; what is printed goes to `ran`. */
export function aWorld(
  ran: Pick<Run, "stdout" | "stderr" | "opened">,
  around: Surroundings = {},
): Omit<World, "fetch"> {
  const {
    tty = false,
    columns,
    rows,
    input = "",
    typed,
    files = memoryFiles(),
    browser = true,
    ...more
  } = around;
  const answers = [...(typed ?? [])];
  const output = (stream: "stdout" | "stderr") => ({
    isTTY: tty,
    columns,
    rows,
    write: async (text: string) => void (ran[stream] += text),
  });
  return {
    env: { SVC_TOKEN: aToken },
    stdin: {
      isTTY: typed !== undefined,
      readAll: async () => input,
      ask: async (question) => {
        ran.stderr += `${question}\n`;
        const answer = answers.shift();
        if (answer === undefined) throw new CliError("interrupted", "ended before an answer was given");
        return answer;
      },
    },
    stdout: output("stdout"),
    stderr: output("stderr"),
    files,
    drafts: draftsOnDisk,
    machine: { name: "adas-laptop", home: "/home/ada", platform: "linux", arch: "x64" },
    now: () => new Date("2026-11-20T10:00:00Z"),
    openBrowser: async (address) => {
      if (browser) ran.opened.push(address);
      return browser;
    },
    showInPager: async () => false,
    timeout: 5000,
    ...more,
  };
}

export type MemoryFiles = World["files"] & { kept: Map<string, { text: string; permissions: number }> };

/** Files in memory, by path. */
export function memoryFiles(texts: Record<string, string> = {}, permissions = 0o600): MemoryFiles {
  const kept = new Map(Object.entries(texts).map(([path, text]) => [path, { text, permissions }]));
  const find = async (path: string) => {
    const file = kept.get(path);
    if (!file) throw Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" });
    return file;
  };
  return {
    kept,
    read: async (path) => (await find(path)).text,
    permissions: async (path) => (await find(path)).permissions,
    writePrivately: async (path, text) => void kept.set(path, { text, permissions: 0o600 }),
  };
}

/** One page of a list, or all of it where CSV is asked for; the totals are those of its entries unless told otherwise. */
export function page(data: EntryJson[], more: Partial<EntryListJson> = {}): (request: Request) => Response {
  const minutes = data.reduce((sum, entry) => sum + entry.minutes, 0);
  const totals = more.totals ?? { entries: data.length, minutes };
  return ({ url }) =>
    new URL(url).searchParams.get("format") === "csv"
      ? csvAnswer(csvHeader + data.map(csvLine).join(""), totals)
      : Response.json({ data, next_cursor: null, ...more, totals });
}

/** A whole list as the server gives it. */
export function csvAnswer(
  body: string | ReadableStream<Uint8Array>,
  totals: EntryListJson["totals"],
): Response {
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "x-total-count": String(totals.entries),
    "x-total-minutes": String(totals.minutes),
  };
  return new Response(body, { headers });
}

/** Who the token acts as. */
export function aMe(more: Partial<MeJson> = {}): Response {
  const made = { created_at: "2026-10-05T15:00:00.000Z", last_used_at: null };
  const token = { id: 21, label: "svc on adas-laptop", prefix: "Zk3v9QpL", ...made };
  return Response.json({ id: 3, login: "ada", admin: false, token, ...more });
}

/** A refusal as the server gives it. */
export function problem(status: number, code: string, detail: string, headers = {}): Response {
  const body = {
    type: `/docs/errors#${code}`,
    title: "Refused",
    status,
    code,
    detail,
    request_id: "01JDREQ",
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}

export function anEntry(more: Partial<EntryJson> = {}): EntryJson {
  const issue = "https://github.example/acme/web/issues/12";
  return {
    id: 7,
    kind: "time",
    worked_on: "2026-10-30",
    minutes: 90,
    note: null,
    user: { id: 3, login: "ada" },
    repository: "acme/web",
    issue: { number: 12, title: "Login fails", url: issue },
    labels: ["client:acme", "wbso:dev"],
    client_id: 1,
    client: { id: 1, name: "Acme" },
    comment_url: `${issue}#issuecomment-99`,
    commented_at: "2026-10-30T10:00:00.000Z",
    created_at: "2026-10-30T10:00:01.000Z",
    supersedes_id: null,
    superseded_by_id: null,
    ...more,
  };
}
