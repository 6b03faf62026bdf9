import { eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { startApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";

export type CorrectionForms = Awaited<ReturnType<typeof startCorrectionForms>>;

/** svc with the clients Globex and Initech, an admin root and a member ada, and the form that corrects an entry. */
export async function startCorrectionForms() {
  const svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  const [root, ada] = [await svc.signedIn("root"), await svc.signedIn("ada")];
  const { id: globex } = await aClient(svc.db, "Globex", "client:globex");
  const { id: initech } = await aClient(svc.db, "Initech", "client:initech");

  /** An entry of Globex with these labels, of an hour on 5 October. */
  const ofGlobex = (differently: Parameters<typeof anEntry>[1] = {}) =>
    anEntry(svc.db, {
      labels: ["client:globex", "wbso:dev"],
      note: "as logged",
      clientId: globex,
      attribution: {
        winner: { mappingId: 1, label: "client:globex", clientId: globex },
        runnersUp: [],
        deactivated: [],
      },
      ...differently,
    });

  const row = async (id: number) => (await svc.db.select().from(entries).where(eq(entries.id, id)))[0]!;
  const successorOf = async (id: number) => row((await row(id)).supersededById!);
  const count = () => svc.db.$count(entries);

  /** The form as a browser would send it back unchanged, but for what is given. */
  async function form(id: number, changes: Record<string, string | undefined> = {}) {
    const { labels, minutes, workedOn, note } = await row(id);
    const kept = labels.map((_, at): [string, string] => [`keep-${at}`, "on"]);
    const fields = {
      ...Object.fromEntries(kept),
      added: "",
      duration: `${minutes}m`,
      day: workedOn,
      // A browser drops line breaks from a field of one line.
      note: (note ?? "").replaceAll(/[\r\n]/g, ""),
      reason: "the issue had the wrong label",
      ...changes,
    };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
  }

  async function send(
    id: number,
    changes: Record<string, string | undefined>,
    by = root,
    path = "correction",
  ) {
    const answer = await by.post(`/admin/entries/${id}/${path}`, await form(id, changes));
    return { status: answer.status, html: await answer.text(), to: answer.headers.get("location") };
  }

  return { svc, root, ada, globex, initech, ofGlobex, row, successorOf, count, form, send, stop: svc.stop };
}
