/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../../../deps.ts";
import { AppError, statusOf } from "../../../errors.ts";
import { readForm } from "../../../form-body.ts";
import { requireAdmin } from "../../../members/require-admin.ts";
import { pageFor, seeOther } from "../../../panel.ts";
import { parametersOf } from "../../../query.ts";
import { panel } from "../../../sessions/guard.ts";
import type { Visitor } from "../../../sessions/actions.ts";
import { isSameName } from "../../name.ts";
import { activeClientsLike, listClientsByName } from "../../store.ts";
import { createMapping } from "../actions.ts";
import { mappingHref } from "../labels/label-list.ts";
import { type MappingFields, parseMapping } from "../mapping.ts";
import { previewMapping } from "../preview/actions.ts";
import { labelsWithoutMapping } from "./store.ts";
import {
  type FormProblem,
  formProblem,
  readTypedMapping,
  type TypedMapping,
  typedFields,
} from "./typed-mapping.ts";
import { NewMappingPage } from "./views.tsx";

// More than that nobody wants to scroll through: the name is typed then, with these to suggest.
const mostChoices = 300;
const mostSuggestions = 1000;
const mostLabels = 50;

/** The form that makes a mapping, with its preview, for every member to try (D13). */
export function newMappingPages(deps: Deps) {
  const { config } = deps;
  return new Elysia({ prefix: "/admin/mappings" })
    .use(panel(deps))
    .get("/new", ({ request, visitor }) =>
      page(deps, request, visitor, readTypedMapping(parametersOf(request))),
    )
    .post(
      "/",
      async ({ request, visitor, requestId }) => {
        requireAdmin(visitor.user, config, "make label mappings");
        const typed = await readForm(request, typedFields);
        try {
          const fields = await fieldsFrom(deps, typed);
          const mapping = await createMapping(deps, { ...fields, actor: visitor.actor, requestId });
          const flash = { code: "mapping_created", about: mapping.labelPattern } as const;
          return seeOther(deps, mappingHref(mapping), flash);
        } catch (error) {
          return page(deps, request, visitor, typed, refusalOf(error));
        }
      },
      { parse: "none" },
    );
}

/** The form as it was typed, with what the mapping would do; where it was sent, with what is wrong. */
async function page(
  deps: Deps,
  request: Request,
  visitor: Visitor,
  typed: TypedMapping,
  refused?: { problems: FormProblem[]; status: number },
): Promise<Response> {
  const { db, config } = deps;
  const { frame, clock, show } = pageFor(deps, request, visitor.user);
  const [clients, labels, looked] = await Promise.all([
    listClientsByName(db, { state: "active", limit: mostSuggestions }),
    labelsWithoutMapping(db, "client:", mostLabels),
    look(deps, typed, clock.now),
  ]);
  const props = {
    frame,
    orgs: config.allowedOrgs,
    typed: { ...typed, client: looked.preview?.clientName ?? typed.client },
    clients: {
      names: clients.map(({ name }) => name),
      isAll: clients.length <= mostChoices,
    },
    labels,
    problems: refused?.problems ?? looked.problems,
    sent: refused !== undefined,
    preview: looked.preview,
  };
  return show(<NewMappingPage {...props} />, { status: refused?.status ?? 200 });
}

/** The preview of what is filled in so far; where there can be none, why. */
async function look(deps: Deps, typed: TypedMapping, now: Date) {
  const { label, client } = typed;
  if (label === "" || client === "") return { problems: [], preview: undefined };
  try {
    const fields = await fieldsFrom(deps, typed);
    const read = parseMapping(fields);
    const preview = await previewMapping(deps, fields, now);
    const previewed = read.ok && { ...preview, wanted: read.value, clientName: fields.clientName };
    return { problems: [], preview: previewed || undefined };
  } catch (error) {
    return { problems: refusalOf(error).problems, preview: undefined };
  }
}

/** The form's fields as the action takes them. A client that there is none of gets an id that the action refuses. */
async function fieldsFrom(
  { db }: Deps,
  { label, client, repository }: TypedMapping,
): Promise<MappingFields & { clientName: string }> {
  const name = client.trim().normalize("NFC");
  const alike = name === "" ? [] : await activeClientsLike(db, name);
  const found = alike.find((one) => isSameName(one.name, name));
  return {
    labelPattern: label,
    clientId: found?.id ?? 0,
    clientName: found?.name ?? name,
    repository: repository.trim() === "" ? null : repository.trim(),
  };
}

/** What was refused about the fields; anything else is thrown on. */
function refusalOf(error: unknown): { problems: FormProblem[]; status: number } {
  if (!(error instanceof AppError) || (error.kind !== "invalid" && error.kind !== "conflict")) throw error;
  const status = statusOf[error.kind];
  if (error.code !== "mapping_exists") return { problems: error.problems.map(formProblem), status };
  return { problems: [{ field: "label", code: "exists", message: error.message }], status };
}
