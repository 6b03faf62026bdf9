import { expect, test } from "bun:test";
import { readConfig } from "../../server/config.ts";

test.each([
  [{}, "polling"],
  [{ PUBLIC_URL: "https://svc.example.com" }, "webhook"],
  [{ PUBLIC_URL: "https://svc.acme.internal" }, "polling"],
  // Both in one network of a firm's own.
  [{ PUBLIC_URL: "https://svc.acme.internal", GITHUB_URL: "https://github.acme.internal" }, "webhook"],
  [{ GITHUB_URL: "https://github.acme.internal" }, "polling"],
  [{ PUBLIC_URL: "https://localhost", GITHUB_URL: "https://github.acme.internal" }, "polling"],
  [{ GITHUB_URL: "http://127.0.0.1:8080" }, "webhook"],
] as [Record<string, string>, "polling" | "webhook"][])(
  "with %j svc hears of comments by %s",
  (env, hears) => {
    const reading = readConfig(env, () => "");
    expect(reading.ok && reading.config.github.hears).toBe(hears);
  },
);
