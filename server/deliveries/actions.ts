import type { Actor } from "../audit/event.ts";
import { recordEvent } from "../audit/store.ts";
import type { Deps } from "../deps.ts";
import { attribute } from "../clients/mappings/attribution.ts";
import { attributing, lockMappingsFor, type MappingOfClient } from "../clients/mappings/store.ts";
import { hasAnswered, insertConfirmation } from "../confirmations/store.ts";
import { type Command, parseCommands } from "../entries/comment-commands.ts";
import { dayIn } from "../entries/date-range.ts";
import { confirmationBody } from "../entries/confirmation.ts";
import { refusalBody } from "../entries/refusal.ts";
import { insertEntries, issueTotals, type NewEntry, recordingOn } from "../entries/store.ts";
import { upsertUser } from "../members/store.ts";
import type { Transaction } from "../../db/connect.ts";
import { takeLocks } from "../../db/locks.ts";
import { AppError } from "../errors.ts";
import { type CommentEvent, readDelivery } from "./comment-event.ts";
import type { Outcome } from "./outcome.ts";
import { anotherOutcome } from "./processing-again.ts";
import {
  type Arrival,
  type Delivery,
  findDelivery,
  findDeliveryByGuid,
  finishDelivery,
  insertDelivery,
  lockDelivery,
  reopenDelivery,
} from "./store.ts";

/** What is known of a delivery: `outcome` is null while it is still pending. */
export type Processed = { outcome: Outcome | null; detail: string | null };

// A delivery is processed in the request that brought it. Its job is for the case that the process dies in between.
const secondsBeforeJob = 10;

/**
 * Keeps a verified delivery, and a job to process it, before anything is done with it (D28).
 * @returns what is kept, and the job where there was none before: whoever processes the delivery at once may drop it then.
 */
export async function keepDelivery(
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  arrival: Arrival,
): Promise<{ delivery: Delivery; jobId?: string | null }> {
  const kept = await db.transaction(async (tx) => {
    const delivery = await insertDelivery(tx, arrival);
    if (!delivery) return undefined;
    const data = { deliveryId: delivery.id };
    const jobId = await jobs.enqueue(tx, { queue: "process-delivery", data }, secondsBeforeJob);
    return { delivery, jobId };
  });
  return kept ?? { delivery: (await findDeliveryByGuid(db, arrival.guid))! };
}

/** The same as `processDelivery`, for one that was kept at some time. */
export async function processDeliveryById(deps: Needs, deliveryId: number): Promise<Processed> {
  const delivery = await findDelivery(deps.db, deliveryId);
  return delivery ? processDelivery(deps, delivery) : { outcome: null, detail: null };
}

/**
 * Carries out what a kept delivery asks for, once, however often and at how many places it is called (D28).
 * Rejects where it cannot be decided now, e.g. whether the author is a member: then it stays pending.
 */
export async function processDelivery(deps: Needs, delivery: Delivery): Promise<Processed> {
  // What was done is counted once it stands.
  const counts: (() => void)[] = [];
  const processed = await carryOut(deps, delivery, counts);
  for (const count of counts) count();
  return processed;
}

type Needs = Pick<Deps, "config" | "db" | "jobs" | "membership" | "metrics" | "log">;

