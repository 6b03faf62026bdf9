import { keepDelivery, processDelivery } from "../deliveries/actions.ts";
import { GitHubError } from "../github/github.ts";
import { openOwners } from "../polling/store.ts";
import { backfill, type Needs } from "./backfill/actions.ts";
import { gapAround, gapIn, overlapMs, retentionMs } from "./gap.ts";
import { type Attempt, missingAmong } from "./missing.ts";
import {
  arrivedAmong,
  askedInVain,
  beginListing,
  claimForAsking,
  findListing,
  forgetArrived,
  giveUp,
  keepListing,
  type Listing,
  type MissingDelivery,
  noteProblem,
  noteRefusal,
  unclaim,
  widenGap,
} from "./store.ts";

/** Five times a GitHub App's secondary limit of 900 points a minute would allow three of these a second; others ask, too. */
const usualSpacingMs = 400;
// A hundred each.
const mostPages = 5_000;
// Some two minutes of them. The others are for the next time.
const mostAskedAtOnce = 300;

// Whoever stands before svc has found by then that it is here.
const secondsAfterStart = 5;

/** Has `redeliver` done right after this start and every five minutes, by one instance at a time. To be called before anything is received. */
export async function redeliverRegularly({ db, github, jobs }: Pick<Needs, "db" | "github" | "jobs">) {
  if (!github.configured) return;
  await beginListing(db);
  await jobs.repeat("redeliver", "*/5 * * * *");
  await db.transaction((tx) => jobs.enqueue(tx, { queue: "redeliver", data: {} }, secondsAfterStart));
}

/**
 * Goes once through GitHub's record of its deliveries (D28): notes those that did not arrive, asks for them to be sent again, reads
 * those that were asked for in vain, and the comments of a time that the record no longer holds. May be called anywhere at any
 * time, and may break off anywhere. What GitHub has against it is written down; rejects only for our own faults.
 * @param spacingMs between two requests to send something again.
 */
export async function redeliver(needs: Needs, spacingMs = usualSpacingMs): Promise<void> {
  const { db, github, log } = needs;
  if (!github.configured) return;
  await beginListing(db);
  const listing = (await findListing(db))!;
  if (listing.isPaused || (await isAskedForComments(needs))) return;
  try {
    await readRecord(needs, listing);
    await forgetArrived(db);
    await askAgain(needs, spacingMs);
    await readThoseAskedInVain(needs);
    await backfill(needs);
    await noteProblem(db, null);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (needs.draining.aborted) return;
    const pause = error.kind === "rate_limited" ? (error.retryAfterSeconds ?? 60) : 0;
    await noteProblem(db, error.message, pause);
    log.warn({ problem: error.message, pause }, "missing deliveries not dealt with");
  }
}

/** Then GitHub delivers nothing, and what it did not deliver is read there. */
async function isAskedForComments({ config, db }: Needs): Promise<boolean> {
  if (config.github.hears === "polling") return true;
  const asked = await openOwners(db, config.allowedOrgs);
  return asked.some(({ closingSince }) => closingSince === null);
}

/** Reads the record back to the watermark, whole or not at all: only then may the watermark move. */
async function readRecord(needs: Needs, { watermark }: Listing): Promise<void> {
  const { config, db, draining, github, log } = needs;
  const since = new Date(watermark.getTime() - overlapMs);
  const attempts: Attempt[] = [];
  let asOf: Date | undefined;
  let oldest: Date | undefined;
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const found = await github.deliveries.list(cursor);
    asOf ??= found.asOf ?? new Date();
    attempts.push(...found.attempts);
    oldest = found.attempts.at(-1)?.deliveredAt ?? oldest;
    cursor = found.next;
    if (cursor === null || (oldest && oldest < since)) break;
    if (draining.aborted) throw new GitHubError("unavailable", "svc is stopping.");
    if (page === mostPages) throw new GitHubError("unavailable", "GitHub's record of deliveries has no end.");
  }
  const arrived = await arrivedAmong(db, [...new Set(attempts.map(({ guid }) => guid))]);
  const missing = missingAmong(attempts, since, (guid) => arrived.has(guid));
  const reached = oldest !== undefined && oldest < since;
  const gap = gapIn({ since, watermark }, { reached, oldest, asOf }, retentionMs(config.github.apiUrl));
  await db.transaction((tx) => keepListing(tx, { missing, asOf, gap }));
  if (missing.length > 0 || gap) log.warn({ missing: missing.length, gap }, "deliveries did not arrive");
}

async function askAgain({ db, draining, github, log }: Needs, spacingMs: number): Promise<void> {
  for (let count = 0; count < mostAskedAtOnce && !draining.aborted; count += 1) {
    const missing = await claimForAsking(db);
    if (!missing) return;
    const { guid, asked } = missing;
    try {
      await github.deliveries.sendAgain(missing.deliveryId);
      log.info({ delivery: guid, asked }, "asked for a delivery again");
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (!isAboutThisOne(error)) {
        await unclaim(db, missing);
        throw error;
      }
      await noteRefusal(db, missing, { problem: error.message, isOver: error.status !== 422 });
      log.warn({ delivery: guid, asked, problem: error.message }, "GitHub does not send a delivery again");
    }
    await Bun.sleep(spacingMs);
  }
}

/** What GitHub has no longer, or finds nothing to send in; everything else would be said of the next one too. */
const isAboutThisOne = ({ kind, status }: GitHubError) =>
  kind === "refused" && status !== undefined && [404, 410, 422].includes(status);

/** Whatever keeps them from arriving, the record has what they were to bring, labels of their time included. */
async function readThoseAskedInVain(needs: Needs): Promise<void> {
  for (const missing of await askedInVain(needs.db)) {
    if (needs.draining.aborted) return;
    try {
      const { guid, event, payload } = await needs.github.deliveries.read(missing.deliveryId);
      if (guid === missing.guid) await take(needs, { guid, event, payload });
      else await leave(needs, missing, "GitHub's record has another delivery in its place.");
    } catch (error) {
      if (!(error instanceof GitHubError) || !isAboutThisOne(error)) throw error;
      await leave(needs, missing, error.message);
    }
  }
  await forgetArrived(needs.db);
}

async function take(needs: Needs, arrival: Parameters<typeof keepDelivery>[1]): Promise<void> {
  const { delivery } = await keepDelivery(needs, arrival);
  needs.log.warn({ delivery: arrival.guid }, "a delivery that does not arrive was read from GitHub's record");
  await processDelivery(needs, delivery).catch((error: unknown) =>
    needs.log.warn({ delivery: arrival.guid, err: String(error) }, "delivery stays pending"),
  );
}

/** Then only the comment itself is left to read. */
async function leave({ db, log }: Needs, missing: MissingDelivery, problem: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await giveUp(tx, missing.guid, problem)) await widenGap(tx, gapAround(missing.deliveredAt));
  });
  log.error({ delivery: missing.guid, problem }, "a delivery was given up");
}
