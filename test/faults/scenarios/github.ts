import { sql } from "drizzle-orm";
import type { Fault } from "../../../server/github/simulated/faults.ts";
import type { Issue } from "../../../server/github/simulated/things.ts";
import { holds, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { runTests, shownBy } from "../harness/shown-by.ts";
import { seconds, worksWithin } from "../harness/under-load.ts";
import { until } from "../harness/waiting.ts";
import type { World } from "../harness/world.ts";

export const badAnswers: Scenario = {
  number: 5,
  fault: "GitHub's comment API: 500, 502, 503, no answer, a reset before and after the comment",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const accidents: Fault["respond"][] = [
      ...[500, 502, 503].map((status) => ({ status })),
      "hang",
      "reset",
      "reset_after",
      "cut_answer",
    ];
    for (const [place, respond] of accidents.entries()) {
      const { repository, number } = world.issues[place]!;
      const path = `/repos/${repository}/issues/${number}/comments`;
      world.github.fail({ method: "POST", path, respond: respond! });
    }
    await Promise.all(accidents.map((_, place) => world.say({ issue: world.issues[place]! })));
    const [kept] = await world.db.execute<{ kept: number }>(
      sql`select count(distinct comment_id)::int as kept from entries`,
    );
    holds(kept!.kept === accidents.length, `${kept!.kept} of ${accidents.length} were recorded at once`);
    await settled(world, { withinSeconds: 180 });
    return `${accidents.length} kinds of failure: the entries at once, each answered once afterwards`;
  },
};

export const limits: Scenario = {
  number: 6,
  fault: "rate limits: retry-after, remaining 0 with a reset, neither",
  limitSeconds: 600,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await Promise.all([world.start(), world.start()]);
    const inAcme = world.issues.filter(({ repository }) => repository.startsWith("acme/"));
    const headers = { "retry-after": "8" };
    const body = { message: "You have exceeded a secondary rate limit." };
    world.github.fail({
      method: "POST",
      path: /^\/repos\/acme\/.*comments$/,
      respond: { status: 403, headers, body },
    });
    const asked = () =>
      world.github.requests.filter(
        ({ method, path }) => method === "POST" && /^\/repos\/acme\/.*comments$/.test(path),
      );
    await world.say({ issue: inAcme[0]! });
    await until(() => asked().length === 1, 10_000, "Nothing was posted");
    const refused = performance.now();
    const statuses = await Promise.all(inAcme.map((issue) => world.say({ issue })));
    holds(
      statuses.every((status) => status === 200),
      `entries did not go on: ${statuses.join(" ")}`,
    );
    await until(() => asked().length > 1, 60_000, "Nothing was posted after the pause");
    const pause = performance.now() - refused;
    holds(pause > 7_500, `GitHub was asked again after ${seconds(pause)} of 8`);
    await settled(world);
    const more = await runTests(
      { file: "github/limits-and-tokens.test.ts" },
      { file: "confirmations/posting.test.ts" },
    );
    return `two instances left GitHub alone for ${seconds(pause)} of the 8 it asked for, entries went on; ${more}`;
  },
};

export const refusals: Scenario = {
  number: 7,
  fault: "no permission, repository gone, issue deleted, conversation locked",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const [noPermission, gone, deleted, locked] = world.issues;
    const about = ({ repository, number }: { repository: string; number: number }) =>
      `/repos/${repository}/issues/${number}/comments`;
    const notAccessible = { message: "Resource not accessible by integration" };
    const fail = (path: string, status: number, body: object) =>
      world.github.fail({ method: "POST", path, times: Infinity, respond: { status, body } });
    fail(about(noPermission!), 403, notAccessible);
    fail(about(gone!), 404, { message: "Not Found" });
    deleted!.deleted = true;
    locked!.locked = true;
    for (const issue of [noPermission, gone, deleted, locked]) await world.say({ issue: issue! });
    await settled(world);
    const rows = await world.db.execute<{ state: string; problem: string | null; attempts: number }>(
      sql`select state, problem, attempts from confirmations order by id`,
    );
    for (const { state, problem, attempts } of rows)
      holds(
        state === "failed" && problem !== null && attempts === 1,
        `${state} after ${attempts}: ${problem}`,
      );
    holds(/unlock it/.test(rows[3]!.problem!), `the reason is not told: ${rows[3]!.problem}`);
    return `4 entries kept, 4 confirmations failed at their first attempt, e.g. “${rows[3]!.problem}”`;
  },
};

