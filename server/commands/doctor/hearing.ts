import { type Matter, mattersOf, type Standing } from "../../redelivery/standing.ts";
import { type Check, failed, ok, skipped } from "./check.ts";

const name = "Deliveries";

/** Whether all that GitHub delivered is here. @param standing undefined where svc has not been started with an App yet. */
export function deliveryCheck(standing: Standing | undefined, now: Date): Check {
  if (!standing) return skipped(name, "GitHub's record was not read yet: start svc");
  const [worst] = mattersOf(standing, now);
  if (worst) return failed(name, ...told(worst));
  const last =
    standing.lastEventAt === null ? "none yet" : `the last one at ${instant(standing.lastEventAt)}`;
  return ok(name, `all have arrived, ${last}`);
}

function told(matter: Matter): [message: string, fix: string] {
  switch (matter.kind) {
    case "problem":
      return [`GitHub's record could not be read since ${instant(matter.at)}`, matter.problem];
    case "unread":
      return [
        `GitHub's record was not read since ${instant(matter.since)}`,
        "Start svc, which reads it every five minutes; if it runs, see whether it logs errors.",
      ];
    case "missing":
      return [
        `${matter.count === 1 ? "1 has" : `${matter.count} have`} not arrived, the oldest of ${instant(matter.since)}`,
        "svc asks for them again by itself. If it stays so, check that GitHub reaches the App's webhook address.",
      ];
    case "gap":
      return [
        `GitHub keeps none from ${instant(matter.from)} to ${instant(matter.until)} any more`,
        "svc reads the comments of that time by itself. Leave it running.",
      ];
  }
}

type Polled = { owner: string; readAt: Date | null; problem: string | null };

// Every organisation's turn comes each half minute.
const longestUnreadMs = 10 * 60_000;

/** Whether the comments that svc reads by itself were read lately. */
export function pollingCheck(owners: Polled[], now: Date): Check {
  if (owners.length === 0) return skipped(name, "svc reads comments by itself once it is started");
  const inTheWay = owners.find(({ problem }) => problem !== null);
  if (inTheWay) return failed(name, `comments of ${inTheWay.owner} cannot be read`, inTheWay.problem!);
  const late = owners.find(({ readAt }) => now.getTime() - (readAt?.getTime() ?? 0) > longestUnreadMs);
  if (late) {
    const since = late.readAt === null ? "yet" : `since ${instant(late.readAt)}`;
    return failed(
      name,
      `comments of ${late.owner} were not read ${since}`,
      "Start svc, which reads them every half minute; if it runs, see whether it logs errors.",
    );
  }
  return ok(name, `svc reads the comments of ${owners.map(({ owner }) => owner).join(", ")} by itself`);
}

function instant(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
