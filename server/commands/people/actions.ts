import type { Database } from "../../../db/connect.ts";
import { recordEvent } from "../../audit/store.ts";
import type { Config } from "../../config.ts";
import { upsertLocalAdmin } from "../../members/store.ts";
import { createLinkFor, createSignInLink } from "../../sign-in/actions.ts";
import { markAllRevoked } from "../../tokens/store.ts";
import { CommandProblem } from "../problem.ts";
import { findPeople, type Person, setGranted } from "./store.ts";

type Needs = { config: Config; db: Database; say(line: string): void };

/**
 * Prints a one-use sign-in link (D22): for somebody svc knows, or for the local admin where no code host is connected.
 * @throws CommandProblem
 */
export async function loginLink({ config, db, say }: Needs, login: string | undefined): Promise<void> {
  const link =
    login === undefined ? await createSignInLink({ config, db }) : await linkFor({ config, db }, login);
  if (link === undefined) {
    throw new CommandProblem(
      "Say whom it is to sign in: login-link --user LOGIN. Without a name it is for the local admin, who exists only where no GitHub is connected and svc is for this machine alone.",
    );
  }
  say(link);
}

async function linkFor({ config, db }: Pick<Needs, "config" | "db">, login: string): Promise<string> {
  const person = await personCalled(db, login);
  return db.transaction(async (tx) => {
    const target = { type: "user", id: person.id };
    const detail = { login: person.login, by };
    await recordEvent(tx, nobodySignedIn, { action: "sign_in_link.created", target, detail });
    return createLinkFor({ config, db: tx }, person.id);
  });
}

/** Makes somebody an admin beside those of the code host and the settings (D13). @throws CommandProblem */
export async function grantAdmin({ db, say }: Needs, login: string): Promise<void> {
  const person = await personCalled(db, login);
  say(
    (await grant(db, person, true))
      ? `${person.login} is an admin now, also in the sessions and with the tokens they have.`
      : `${person.login} was granted that already.`,
  );
}

/** Takes back what `grantAdmin` gave. @throws CommandProblem where the role comes from elsewhere. */
export async function revokeAdmin({ config, db, say }: Needs, login: string): Promise<void> {
  const person = await personCalled(db, login);
  const { adminLogins } = config;
  const changed = await grant(db, person, false);
  const elsewhere = adminLogins.includes(person.login.toLowerCase())
    ? "by ADMIN_LOGINS: take the name out of it and start svc again"
    : "as an owner of an allowed organisation, or was at their last membership check: change that on GitHub";
  if (!person.admin) say(changed ? `${person.login} is no admin any more.` : `${person.login} is no admin.`);
  else if (changed) say(`Taken back. ${person.login} stays an admin ${elsewhere}.`);
  else throw new CommandProblem(`Nothing to take back: ${person.login} is an admin ${elsewhere}.`);
}

async function grant(db: Database, { id, login }: Person, granted: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await setGranted(tx, id, granted))) return false;
    const action = granted ? "admin.granted" : "admin.revoked";
    await recordEvent(tx, nobodySignedIn, { action, target: { type: "user", id }, detail: { login, by } });
    return true;
  });
}

/** Revokes every token of somebody: no instance accepts one from the next request on (spec 5.5). @throws CommandProblem */
export async function revokeTokens({ db, say }: Needs, login: string): Promise<void> {
  const person = await personCalled(db, login);
  const revoked = await db.transaction(async (tx) => {
    // Someone has to stand there as the one who revoked, and it is whoever is at this machine.
    const local = await upsertLocalAdmin(tx);
    const rows = await markAllRevoked(tx, person.id, local.id);
    for (const { id, label, prefix } of rows) {
      const target = { type: "token", id };
      const detail = { label, prefix, owner: person.id, by };
      await recordEvent(tx, nobodySignedIn, { action: "token.revoked", target, detail });
    }
    return rows;
  });
  const labels = revoked.map(({ label }) => JSON.stringify(label)).join(", ");
  if (revoked.length === 0) say(`${person.login} has no token that works.`);
  else
    say(
      `Revoked ${revoked.length === 1 ? "1 token" : `${revoked.length} tokens`} of ${person.login}: ${labels}.`,
    );
}

const by = "a command on the server";
const nobodySignedIn = { actor: null, requestId: "command" };

async function personCalled(db: Database, login: string): Promise<Person> {
  const [person, another] = await findPeople(db, login);
  if (!person) {
    throw new CommandProblem(
      `svc knows nobody called ${JSON.stringify(login)}. It knows whoever signed in or logged hours, by the login they have on GitHub.`,
    );
  }
  if (!another) return person;
  throw new CommandProblem(
    `Two people were called ${person.login}, one after the other. Have the one you mean sign in, or log something, so that svc learns who is called that now.`,
  );
}
