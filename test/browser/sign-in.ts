import type { createBrowser, Look, Visit } from "../support/browser.ts";
import type { startListening } from "../support/listening.ts";

type Panel = {
  svc: Awaited<ReturnType<typeof startListening>>;
  browser: ReturnType<typeof createBrowser>;
};

/** A window of its own in which a member is signed in and looks at a page. */
export async function signInTo(
  { svc, browser }: Panel,
  login: string,
  path: string,
  look: Look = {},
): Promise<Visit> {
  svc.github.browser.signedIn = login;
  const visit = await browser.browse(`${svc.url}/sign-in/github`, look);
  await visit.page.waitForURL(`${svc.url}/admin`);
  await visit.page.goto(svc.url + path);
  return visit;
}
