import * as values from "../config/values.ts";

/** What is wrong with a field of a form; the words are by field and code. */
export type TypedProblem = { field: string; code: string };

export const accountFields = ["account", "site"] as const;
export type TypedAccount = Record<(typeof accountFields)[number], string>;

/**
 * Where the App is to be made. Without a name it is for the own account of whoever makes it.
 * @param usual the code host that is meant where none is named.
 */
export function readAccount(
  { account, site }: TypedAccount,
  usual: string,
): { account: string | undefined; site: string } | { problems: TypedProblem[] } {
  const [name, address] = [account.trim().replace(/^@/, ""), site.trim()];
  const logins = values.logins(name);
  const origin = values.origin(address === "" ? usual : address);
  const isOne = "value" in logins && logins.value.length <= 1 && !name.includes(",");
  if (isOne && "value" in origin) return { account: name === "" ? undefined : name, site: origin.value };
  return {
    problems: [
      ...(isOne ? [] : [{ field: "account", code: "not_a_login" }]),
      ...("value" in origin ? [] : [{ field: "site", code: "not_a_site" }]),
    ],
  };
}

export const appFields = [
  "site",
  "app_id",
  "client_id",
  "client_secret",
  "webhook_secret",
  "private_key",
] as const;
export type TypedApp = Record<(typeof appFields)[number], string>;

export type GivenApp = {
  site: string;
  appId: string;
  clientId: string;
  clientSecret: string;
  /** Undefined: svc makes one. */
  webhookSecret: string | undefined;
  privateKey: string;
};

/** An App that is there already, in the form in which its settings page shows it. */
export function readApp(typed: TypedApp, usual: string): { app: GivenApp } | { problems: TypedProblem[] } {
  const text = (field: keyof TypedApp) => typed[field].trim();
  const site = values.origin(text("site") === "" ? usual : text("site"));
  const appId = values.appId(text("app_id"));
  const clientId = values.word(text("client_id"));
  const clientSecret = values.secretWord(text("client_secret"));
  const privateKey = values.privateKey(text("private_key").replaceAll("\r\n", "\n"));
  const webhookSecret =
    text("webhook_secret") === "" ? { value: undefined } : values.webhookSecret(text("webhook_secret"));
  if (
    "value" in site &&
    "value" in appId &&
    "value" in clientId &&
    "value" in clientSecret &&
    "value" in privateKey &&
    "value" in webhookSecret
  ) {
    return {
      app: {
        site: site.value,
        appId: appId.value,
        clientId: clientId.value,
        clientSecret: clientSecret.value,
        webhookSecret: webhookSecret.value,
        privateKey: privateKey.value,
      },
    };
  }
  const read = {
    site,
    app_id: appId,
    client_id: clientId,
    client_secret: clientSecret,
    webhook_secret: webhookSecret,
    private_key: privateKey,
  };
  const problems = Object.entries(read).filter(([, value]) => "problem" in value);
  return { problems: problems.map(([field]) => ({ field, code: "wrong_form" })) };
}
