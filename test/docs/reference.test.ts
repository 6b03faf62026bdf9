import { expect, test } from "bun:test";
import { settings } from "../../server/config/settings.ts";
import { codes } from "../../server/openapi/codes/codes.ts";
import { commandTable } from "../../cli/command-table.ts";
import { referencePages } from "./reference/pages.ts";

const pages = await referencePages();

// After a change of the code: `bun run docs`.
test.each([...pages.keys()])("%s is what the code makes of it", async (path) => {
  expect(await Bun.file(path).text()).toBe(pages.get(path)!);
});

test("the reference has every setting, error and command under a heading of its own", () => {
  const headings = (path: string) =>
    [...pages.get(path)!.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading!);
  expect(headings("docs/reference/configuration.md")).toEqual(expect.arrayContaining(Object.keys(settings)));
  expect(headings("docs/reference/errors.md")).toEqual(expect.arrayContaining(Object.keys(codes)));
  expect(headings("docs/reference/cli.md")).toEqual(
    expect.arrayContaining(commandTable.map(({ name }) => `svc ${name}`)),
  );
});

test("what production needs is told, and what an App connected in the panel makes needless", () => {
  const page = pages.get("docs/reference/configuration.md")!;
  const needed = page.slice(page.indexOf("## In production"), page.indexOf("## HOST"));
  expect(needed).toMatch(/^- \[`PUBLIC_URL`\]\(#public_url\)$/m);
  expect(needed).toMatch(/^- \[`ALLOWED_ORGS`\]\(#allowed_orgs\), unless a GitHub App was connected/m);
});
