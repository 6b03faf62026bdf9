/** @jsxImportSource @kitajs/html */
import { describe, expect, test } from "bun:test";
import { ErrorPage } from "../../server/ui/error-page.tsx";
import { htmlResponse } from "../../server/ui/html.ts";
import type { Language } from "../../server/ui/language.ts";
import { frame } from "./gallery-site.ts";

const page = (code: string, language: Language) => (
  <ErrorPage
    frame={{ ...frame, language }}
    status={404}
    code={code}
    title="Not found"
    message="There is nothing at this address."
    requestId="request-1"
  />
);

describe("a refusal", () => {
  test("is told in the reader's language where we have it", () => {
    expect(page("not_found", "en")).toContain("There is nothing at this address.");
    expect(page("not_found", "nl")).toContain("Op dit adres is niets.");
    expect(page("not_found", "nl")).not.toContain("There is nothing");
  });

  test("and else as it came, marked as English", () => {
    expect(page("rare_case", "nl")).toContain('lang="en">There is nothing at this address.');
  });

  test("of a name that every object has is one like any other", () => {
    expect(page("constructor", "nl")).toContain("There is nothing at this address.");
  });

  test("says what to tell an admin", () => {
    expect(page("rare_case", "en")).toContain("request-1");
    expect(page("rare_case", "en")).toContain("404 rare_case");
  });
});

describe("an answer with a page", () => {
  test("is a whole document that nobody keeps", async () => {
    const response = htmlResponse(page("rare_case", "en"), { status: 404, headers: [["set-cookie", "a=b"]] });
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/^<!doctype html><html lang="en"><head>.*<\/html>$/s);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.getSetCookie()).toEqual(["a=b"]);
  });
});
