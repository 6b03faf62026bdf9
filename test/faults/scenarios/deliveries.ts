import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { holds, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { tally } from "../harness/load.ts";
import type { World } from "../harness/world.ts";

export const fiftyAtOnce: Scenario = {
  number: 10,
  fault: "one delivery 50 times at once; the same comment under another id",
  smoke: true,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await Promise.all([world.start(), world.start()]);
    const first = world.say({ issue: world.issues[0]! });
    const { guid, comment } = world.said[0]!;
    const payload = world.github.payloads.issueComment("created", comment);
    const again = Array.from({ length: 49 }, () => world.github.deliver("issue_comment", payload, { guid }));
    const others = Array.from({ length: 5 }, () => world.github.deliver("issue_comment", payload));
    const statuses = [await first, ...(await Promise.all([...again, ...others])).map(({ status }) => status)];
    holds(
      statuses.every((status) => status === 200 || status === 202),
      `answered ${statuses.join(" ")}`,
    );
    await settled(world);
    return `two instances answered all ${statuses.length} with success: one entry, one confirmation`;
  },
};

export const outOfOrder: Scenario = {
  number: 11,
  fault: "comments delivered in another order, labels changed between them",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const issue = world.issues[0]!;
    const { github } = world;
    const waiting = stage.chance.whole(6, 10);
    const made = Array.from({ length: waiting }, (_, place) => {
      github.label(issue, `step:${place}`);
      const comment = github.write(issue, "ada", "/log 30m", {
        at: new Date(Date.now() - 60_000 + place * 1000),
      });
      const guid = crypto.randomUUID();
      const labels = [...issue.labels];
      const common = { repository: issue.repository, issueNumber: issue.number, login: "ada" };
      world.said.push({ guid, comment, labels, ...common, commands: [{ kind: "time", minutes: 30 }] });
      return { guid, payload: github.payloads.issueComment("created", comment) };
    });
    for (const { guid, payload } of made.toReversed())
      await github.deliver("issue_comment", payload, { guid });
    await settled(world);
    return `${waiting} delivered the last first: each has the labels of its own moment`;
  },
};

export const editedOrDeleted: Scenario = {
  number: 12,
  fault: "a comment edited or deleted after it was logged",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    await world.storm(3);
    await settled(world);
    const before = await digest(world);
    const [first, second] = world.said;
    const { answer: edited } = await world.github.editComment(first!.comment, "/log 9h and more");
    const { answer: deleted } = await world.github.deleteComment(second!.comment);
    holds((await digest(world)) === before, "the entries changed");
    return `entries byte for byte as before: ${outcome(edited)}, ${outcome(deleted)}`;
  },
};

export const labelsChangedLater: Scenario = {
  number: 13,
  fault: "labels added, renamed and removed later",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    await world.storm(12);
    await settled(world);
    const before = await digest(world);
    for (const issue of world.issues) {
      world.github.unlabel(issue, ...issue.labels);
      world.github.label(issue, "client:initech", "renamed");
    }
    holds((await digest(world)) === before, "entries changed with the labels");
    await world.storm(12);
    await settled(world);
    holds((await digest(world, 12)) === before, "later comments changed earlier entries");
    return "earlier entries are byte for byte as before; later ones have the new labels";
  },
};

export const forged: Scenario = {
  number: 14,
  fault: "forged, missing, SHA-1, short and upper-case signatures; another secret; a byte changed",
  smoke: true,
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const { github } = world;
    const comment = github.write(world.issues[0]!, "ada", "/log 1h");
    const payload = JSON.stringify(github.payloads.issueComment("created", comment));
    const good = (body: string) =>
      `sha256=${new Bun.CryptoHasher("sha256", github.config.webhookSecret).update(body).digest("hex")}`;
    const cases: [name: string, body: string, signature: string | null][] = [
      ["none", payload, null],
      ["empty", payload, ""],
      ["made up", payload, `sha256=${"0".repeat(64)}`],
      ["short", payload, good(payload).slice(0, -1)],
      ["upper case", payload, good(payload).toUpperCase()],
      ["SHA-1", payload, `sha1=${"0".repeat(40)}`],
      ["of another body", payload, good(`${payload} `)],
      ["body changed by a byte", payload.replace("/log 1h", "/log 2h"), good(payload)],
      ["no body", "", good(payload)],
    ];
    const shapes = new Set<string>();
    for (const [name, body, signature] of cases) {
      const { status, answer } = await github.deliver("issue_comment", body, { signature });
      holds(status === 401, `${name}: answered ${status}`);
      shapes.add(Object.keys(JSON.parse(answer) as object).join());
    }
    const wrong = await github.deliver("issue_comment", payload, {
      secret: "another secret of thirty-two letters",
    });
    holds(wrong.status === 401, `another secret: answered ${wrong.status}`);
    const [kept] = await world.db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from deliveries`,
    );
    holds(kept!.kept === 0 && shapes.size === 1, `${kept!.kept} kept, ${shapes.size} shapes of answers`);
    return `${cases.length + 1} × 401 of one shape, nothing kept`;
  },
};

export const replayedLater: Scenario = {
  number: 15,
  fault: "an old, valid delivery replayed after its record was removed",
  async run(stage) {
    const world = await stage.world({ github: { issues: 1 } });
    await world.start();
    const seen = await world.storm(5);
    await settled(world);
    await world.db.execute(sql`delete from deliveries`);
    const again = await Promise.all(world.said.map(({ guid }) => world.github.redeliver(guid)));
    holds(
      again.every(({ status }) => status === 200),
      "a replay should be answered with success",
    );
    await settled(world);
    return `${tally(seen)}, then replayed: ${[...new Set(again.map(({ answer }) => outcome(answer)))].join()}`;
  },
};

const outcome = (answer: string) => (JSON.parse(answer) as { outcome: string }).outcome;

/** Of the first rows of the entries, as they are stored. */
async function digest(world: World, first?: number): Promise<string> {
  const rows = await world.db.execute<{ row: string }>(sql`select e::text as row from entries e order by id`);
  const said = [...rows].map(({ row }) => row);
  const kept =
    first === undefined
      ? said
      : said.slice(0, world.said.slice(0, first).flatMap((one) => one.commands).length);
  return createHash("sha256").update(kept.join("\n")).digest("hex");
}
