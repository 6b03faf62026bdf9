/** The form of a key; no key. */
export const aPrivateKey =
  "-----BEGIN RSA PRIVATE KEY-----\nQUJDREVGR0hJSktMTU5P\nUFFSUw==\n-----END RSA PRIVATE KEY-----\n";

export const completeApp = {
  GITHUB_APP_ID: "123456",
  GITHUB_PRIVATE_KEY: aPrivateKey,
  GITHUB_WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef",
};

/** All that production needs, and no more. */
export const production = {
  HOST: "0.0.0.0",
  PUBLIC_URL: "https://svc.example.com",
  ALLOWED_ORGS: "acme",
  ...completeApp,
};

export function noFiles(path: string): string {
  throw Object.assign(new Error(`no file ${path}`), { code: "ENOENT" });
}
