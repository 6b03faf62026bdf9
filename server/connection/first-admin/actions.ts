import type { Queries } from "../../../db/connect.ts";
import { recordEvent } from "../../audit/store.ts";
import type { Deps } from "../../deps.ts";
import { findUser, type User } from "../../members/store.ts";
import { readSession } from "../../sessions/actions.ts";
import { grantAdmin } from "./store.ts";

/**
 * Ends the time of the sign-in link (D22) once an admin is there through GitHub: an owner, or a member who signs in over the very session of
 * the link, since whoever started svc is its admin already. To be called for somebody who was let in, in the transaction of their sign-in,
 * and to be followed by `connection.refresh`.
 */
export async function settle(
  { config, connection, db }: Pick<Deps, "config" | "connection"> & { db: Queries },
  { user, admin, browser }: Coming,
): Promise<void> {
  if (config.github.awaitsAdmin !== true) return;
  const visitor = await readSession({ db, config }, browser.replaces);
  const before = visitor && (await findUser(db, visitor.user.id));
  const isOperator = before?.githubId === null;
  if (!admin && !isOperator) return;
  if (!admin) await grantAdmin(db, user.id);
  await connection.change(db, () => ({ settledAt: new Date() }));
  await recordEvent(
    db,
    { actor: visitor?.actor ?? null, requestId: browser.requestId },
    {
      action: "github.first_admin",
      target: { type: "user", id: user.id },
      detail: { login: user.login, owner: admin },
    },
  );
}

type Coming = {
  user: User;
  /** As the code host has it. */
  admin: boolean;
  browser: { replaces: string | undefined; requestId: string };
};
