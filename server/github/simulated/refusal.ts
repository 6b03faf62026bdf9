/** An answer other than the one asked for, in GitHub's words. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    message: string,
    { headers = {}, ...more }: { headers?: Record<string, string>; [key: string]: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.more = more;
  }
}

export const notFound = () => new Refusal(404, "Not Found");
export const inaccessible = () => new Refusal(403, "Resource not accessible by integration");
export const suspended = () => new Refusal(403, "This installation has been suspended");
export const badCredentials = () => new Refusal(401, "Bad credentials");
