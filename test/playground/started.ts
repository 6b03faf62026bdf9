import { type Config, readConfig } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";
import { serve } from "../../server/serve.ts";
import { createSignInLink } from "../../server/sign-in/actions.ts";
import { openSession } from "../../server/sessions/actions.ts";
import { upsertUser } from "../../server/members/store.ts";
import { aFolder } from "../support/embedded.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { freePort } from "../support/free-port.ts";

export type Started = Awaited<ReturnType<typeof startHere>>;

/** svc in this process as `start` has it, with its own database in a folder that goes with it, and no GitHub. */
export async function startHere(more: Partial<Config> = {}) {
  const folder = aFolder();
  const port = freePort();
  const reading = readConfig({ PORT: String(port), DATA_DIR: folder.path }, () => "");
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  const logged: string[] = [];
  const config = { ...reading.config, ...more };
  const url = `http://localhost:${port}`;
  let serving = await start();

  function start(otherwise: Partial<Config> = {}) {
    return serve(
      { ...config, ...otherwise },
      createLog("info", (line) => logged.push(line)),
    );
  }

  return {
    url,
    dataDir: folder.path,
    logged,
    deps: () => serving.deps,
    /** A browser in which the local admin is signed in, by a link. */
    async admin(): Promise<Visitor> {
      const browser = createVisitor(fetch, url);
      await browser.post(new URL((await createSignInLink(serving.deps))!).pathname);
      return browser;
    },
    /** A browser in which somebody of GitHub's is signed in. */
    async member({ admin = false } = {}): Promise<Visitor> {
      const { db } = serving.deps;
      const { id } = await upsertUser(db, { githubId: 77, login: "member", admin });
      const session = { userId: id, via: "github", userAgent: null, requestId: "a test" } as const;
      const { secret } = await openSession({ db }, session);
      const browser = createVisitor(fetch, url);
      browser.cookies.set("svc_session", secret);
      return browser;
    },
    stranger: () => createVisitor(fetch, url),
    async restart(otherwise: Partial<Config> = {}): Promise<void> {
      await serving.stop();
      serving = await start(otherwise);
      const playground = serving.deps.playground!;
      for (const end = performance.now() + 60_000; performance.now() < end; await Bun.sleep(20))
        if (playground.standing().state !== "opening") return;
    },
    async stop(): Promise<void> {
      await serving.stop();
      await folder.remove();
    },
  };
}
