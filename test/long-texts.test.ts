import { expect, test } from "bun:test";
import { assets, assetUrls } from "../server/assets.ts";
import { parseMapping } from "../server/clients/mappings/mapping.ts";
import { fileName } from "../server/entries/csv/file-name.ts";
import { withoutSecrets } from "../server/log.ts";
import { repeatedKeys } from "../server/repeated-keys.ts";

// As much as a body may have; whatever takes the square of it would need seconds.
const much = 64 * 1024;
const site = assets();

const asked: [string, () => unknown][] = [
  ["a header that almost asks for gzip", () => askFor(`gzip${"\t".repeat(much)}G`)],
  ["a header of many codings", () => askFor("gzip;q= ,".repeat(much / 9))],
  ["dashes for a repository", () => mappingFor(`${"-".repeat(much)}.`)],
  ["dashes after a repository's owner", () => mappingFor(`a/${"-".repeat(much)} x`)],
  ["spaces for a repository", () => mappingFor(`a/b${" ".repeat(much)}x`)],
  ["dots in a label that names a file", () => fileName({ kind: "time", labels: [`x${".".repeat(much)}x`] })],
  ["beginnings of keys in a logged text", () => withoutSecrets("-----BEGIN E-----I".repeat(much / 18))],
  ["escapes in a body", () => repeatedKeys(JSON.stringify('x\\"\\'.repeat(much / 8)))],
  ["spaces in a body", () => repeatedKeys(`["a"${" ".repeat(much)}]`)],
];

test.each(asked)("%s holds nobody else up", async (_, act) => {
  const started = performance.now();
  await act();
  expect(performance.now() - started).toBeLessThan(500);
});

test("a file of a label with dots at its ends still has a plain name", () => {
  expect(fileName({ kind: "plan", labels: ["...a.b..."] })).toBe("plans_a.b.csv");
});

function askFor(coding: string): Response | Promise<Response> {
  const headers = { "accept-encoding": coding };
  return site.handle(new Request(`http://localhost${assetUrls.css}`, { headers }));
}

function mappingFor(repository: string): unknown {
  return parseMapping({ labelPattern: "client:acme", clientId: 1, repository });
}
