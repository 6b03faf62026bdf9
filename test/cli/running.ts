import { run } from "../../cli/program.ts";
import type { World } from "../../cli/world.ts";
import type { EntryJson, EntryListJson } from "../../server/entries/json.ts";

export const aToken = `svc_${"Zk3v9QpL".repeat(6).slice(0, 43)}`;

export type Run = { code: number; stdout: string; stderr: string; requests: URL[]; headers: Headers[] };

/** Answers of a server, each given once and in order; the last one to all that follows. */
export type Answers = (Response | Error | ((request: Request) => Response | Promise<Response>))[];

/** Runs a command line in this process: in a pipe, with a token, unless the settings say otherwise. */
export async function svc(
  argv: string[],
  answers: Answers = [page([])],
  settings: { tty?: boolean; columns?: number; timeout?: number } & Partial<
    Pick<World, "env" | "readFile">
  > = {},
): Promise<Run> {
  const ran: Run = { code: -1, stdout: "", stderr: "", requests: [], headers: [] };
  const output = (stream: "stdout" | "stderr") => ({
    isTTY: settings.tty ?? false,
    columns: settings.columns,
    write: async (text: string) => void (ran[stream] += text),
  });
  ran.code = await run(argv, {
    env: settings.env ?? { SVC_TOKEN: aToken },
    stdout: output("stdout"),
    stderr: output("stderr"),
    timeout: settings.timeout ?? 5000,
    readFile: settings.readFile ?? (async () => Promise.reject(new Error("no files here"))),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      ran.requests.push(new URL(url));
      ran.headers.push(request.headers);
      const answer = answers[Math.min(ran.requests.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? answer(request) : (answer.clone() as Response);
    },
  });
  return ran;
}

/** One page of a list; the totals are those of its entries unless told otherwise. */
export function page(data: EntryJson[], more: Partial<EntryListJson> = {}): Response {
  const minutes = data.reduce((sum, entry) => sum + entry.minutes, 0);
  return Response.json({ data, next_cursor: null, totals: { entries: data.length, minutes }, ...more });
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