async function carryOut(deps: Needs, delivery: Delivery, counts: (() => void)[]): Promise<Processed> {
  if (delivery.state !== "pending") return resultOf(delivery);

  const settled = (outcome: Outcome) => void counts.push(() => deps.metrics.delivered(outcome));
  const passBy = (outcome: Outcome, about: Parameters<typeof finish>[3], detail?: string) => {
    settled(outcome);
    return finish(deps, delivery, outcome, about, detail);
  };
  const reading = readDelivery(delivery.event, delivery.payload, {
    allowedOrgs: deps.config.allowedOrgs,
    appId: deps.config.github.appId,
  });
  if (reading.kind === "passed") return passBy(reading.outcome, reading.about, reading.detail);

  const { event } = reading;
  const about = { repository: event.repository, sender: event.author.login, commentId: event.commentId };
  const { timeZone, hoursPerDay } = deps.config;
  const parsed = parseCommands(event.body, { commentedAt: event.commentedAt, timeZone, hoursPerDay });
  if (parsed.kind === "none") return passBy("no_command", about);

  const membership = await deps.membership.ofAuthor(event.author);
  if (!membership.allowed) return passBy("not_member", about, event.author.login);

  const result = await deps.db.transaction(async (tx): Promise<Processed> => {
    // Sent together, carried out one after the other: each begins when the locks are taken, and sees what stands then. What
    // waits for the answer to another costs a way to the server and back.
    const locked = takeLocks(tx, recordingOn(event.repositoryId, event.issueNumber), attributing);
    const standing = parsed.kind === "commands" ? readStanding(tx, event) : undefined;
    const [, current, isAnswered] = await Promise.all([
      locked,
      lockDelivery(tx, delivery.id),
      hasAnswered(tx, event.commentId),
      standing,
    ]);
    if (current.state !== "pending") return resultOf(current);

    const done = async (outcome: Outcome, detail: string | null = null): Promise<Processed> => {
      settled(outcome);
      await finishDelivery(tx, delivery.id, { outcome, detail: detail ?? undefined, about });
      return { outcome, detail };
    };
    if (isAnswered) return done("duplicate");

    const marker = markerOf(event.commentId);
    if (parsed.kind === "problems") {
      const body = refusalBody({ marker, login: event.author.login, problems: parsed.problems });
      await answer(deps, tx, event, { marker, kind: "refusal", body });
      return done("refused", parsed.problems.map((problem) => problem.message).join(" "));
    }
    const { commands } = parsed;
    const { backfilledAt } = current;
    const { entries, body, attribution } = recordingOf(event, (await standing)!, {
      commands,
      marker,
      backfilledAt,
      readOn: backfilledAt && dayIn(timeZone, backfilledAt),
    });
    counts.push(() => commands.forEach(({ kind }) => deps.metrics.entriesMade(kind, attribution)));
    const [recorded] = await Promise.all([
      done("recorded", commands.length === 1 ? "1 entry" : `${commands.length} entries`),
      insertEntries(tx, entries),
      answer(deps, tx, event, { marker, kind: "confirmation", body }),
    ]);
    return recorded;
  });
  deps.jobs.wake("post-confirmation");
  return result;
}

// Whoever waits at a page is told after so long that it goes on without them.
const patienceMs = 5_000;

/**
 * Has a delivery processed once more, where another outcome could come of it, and waits for that for a few seconds.
 * Throws `conflict` where none could. Rejects never for what stands in the way: then the delivery stays pending.
 */
export async function processAgain(
  deps: Needs,
  deliveryId: number,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<Processed> {
  const { db, jobs, log } = deps;
  await db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (anotherOutcome(delivery) !== "possible") throw nothingToCome();
    await reopenDelivery(tx, deliveryId);
    await jobs.enqueue(tx, { queue: "process-delivery", data: { deliveryId } }, secondsBeforeJob);
    const target = { type: "delivery", id: deliveryId };
    const detail = { guid: delivery.guid, outcome: delivery.outcome };
    await recordEvent(tx, { actor, requestId }, { action: "delivery.processed_again", target, detail });
  });
  const waiting: Processed = { outcome: null, detail: null };
  const processed = processDeliveryById(deps, deliveryId).catch((error: unknown) => {
    log.warn({ delivery: deliveryId, err: String(error) }, "delivery stays pending");
    return waiting;
  });
  return Promise.race([processed, Bun.sleep(patienceMs).then(() => waiting)]);
}

function nothingToCome(): AppError {
  return new AppError(
    "conflict",
    "delivery_settled",
    "Nothing else can come of this delivery. Look at its outcome: what is wrong with a comment is mended by a new comment.",
  );
}

type Standing = Awaited<ReturnType<typeof readStanding>>;

/** Who wrote the comment, where its labels lead, and what the issue adds up to before it. */
async function readStanding(tx: Transaction, event: CommentEvent) {
  const [user, mappings, totals] = await Promise.all([
    upsertUser(tx, event.author),
    lockMappingsFor(tx, event.labels, event.repository),
    issueTotals(tx, event.repositoryId, event.issueNumber),
  ]);
  return { user, mappings, totals };
}

