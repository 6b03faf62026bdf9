/**
 * An expected refusal, told to the person who caused it. Its message says what to do next.
 * Everything that is not an AppError is a bug or an outage, and says nothing of its inside (D26).
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly problems: FieldProblem[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    more: { problems?: FieldProblem[]; retryAfter?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.problems = more.problems ?? [];
    this.retryAfter = more.retryAfter;
    this.headers = more.headers ?? {};
  }
}

/** Somebody without a session asked for a page that needs one: they are sent to sign in, and back to `next` (design D20). */
export class SignInFirst extends AppError {
  readonly next: string;

  /** @param next path on this site, with its query. */
  constructor(next: string) {
    super("unauthenticated", "sign_in_first", "Sign in to see this page.");
    this.next = next;
  }
}

/** One field, parameter or header that was refused, and why. */
export type FieldProblem = {
  in: "query" | "body" | "path" | "header";
  name: string;
  code: string;
  message: string;
  suggestion?: string;
};

export type ErrorKind = keyof typeof statusOf;

/** The only table from kinds of error to HTTP status codes. */
export const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  misdirected: 421,
  invalid: 422,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** What each kind is called, in a few words. */
export const titleOf: Record<ErrorKind, string> = {
  malformed: "The request could not be read",
  unauthenticated: "Sign in first",
  forbidden: "Not allowed",
  notFound: "Not found",
  methodNotAllowed: "Method not allowed",
  conflict: "That exists already",
  tooLarge: "Too large",
  unsupportedMediaType: "That content type is not accepted",
  misdirected: "Wrong host",
  invalid: "Something in the request is not right",
  tooMany: "Too many requests",
  internal: "Something went wrong on our side",
  unavailable: "Not available just now",
};

/** RFC 9457 problem details, as every error of the API and the webhook is answered. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  errors?: FieldProblem[];
  request_id: string;
};

/** The answer to an error: problem+json with the headers that belong to it. */
export function problemResponse(error: AppError, requestId: string): Response {
  const status = statusOf[error.kind];
  const problem: Problem = {
    type: `/docs/errors#${error.code}`,
    title: titleOf[error.kind],
    status,
    code: error.code,
    detail: error.message,
    ...(error.problems.length > 0 && { errors: error.problems }),
    request_id: requestId,
  };
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...error.headers,
  });
  if (error.retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(error.retryAfter)));
  return new Response(JSON.stringify(problem).replaceAll("<", "\\u003c"), { status, headers });
}
