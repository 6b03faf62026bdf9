import type { TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

export type Begun = {
  /** The answer that sends the browser to GitHub. */
  begun: Response;
  /** Where GitHub sends it back to, as a path of this site. */
  callback: string;
};

/** Has a browser go to GitHub, where whoever sits at it does as `github.browser` says, up to the address it comes back to. */
export async function goToGitHub(browser: Visitor, query = ""): Promise<Begun> {
  const begun = await browser.get(`/sign-in/github${query}`);
  const address = begun.headers.get("location");
  if (begun.status !== 302 || address === null)
    throw new Error(`svc does not send the browser to GitHub: ${begun.status} ${await begun.text()}`);
  const answer = await fetch(address, { redirect: "manual" });
  const back = answer.headers.get("location");
  if (answer.status !== 302 || back === null) throw new Error(`GitHub keeps the browser: ${answer.status}`);
  const url = new URL(back);
  return { begun, callback: url.pathname + url.search };
}

/** The whole way: to GitHub and back. */
export async function signInThroughGitHub(browser: Visitor, query = ""): Promise<Response> {
  const { callback } = await goToGitHub(browser, query);
  return browser.get(callback);
}

/** A page as a person reads it. */
export async function textOf(page: Response): Promise<string> {
  const html = await page.text();
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

/** The addresses that a page's main part links to. */
export async function linksOf(page: Response): Promise<string[]> {
  const main = /<main[\s\S]*<\/main>/.exec(await page.text())?.[0] ?? "";
  return [...main.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

/** Everything that svc logged, and all that stands in its tables, as one text. */
export async function everythingKept({ db, logged }: TestApp): Promise<string> {
  const rows = await Promise.all(
    ["users", "sessions", "sign_ins", "sign_in_links", "audit_log"].map(
      (table) =>
        db.$client`select coalesce(string_agg(t::text, e'\n'), '') as rows from ${db.$client(table)} as t`,
    ),
  );
  return [...logged, ...rows.map(([all]) => String(all?.["rows"]))].join("\n");
}
