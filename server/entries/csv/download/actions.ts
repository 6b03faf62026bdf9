import type { Deps } from "../../../deps.ts";
import type { EntryFilter } from "../../entry-filter.ts";
import type { Totals } from "../../totals/store.ts";
import { streamList, sumOfList } from "../actions.ts";
import { fileName } from "../file-name.ts";
import type { ExportSlots } from "../slots.ts";

type Asked = { request: Request; user: { id: number }; requestId: string };

/** The whole list as a file (D24), for scripts and for the panel alike; to HEAD what it would hold. */
export async function csvAnswer(
  deps: Deps,
  slots: ExportSlots,
  filter: EntryFilter,
  { request, user, requestId }: Asked,
): Promise<Response> {
  const headersOf = (totals: Totals) => ({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${fileName(filter)}"`,
    "cache-control": "no-store",
    vary: "Accept",
    "x-total-count": String(totals.entries),
    "x-total-minutes": String(totals.minutes),
  });
  if (request.method === "HEAD") {
    return new Response(null, { headers: headersOf(await sumOfList(deps, filter)) });
  }
  const giveBack = slots.take(user.id);
  const { totals, body } = await streamList(deps, filter, (error) => {
    giveBack();
    if (error) deps.log.warn({ request_id: requestId, err: error }, "a CSV list broke off");
  });
  return new Response(body, { headers: headersOf(totals) });
}
