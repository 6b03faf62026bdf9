/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import { postAgain } from "../confirmations/actions.ts";
import { confirmationOf } from "../confirmations/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { withoutSecrets } from "../log.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { pageFor, seeOther } from "../panel.ts";
import { parametersOf } from "../query.ts";
import { pollingStanding } from "../polling/actions.ts";
import { findStanding } from "../redelivery/store.ts";
import { panel } from "../sessions/guard.ts";
import { type FlashCode } from "../ui/flash.ts";
import { webAddress } from "../ui/href.ts";
import { processAgain } from "./actions.ts";
import { readDeliveryQuery } from "./delivery-list.ts";
import { commentAddress, shownPayload } from "./payload.ts";
import { type Delivery, findDelivery, listDeliveries, recordedOf } from "./store.ts";
import { DeliveryPage } from "./one/views.tsx";
import { DeliveriesPage } from "./views.tsx";

const perPage = 50;

/** What the code host delivered, for every member to read; having it processed again is for admins (D13, D28). */
export function deliveryPages(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/admin/deliveries" })
    .use(panel(deps))
    .get("/", async ({ request, visitor }) => {
      const search = parametersOf(request);
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const typed = Object.fromEntries(search);
      const [standing, polling] = await Promise.all([findStanding(db), pollingStanding(deps)]);
      const props = { frame, clock, typed, standing, polling };
      const read = readDeliveryQuery(search);
      if (!read.ok) return show(<DeliveriesPage {...props} problems={read.problems} />, { status: 422 });
      const { filter, before } = read.value;
      const page = { limit: perPage + 1, ...(before !== undefined && { before }) };
      const found = await listDeliveries(db, filter, page);
      const deliveries = found.slice(0, perPage).map(withoutPastedSecrets);
      const older = found.length > perPage ? deliveries.at(-1)!.id : undefined;
      const list = { filter, deliveries, older, isFirst: before === undefined };
      return show(<DeliveriesPage {...props} list={list} />);
    })
    .get("/:id", async ({ request, visitor, params }) => {
      const delivery = await existing(deps, params.id);
      const { commentId } = delivery;
      const [confirmation, recorded] =
        commentId === null
          ? [null, []]
          : await Promise.all([confirmationOf(db, commentId), recordedOf(db, commentId)]);
      const { frame, clock, show } = pageFor(deps, request, visitor.user);
      const payload = shownPayload(delivery.payload, strike);
      const comment = webAddress(commentAddress(delivery.payload) ?? "");
      const told = withoutPastedSecrets(delivery);
      const reply = confirmation && { ...confirmation, body: strike(confirmation.body) };
      const props = { frame, clock, payload, comment, recorded, orgs: config.allowedOrgs };
      return show(<DeliveryPage {...props} delivery={told} reply={reply} />);
    })
    .post(
      "/:id/processing",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "have deliveries processed again");
        await readForm(request, []);
        const { id } = await existing(deps, params.id);
        const { outcome } = await processAgain(deps, id, { actor: visitor.actor, requestId });
        return backTo(deps, id, outcome === null ? "delivery_waiting" : "delivery_processed");
      },
      { parse: "none" },
    )
    .post(
      "/:id/reply",
      async ({ request, visitor, requestId, params }) => {
        requireAdmin(visitor.user, config, "have replies posted again");
        await readForm(request, []);
        const { id, commentId } = await existing(deps, params.id);
        const confirmation = commentId === null ? null : await confirmationOf(db, commentId);
        if (!confirmation) {
          throw new AppError("notFound", "reply_not_found", "There is no reply to this comment.");
        }
        await postAgain(deps, confirmation, { actor: visitor.actor, requestId });
        return backTo(deps, id, "reply_queued");
      },
      { parse: "none" },
    );
}

async function existing({ db }: Deps, id: string): Promise<Delivery> {
  const delivery = /^[1-9]\d{0,14}$/.test(id) ? await findDelivery(db, Number(id)) : null;
  if (delivery) return delivery;
  throw new AppError(
    "notFound",
    "delivery_not_found",
    "There is no such delivery. Look in the list of them.",
  );
}

/** The detail may quote the comment, into which somebody may have pasted a token. */
function withoutPastedSecrets<D extends { detail: string | null }>(delivery: D): D {
  return { ...delivery, detail: delivery.detail && strike(delivery.detail) };
}

// A quotation may hold the most part of a token, which has no longer the form of one.
const strike = (text: string) => withoutSecrets(text.replaceAll(/svc_[\w-]{12,}/g, "[redacted]"));

function backTo(deps: Deps, id: number, code: FlashCode): Response {
  return seeOther(deps, `/admin/deliveries/${id}`, { code });
}
