import { expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";

const secrets = [
  `svc_${"aB3_-".repeat(9).slice(0, 43)}`,
  `$2b$12$${"x./A9".repeat(11).slice(0, 53)}`,
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  `ghs_2100007_${"eyJhbGciOi.J9".repeat(40)}`,
  "github_pat_11ABCDEFG0abcdefghijkl",
  "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
];

test.each(secrets)("%s is struck out wherever it ends up", (secret) => {
  const lines: string[] = [];
  const log = createLog("trace", (line) => lines.push(line));
  log.info(`with ${secret} in the text`);
  log.error({ err: new Error(`failed: ${secret}`), nested: { deep: [secret] } }, "an error");
  log.warn({ authorization: `Bearer ${secret}`, request: { cookie: secret, token: secret } }, "headers");
  const written = lines.join("");
  expect(lines).toHaveLength(3);
  expect(written).not.toContain(secret);
  expect(written).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(written).toContain("[redacted]");
});
