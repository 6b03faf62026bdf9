/** What the document says before it comes to the addresses. */
export const about = {
  description: [
    "Read what was logged and planned, as JSON or CSV, and manage clients and label mappings. Everything lies under `/api/v1` and wants a token; this reference and its machine-readable form, `/openapi.json`, are open.",
    "**Tokens.** Make one in the panel under Admin → Tokens and send it as `Authorization: Bearer svc_…`. It acts as you: what you may do in the panel, it may do here. It cannot make or revoke tokens.",
    "**Strict by design.** A parameter or field that is unknown, given twice or impossible is refused with 422, and the answer names what may be meant: a typing error never makes a report of other entries than you asked for.",
    "**Lists** come in pages. `next_cursor` of one page is the `cursor` of the next; so is the `Link` header. Rows that are added in between never shift a page: none is skipped, none comes twice.",
    "**Errors** are problem details (RFC 9457) with a `code` for programs and a `detail` for people; `/docs/errors` explains each code. An address that does not exist answers 404 `not_found`, a method that it does not take 405 `method_not_allowed` with those that it does in `Allow`. A slash at the end of an address does not count.",
    "**Fields may be added** to answers without notice, never renamed or removed within `/api/v1`. Days are `YYYY-MM-DD` in the organisation's time zone, instants are RFC 3339 in UTC, durations whole minutes. `HEAD` works wherever `GET` does.",
    "**Rate limit.** Each token has a share of requests a minute; `RateLimit` tells what is left. Past it the answer is 429 with `Retry-After`.",
    "svc sends no webhooks; it receives those of the code host at `/webhooks/github`, which is no part of this API, as the panel under `/admin` and the probes `/healthz` and `/readyz` are not.",
  ].join("\n\n"),
  token:
    "A token of the panel: `svc_` and 43 characters. It has no expiry and fails with the first request after it is revoked.",
  tags: [
    { name: "Entries", description: "Hours that were logged and hours that were planned." },
    { name: "Issues", description: "Reports on one issue or pull request." },
    { name: "Clients", description: "Whom hours are worked for." },
    { name: "Label mappings", description: "Which label of an issue leads to which client." },
    {
      name: "Labels and commands",
      description: "What there is to filter by, and what a comment would do.",
    },
    { name: "Access", description: "Who you are here." },
  ],
};
