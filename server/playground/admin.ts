import { Elysia } from "elysia";
import { recordEvent } from "../audit/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readForm } from "../form-body.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { seeOther } from "../panel.ts";
import { panel } from "../sessions/guard.ts";
import type { Visitor } from "../sessions/actions.ts";
import type { Playground } from "./playground.ts";

const target = { type: "playground", id: "playground" } as const;

/** The two buttons of the playground, on the set-up page. */
export function playgroundPages(deps: Deps) {
  return new Elysia({ prefix: "/admin/playground" })
    .use(panel(deps))
    .post(
      "/",
      async ({ request, visitor, requestId }) => {
        await readForm(request, []);
        const playground = playgroundFor(deps, visitor);
        const isNew = playground.standing().state !== "open";
        const { issue } = await playground.open();
        const { actor } = visitor;
        if (isNew) await recordEvent(deps.db, { actor, requestId }, { action: "playground.opened", target });
        return seeOther(deps, issue);
      },
      { parse: "none" },
    )
    .post(
      "/removal",
      async ({ request, visitor, requestId }) => {
        await readForm(request, []);
        const playground = playgroundFor(deps, visitor);
        if (playground.standing().state === "none") return seeOther(deps, "/admin/set-up");
        const { entries } = await playground.remove();
        const { actor } = visitor;
        const event = { action: "playground.removed", target, detail: { entries } } as const;
        await recordEvent(deps.db, { actor, requestId }, event);
        return seeOther(deps, "/admin/set-up", { code: "playground_removed" });
      },
      { parse: "none" },
    );
}

function playgroundFor({ config, playground }: Deps, { user }: Visitor): Playground {
  requireAdmin(user, config, "open and remove the playground");
  if (playground) return playground;
  throw new AppError("notFound", "not_found", "There is no playground within a playground.");
}
