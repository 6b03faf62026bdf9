import { eq } from "drizzle-orm";
import { clients } from "../../db/schema.ts";
import { upsertUser } from "../../server/members/store.ts";
import { startApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";

/**
 * svc with hours to list: 120 of ada's in September 2026, for Globex, half an hour each; one of linus's, one that two clients
 * match, and a plan. Two clients are called Initech, of which the first is deactivated.
 */
export async function startListed() {
  const svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  const ada = await svc.signedIn("ada");
  const { db } = svc;
  const globex = (await aClient(db, "Globex", "client:globex")).id;
  const former = (await aClient(db, "Initech")).id;
  await db.update(clients).set({ deactivatedAt: new Date() }).where(eq(clients.id, former));
  await aClient(db, "Initech");
  const linus = await upsertUser(db, { githubId: 9, login: "linus" });
  for (let n = 1; n <= 120; n++) {
    await anEntry(db, {
      issueNumber: 10 + (n % 7),
      // Several a day, so that pages end within one.
      workedOn: `2026-09-${String(1 + (n % 25)).padStart(2, "0")}`,
      minutes: 30,
      note: `note ${n}`,
      labels: ["client:globex", "wbso:dev", "type:bugfix"],
      clientId: globex,
      attribution: { winner: match(1, globex), runnersUp: [], deactivated: [] },
    });
  }
  await anEntry(db, {
    userId: linus.id,
    workedOn: "2026-10-05",
    minutes: 75,
    labels: ["needs review, please", "wbso:dev"],
    note: "by linus",
    repository: "acme/api",
  });
  await anEntry(db, {
    workedOn: "2026-10-06",
    labels: ["client:globex", "client:initech"],
    clientId: globex,
    note: "two clients",
    attribution: { winner: match(1, globex), runnersUp: [match(2, former)], deactivated: [] },
  });
  await anEntry(db, { kind: "plan", workedOn: "2026-10-07", minutes: 480, note: "the plan" });

  const page = async (query = "", { by = ada, path = "/admin/entries" } = {}) => {
    const answer = await by.get(path + query);
    return { status: answer.status, html: await answer.text() };
  };
  return { svc, ada, globex, former, page };
}

export type Listed = Awaited<ReturnType<typeof startListed>>;

const match = (mappingId: number, clientId: number) => ({ mappingId, clientId, label: "client:globex" });

/** Of the rows of a page. */
export const ids = (html: string) =>
  [...html.matchAll(/<th [^>]*><a href="\/admin\/(?:entries|plans)\/(\d+)"/g)].map(([, id]) => Number(id));
export const unescaped = (text: string) =>
  text
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
/** The query of the page before or after. */
export const linkTo = (html: string, rel: "next" | "prev") => {
  const found = new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1];
  return found === undefined ? undefined : unescaped(found).replace(/^[^?]*/, "");
};
export const csvLink = (html: string) => unescaped(/href="([^"]*format=csv)"/.exec(html)![1]!);