/** The entries of one comment with the snapshot and the attribution (spec 3.1, 7.1), and what confirms them. */
function recordingOf(
  event: CommentEvent,
  { user, mappings, totals }: Standing,
  {
    commands,
    marker,
    backfilledAt,
    readOn,
  }: { commands: Command[]; marker: string; backfilledAt: Date | null; readOn: string | null },
): { entries: NewEntry[]; body: string; attribution: ReturnType<typeof attributionOf> } {
  const attribution = attribute(event.labels, event.repository, mappings);
  const entries = commands.map((command, place) => ({
    kind: command.kind,
    minutes: command.minutes,
    workedOn: command.workedOn,
    note: command.note,
    labels: event.labels,
    clientId: attribution.clientId,
    attribution: attribution.record,
    userId: user.id,
    repository: event.repository,
    repositoryId: event.repositoryId,
    issueNumber: event.issueNumber,
    issueTitle: event.issueTitle,
    commentId: event.commentId,
    commandNo: place + 1,
    commentedAt: event.commentedAt,
    backfilledAt,
  }));
  const minutesOf = (wanted: Command["kind"]) =>
    commands.reduce((sum, { kind, minutes }) => sum + (kind === wanted ? minutes : 0), 0);
  const body = confirmationBody({
    marker,
    login: event.author.login,
    commands,
    attribution,
    clientNames: namesById(mappings),
    isPrivate: event.isPrivate,
    totals: { planned: totals.planned + minutesOf("plan"), logged: totals.logged + minutesOf("time") },
    readOn,
  });
  return { entries, body, attribution: attributionOf(attribution) };
}

function attributionOf({ clientId, record }: ReturnType<typeof attribute>): "client" | "ambiguous" | "none" {
  if (clientId === null) return "none";
  return record !== null && record.runnersUp.length > 0 ? "ambiguous" : "client";
}

const namesById = (mappings: MappingOfClient[]) => new Map(mappings.map((m) => [m.clientId, m.clientName]));

// Any would do, but no other ever after.
const markerNamespace = "5d0a1f6e-3c1b-4f0e-9a57-6b8f2c9d7e41";
// Deliveries come within seconds. One that comes later may have been answered before a backup of the database was restored.
const freshMs = 60_000;

/** The same for a comment for ever: also a database that has forgotten its answer finds it by that. */
const markerOf = (commentId: number) => Bun.randomUUIDv5(String(commentId), markerNamespace);

async function answer(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  event: CommentEvent,
  reply: { marker: string; kind: "confirmation" | "refusal"; body: string },
): Promise<void> {
  const { commentId, installationId, repository, repositoryId, issueNumber } = event;
  const isFresh = Math.abs(Date.now() - event.commentedAt.getTime()) < freshMs;
  await Promise.all([
    insertConfirmation(tx, {
      ...reply,
      // As though it had been attempted: then it is looked for first.
      attempts: isFresh ? 0 : 1,
      commentId,
      installationId,
      repository,
      repositoryId,
      issueNumber,
    }),
    jobs.enqueue(tx, {
      queue: "post-confirmation",
      data: { marker: reply.marker },
      group: event.owner.toLowerCase(),
    }),
  ]);
}

async function finish(
  { db, log }: Pick<Deps, "db" | "log">,
  delivery: Delivery,
  outcome: Outcome,
  about: Parameters<typeof finishDelivery>[2]["about"],
  detail?: string,
): Promise<Processed> {
  await finishDelivery(db, delivery.id, { outcome, detail, about });
  if (outcome === "malformed")
    log.warn({ delivery: delivery.guid, detail }, "delivery of an unknown shape was put aside");
  return { outcome, detail: detail ?? null };
}

function resultOf(delivery: Pick<Delivery, "outcome" | "detail"> | null): Processed {
  return { outcome: (delivery?.outcome as Outcome | null) ?? null, detail: delivery?.detail ?? null };
}
