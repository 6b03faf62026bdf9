/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { AppError, statusOf } from "../../errors.ts";
import { readForm } from "../../form-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { pageFor, seeOther } from "../../panel.ts";
import type { Visitor } from "../../sessions/actions.ts";
import { panel } from "../../sessions/guard.ts";
import { dayIn } from "../date-range.ts";
import type { EntryKind } from "../entry-filter.ts";
import { findPageEntry } from "../one/actions.ts";
import { correctionPage, entryPage } from "../page-address.ts";
import type { EntryVersion } from "../store.ts";
import { correctEntry } from "./actions.ts";
import { AlreadyCorrectedPage } from "./already/views.tsx";
import { foresee } from "./preview/actions.ts";
import {
  asTyped,
  fieldsFor,
  type FormProblem,
  formProblem,
  readCorrection,
  readTyped,
  type TypedCorrection,
} from "./typed-correction.ts";
import { CorrectionPage } from "./views.tsx";

/** The form that corrects an entry, for every member to look at what would follow, and for admins to save (D8, D13). */
export function correctionPages(deps: Deps) {
  return new Elysia({ prefix: "/admin" })
    .use(panel(deps))
    .get("/entries/:id/correction", (asked) => look(deps, "time", asked))
    .get("/plans/:id/correction", (asked) => look(deps, "plan", asked))
    .post("/entries/:id/correction", (asked) => save(deps, "time", asked), { parse: "none" })
    .post("/plans/:id/correction", (asked) => save(deps, "plan", asked), { parse: "none" })
    .post("/entries/:id/correction/preview", (asked) => preview(deps, "time", asked), { parse: "none" })
    .post("/plans/:id/correction/preview", (asked) => preview(deps, "plan", asked), { parse: "none" });
}

type Asked = { request: Request; visitor: Visitor; requestId: string; params: { id: string } };

async function look(deps: Deps, kind: EntryKind, asked: Asked): Promise<Response> {
  const found = await findPageEntry(deps.db, kind, asked.params.id);
  if ("elsewhere" in found) return seeOther(deps, correctionPage(found.elsewhere, Number(asked.params.id)));
  if (found.entry.supersededById !== null) return tellAlready(deps, asked, found);
  return showForm(deps, asked, found.entry, asTyped(found.entry));
}

async function preview(deps: Deps, kind: EntryKind, asked: Asked): Promise<Response> {
  const found = await existing(deps, kind, asked.params.id);
  const typed = await typedIn(asked, found.entry);
  if (found.entry.supersededById !== null) return tellAlready(deps, asked, found, typed);
  return showForm(deps, asked, found.entry, typed);
}

async function save(deps: Deps, kind: EntryKind, asked: Asked): Promise<Response> {
  const { config } = deps;
  const { visitor, requestId } = asked;
  requireAdmin(visitor.user, config, "correct entries");
  const found = await existing(deps, kind, asked.params.id);
  const { entry } = found;
  const typed = await typedIn(asked, entry);
  if (entry.supersededById !== null) return tellAlready(deps, asked, found, typed);
  const read = readCorrection(entry, typed, circumstances(deps));
  if (!read.ok) return showForm(deps, asked, entry, typed, read.problems);
  try {
    const { id } = entry;
    const newId = await correctEntry(deps, {
      kind,
      id,
      request: read.request,
      actor: visitor.actor,
      requestId,
    });
    return seeOther(deps, entryPage(kind, newId), { code: "entry_corrected", about: String(id) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Somebody was quicker, or the form was sent twice.
    if (error.code === "already_corrected") {
      return tellAlready(deps, asked, await existing(deps, kind, asked.params.id), typed);
    }
    if (error.kind !== "invalid") throw error;
    const problems = error.problems.map((problem) => formProblem(problem));
    return showForm(deps, asked, entry, typed, problems);
  }
}

const circumstances = ({ config }: Deps) => ({
  today: dayIn(config.timeZone, new Date()),
  hoursPerDay: config.hoursPerDay,
});

async function existing({ db }: Deps, kind: EntryKind, id: string) {
  const found = await findPageEntry(db, kind, id);
  if (!("elsewhere" in found)) return found;
  throw new AppError(
    "notFound",
    "entry_not_found",
    "This is an entry of the other kind. Open its page anew.",
  );
}

async function typedIn({ request }: Asked, { labels }: EntryVersion): Promise<TypedCorrection> {
  return readTyped(await readForm(request, fieldsFor(labels.length)), labels.length);
}

/**
 * The form as it was typed, with what would follow.
 * @param refused what was wrong with it, where it was sent to be saved.
 */
async function showForm(
  deps: Deps,
  { request, visitor }: Asked,
  entry: EntryVersion,
  typed: TypedCorrection,
  refused?: FormProblem[],
): Promise<Response> {
  const { frame, show } = pageFor(deps, request, visitor.user);
  // The reason comes last, and nothing follows from it.
  const read = readCorrection(entry, { ...typed, reason: "-" }, circumstances(deps));
  const problems = read.ok ? [] : read.problems.filter(({ code }) => code !== "no_change");
  const foreseen =
    problems.length > 0 ? undefined : await foresee(deps.db, entry, read.ok ? read.corrected : undefined);
  const props = { frame, orgs: deps.config.allowedOrgs, entry, typed, foreseen };
  return show(<CorrectionPage {...props} problems={refused ?? problems} sent={refused !== undefined} />, {
    status: refused ? statusOf.invalid : 200,
  });
}

/** @param typed what was typed, where the form was sent. */
function tellAlready(
  deps: Deps,
  { request, visitor }: Asked,
  { entry, versions, current }: { entry: EntryVersion; versions: EntryVersion[]; current: EntryVersion },
  typed?: TypedCorrection,
): Response {
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const correction = versions.find(({ id }) => id === entry.supersededById) ?? current;
  const props = { frame, clock, entry, correction, currentId: current.id, ...(typed && { typed }) };
  return show(<AlreadyCorrectedPage {...props} />, { status: typed ? statusOf.conflict : 200 });
}