export const tokenUnknown: Scenario = {
  number: 8,
  fault: "401 on the installation's token; a clock 50 s off",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const issue = world.issues[0]!;
    await world.say({ issue });
    await settled(world);
    world.github.expireTokens();
    const before = tokensAskedFor(world, issue);
    await world.say({ issue });
    await settled(world);
    const asked = tokensAskedFor(world, issue) - before;
    holds(asked === 1, `${asked} new tokens were asked for`);
    const more = await runTests({
      file: "github/limits-and-tokens.test.ts",
      name: "the App's own credential",
    });
    return `one new token, one comment; ${more}`;
  },
};

export const longTokens: Scenario = {
  number: 9,
  fault: "installation tokens of 520 characters",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1, tokenLength: 520 } });
    await world.start({ LOG_LEVEL: "trace" });
    await world.storm(3);
    await settled(world);
    return "they work, and none stands in the log at its most talkative";
  },
};

export const whoIsNobody = shownBy(16, "a foreign installation, a non-member, a bot, svc itself", {
  file: "deliveries/who-may-log.test.ts",
});

export const membershipUnknown: Scenario = {
  number: 17,
  fault: "the membership API: 500, 403, 302, no answer, while logging",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    const svc = await world.start();
    const path = /^\/orgs\/acme\/memberships\//;
    const accidents: [login: string, respond: Fault["respond"]][] = [
      ["ada", { status: 500 }],
      ["linus", { status: 403, body: { message: "Resource not accessible by integration" } }],
      ["grace", { status: 302, headers: { location: "/orgs/acme/public_members/grace" } }],
    ];
    for (const [login, respond] of accidents)
      world.github.fail({ path: new RegExp(`${path.source}${login}$`), times: Infinity, respond: respond! });
    for (const org of ["initech", "umbrella", "hooli"])
      world.github.fail({
        path: new RegExp(`^/orgs/${org}/memberships/`),
        times: Infinity,
        respond: { status: 502 },
      });
    const statuses = await Promise.all(accidents.map(([by]) => world.say({ by, issue: world.issues[0]! })));
    holds(
      statuses.every((status) => status === 202),
      `answered ${statuses.join(" ")}`,
    );
    const [none] = await world.db.execute<{ entries: number; pending: number }>(sql`
      select (select count(*)::int from entries) as entries,
        (select count(*)::int from deliveries where state = 'pending') as pending`);
    holds(none!.entries === 0 && none!.pending === 3, "what cannot be decided should wait");
    holds(
      svc.lines.some((line) => /delivery stays pending/.test(line)),
      "nothing was logged",
    );
    world.github.heal();
    await settled(world, { withinSeconds: 180 });
    const more = await runTests({ file: "github/membership.test.ts", name: "it is no decision when GitHub" });
    return `answered 202 and kept waiting, recorded once GitHub could tell; ${more}`;
  },
};

export const memberRemoved = shownBy(34, "a member removed; GitHub down", {
  file: "members/membership-window.test.ts",
});

export const loginTaken = shownBy(
  35,
  "a login renamed, the old one taken by another member",
  { file: "members/membership.test.ts" },
  { file: "github/membership.test.ts", name: "logins change, ids do not" },
);

export const unreachableAtStart: Scenario = {
  number: 43,
  fault: "GitHub cannot be reached at the start",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    const token = await world.tokenFor("ada");
    world.github.fail({ times: Infinity, respond: "reset" });
    const svc = await world.start();
    const undecided = await world.api(svc, "/time-entries", token);
    holds(undecided.status === 503, `a member that nobody knows of got ${undecided.status}`);
    const status = await world.say();
    holds(status === 202, `a comment was answered ${status}`);
    let said = "";
    await until(
      async () => {
        const ready = await fetch(`${svc.url}/readyz`);
        said = `${ready.status} ${((await ready.json()) as { status: string }).status}`;
        return said === "200 degraded";
      },
      15_000,
      () => `/readyz says ${said}`,
    );
    world.github.heal();
    await until(
      async () => (await world.api(svc, "/time-entries", token)).status === 200,
      90_000,
      "the API did not come back",
      1_000,
    );
    await worksWithin(world, svc, 10_000);
    await settled(world, { withinSeconds: 180 });
    return `started, kept a comment (202), answered 503 where it could not decide, /readyz ${said}; all of it done afterwards`;
  },
};

function tokensAskedFor({ github }: World, { repo }: Issue): number {
  const path = `/app/installations/${repo.owner.installation?.id}/access_tokens`;
  return github.requests.filter((request) => request.method === "POST" && request.path === path).length;
}
