import type { Header, Reference, Schema } from "./shape.ts";

const text = (pattern: string, maxLength: number): Schema => ({ type: "string", pattern, maxLength });
const whole = (maximum: number): Schema => ({
  type: "integer",
  format: maximum > 2_147_483_647 ? "int64" : "int32",
  minimum: 0,
  maximum,
});

/** The headers that answers have, by name. */
export const headers = {
  "X-Request-Id": {
    required: true,
    description:
      "The id of this request: the caller's own where it sent a plain one of 8 to 64 letters, digits, dots, dashes or underscores.",
    schema: text("^[A-Za-z0-9_.-]{8,64}$", 64),
    example: "5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11",
  },
  "Access-Control-Allow-Origin": {
    required: true,
    description: "Always svc's own address: pages of other sites cannot read the API from a browser.",
    schema: text("^https?://[^\\s/]+$", 300),
    example: "https://hours.example.com",
  },
  RateLimit: {
    description:
      "How many requests the token may send at once (`r`), and in how many seconds its whole share is there again (`t`); see draft-ietf-httpapi-ratelimit-headers. Left out where no token was recognised.",
    schema: text('^"token";r=[0-9]+;t=[0-9]+$', 60),
    example: '"token";r=598;t=1',
  },
  "RateLimit-Policy": {
    description: "The token's share: so many requests (`q`) in so many seconds (`w`).",
    schema: text('^"token";q=[0-9]+;w=60$', 60),
    example: '"token";q=600;w=60',
  },
  "Retry-After": {
    required: true,
    description: "Seconds after which to try again.",
    schema: whole(86_400),
    example: 5,
  },
  "WWW-Authenticate": {
    description: "How to identify oneself, by RFC 6750.",
    schema: text('^Bearer realm="svc"(, error="(invalid_token|invalid_request)")?$', 60),
    example: 'Bearer realm="svc", error="invalid_token"',
  },
  Location: {
    required: true,
    description: "Where the thing is that was made, or that stands already.",
    schema: text("^/api/v1/[a-z-]+/[0-9]+$", 60),
    example: "/api/v1/clients/3",
  },
  Link: {
    description: "The address of the next page. Left out on the last one.",
    schema: text('^<https?://[^>]+>; rel="next"$', 65_536),
    example: '<https://hours.example.com/api/v1/clients?cursor=WyIxazM0eCIsM10>; rel="next"',
  },
  Vary: {
    description: "The answer depends on this header of the request.",
    schema: text("^Accept$", 6),
    example: "Accept",
  },
  "Content-Disposition": {
    description: "What to call the file.",
    schema: text('^attachment; filename="[A-Za-z0-9._-]+\\.csv"$', 200),
    example: 'attachment; filename="time-entries_2026-10-01_2026-10-31_wbso.csv"',
  },
  "X-Total-Count": {
    description: "How many entries the CSV has: a file with fewer lines broke off.",
    schema: whole(Number.MAX_SAFE_INTEGER),
    example: 214,
  },
  "X-Total-Minutes": {
    description: "What their minutes add up to.",
    schema: whole(Number.MAX_SAFE_INTEGER),
    example: 38_520,
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** Those of every answer and some more, as references. */
export function headersOf(more: readonly HeaderName[]): Record<string, Reference> {
  const names: HeaderName[] = [
    "X-Request-Id",
    "Access-Control-Allow-Origin",
    "RateLimit",
    "RateLimit-Policy",
    ...more,
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
