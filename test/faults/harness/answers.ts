import type { FakeGitHub } from "../../../server/github/simulated/github.ts";

/** Reads every answer of svc: which of them were failures of its own, and whether anything secret stands in them. */
export function watchAnswers(github: FakeGitHub) {
  const { webhookSecret, clientSecret, privateKey } = github.config;
  const secrets = new Set([webhookSecret, clientSecret, privateKey.split("\n")[3]!]);
  const failures: { status: number; requestId: string }[] = [];
  const found: string[] = [];
  const cut: string[] = [];

  function look(text: string, place: string): void {
    for (const secret of secrets) if (text.includes(secret)) found.push(`a secret in ${place}`);
    if (/gh[su]_[A-Za-z0-9_]{20,}/.test(text)) found.push(`a token of GitHub's in ${place}`);
    if (/svc_[\w-]{43}/.test(text)) found.push(`a token in ${place}`);
  }

  return {
    failures,
    found,
    look,
    note: (token: string) => void secrets.add(token.slice(4)),
    /** Of requests that svc took and that ended without an answer. */
    cut,
    async see(answer: Promise<Response>): Promise<Response> {
      const response = await answer.catch((error: unknown) => {
        const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
        if (!/refused/i.test(code)) cut.push(code);
        throw error;
      });
      if (response.status >= 500) {
        failures.push({
          status: response.status,
          requestId: response.headers.get("x-request-id") ?? "(none)",
        });
      }
      const body = await response.text();
      look(body, "an answer");
      return new Response(body || null, response);
    },
  };
}
