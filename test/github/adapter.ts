import { connectGitHub, GitHubError } from "../../server/github/github.ts";
import { createLog } from "../../server/log.ts";
import type { FakeGitHub } from "../../server/github/simulated/github.ts";

type Settings = Partial<Parameters<typeof connectGitHub>[0]> & { now?: () => Date; timeoutMs?: number };

/** The real adapter, talking to the fake. It waits for answers no longer than half a second. */
export function adapterTo(github: FakeGitHub, { now, timeoutMs = 500, ...settings }: Settings = {}) {
  const log = createLog("silent");
  return connectGitHub({ ...github.config, ...settings }, { log, timeoutMs, ...(now && { now }) });
}

/** The error with which a call fails; fails the test where it does not fail, or fails in another way. */
export async function failureOf(call: Promise<unknown>): Promise<GitHubError> {
  try {
    const value = await call;
    throw new Error(`It did not fail: ${JSON.stringify(value)}`);
  } catch (error) {
    if (error instanceof GitHubError) return error;
    throw error;
  }
}

/** How often the fake was asked this. */
export function asked(github: FakeGitHub, method: string, path: RegExp): number {
  return github.requests.filter((request) => request.method === method && path.test(request.path)).length;
}

export const tokens = /\/access_tokens$/;
export const comments = /\/comments$/;
