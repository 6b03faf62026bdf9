import { type Address, connect } from "../../db/connect.ts";
import { openSession } from "../../server/sessions/actions.ts";
import { upsertUser } from "../../server/members/store.ts";
import { atMost, median, type Row } from "./figures.ts";
import { get, inTurn, timed } from "./measure.ts";
import { type Stage, smallSize } from "./stage.ts";

const rounds = 25;

/** Pages that read the whole of the hours, beside one that reads a hundred. */
export async function* benchPages(stage: Stage): AsyncGenerator<Row> {
  const svc = await stage.startSvc();
  const cookie = { cookie: `svc_session=${await session(stage)}` };
  const authorization = { authorization: `Bearer ${await stage.token()}` };
  const list = () => timed(() => get(`${svc.url}/api/v1/time-entries?limit=100`, authorization));
  for (const [name, path] of [
    ["overview page, against a list of 100", "/admin?period=last-month"],
    ["clients page, against a list of 100", "/admin/clients"],
  ] as const) {
    const page = () => timed(() => get(svc.url + path, cookie));
    await inTurn(5, page, list);
    const [a, b] = await inTurn(rounds, page, list);
    yield atMost(3, { name, svc: median(a), baseline: median(b), unit: "ms" });
  }
  svc.kill("SIGKILL");
  await svc.exited;
}

async function session({ address, github }: Stage): Promise<string> {
  const db = connect(address, { max: 1 });
  const user = await upsertUser(db, { githubId: github.find.account("ada")!.id, login: "ada" });
  const asked = { userId: user.id, via: "github", userAgent: null, requestId: "bench" } as const;
  const { secret } = await openSession({ db }, asked);
  await db.$client.end();
  return secret;
}

const filters: [name: string, query: string][] = [
  ["no filter, one month", ""],
  ["common prefix", "label_prefix=wbso:"],
  ["common label", "label=type:bugfix"],
  ["long prefix", "label_prefix=strippenkaart:1"],
  ["rare prefix", "label_prefix=rare:"],
  ["rare label", "label=strippenkaart:17"],
  ["absent prefix", "label_prefix=absent:"],
  ["absent label", "label=absent"],
];

/** Lists with filters and dates: of all these entries beside the small database. */
export async function* benchGrowth(stage: Stage): AsyncGenerator<Row> {
  const places = [stage.address, await stage.small()];
  const asked = await Promise.all(places.map((address) => asker(stage, address)));
  const [large, small] = [asked[0]!, asked[1]!];
  const [most, least] = [stage.entries, Math.min(stage.entries, smallSize)].map((n) =>
    n.toLocaleString("en"),
  );
  const month = await lastMonth(stage.address);
  for (const [name, query] of filters) {
    const path = `/api/v1/time-entries?${[month, query].filter(Boolean).join("&")}`;
    await inTurn(
      3,
      () => large(path),
      () => small(path),
    );
    const [a, b] = await inTurn(
      rounds,
      () => large(path),
      () => small(path),
    );
    const figures = { name: `${name}, ${most} against ${least}`, svc: median(a), baseline: median(b) };
    yield atMost(2, { ...figures, unit: "ms" });
  }
}

async function asker(stage: Stage, address: Address) {
  const svc = await stage.startSvc(address);
  const headers = { authorization: `Bearer ${await stage.token(address)}` };
  return (path: string) => timed(() => get(svc.url + path, headers));
}

/** The last month that is whole in the data, so that the same share of either database is asked for. */
async function lastMonth(address: Address): Promise<string> {
  const db = connect(address, { max: 1 });
  const [{ from, to }] = await db.$client<[{ from: string; to: string }]>`
    select (date_trunc('month', max(worked_on)) - interval '1 month')::date::text as from,
      (date_trunc('month', max(worked_on)) - interval '1 day')::date::text as to from entries`;
  await db.$client.end();
  return `from=${from}&to=${to}`;
}
