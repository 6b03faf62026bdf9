import type { Code } from "./code.ts";

/** Refusals that come before a request is looked at any closer: who asks, and where. */
export const accessCodes = {
  unauthenticated: {
    kinds: ["unauthenticated"],
    when: "The request has no `Authorization` header, or one of another scheme than Bearer.",
    advice: "Send `Authorization: Bearer svc_…`. Tokens are made in the panel under Admin → Tokens.",
    detail:
      "No token was sent. The header reads `Authorization: Bearer svc_…`; tokens are made under Admin → Tokens.",
  },
  token_malformed: {
    kinds: ["unauthenticated"],
    when: "What follows Bearer cannot be a token: a part of it is missing, or it stands in quotes, or a variable was sent in place of its value.",
    advice: "Read the detail, which says what went wrong in pasting it, and copy the whole token once more.",
    detail:
      "A token has 47 characters, this one has 12: copy the whole of it. The header reads `Authorization: Bearer svc_…`; tokens are made under Admin → Tokens.",
  },
  invalid_token: {
    kinds: ["unauthenticated"],
    when: "The token is unknown or revoked, or its owner is in none of the organisations any more. Which of these is not told.",
    advice: "Look at the token's row under Admin → Tokens. If it is gone or revoked, make another.",
    detail:
      "This token does not work: it may be mistyped or revoked, or its owner may have left the organisation. Make another under Admin → Tokens.",
  },
  invalid_request: {
    kinds: ["malformed"],
    when: "The request has more than one `Authorization` header.",
    advice: "Send one. A proxy on the way may add one of its own.",
    detail:
      "Send one Authorization header with one token. The header reads `Authorization: Bearer svc_…`; tokens are made under Admin → Tokens.",
  },
  admin_only: {
    kinds: ["forbidden"],
    when: "The token's owner is no admin, and this changes clients, label mappings or entries, or shows other people's tokens.",
    advice: "Ask an admin: an owner of the organisation, or somebody named by whoever runs svc.",
    detail:
      "Only admins may make clients: owners of acme, and those named by whoever runs svc. Ask one of them.",
  },
  token_not_accepted: {
    kinds: ["forbidden"],
    when: "A token was sent to an address outside `/api/v1`, which never reads one.",
    advice:
      "Leave the token out, or open the address in a browser and sign in. This reference and `/openapi.json` need no token.",
    detail: "Tokens are for /api/v1 only. Open this address in a browser and sign in.",
  },
  wrong_host: {
    kinds: ["misdirected"],
    when: "The request names another host than the one svc answers under.",
    advice: "Use the address in the detail. If that address is wrong, whoever runs svc sets PUBLIC_URL.",
    detail:
      "This service answers at https://hours.example.com only. If that address is wrong, whoever runs it sets PUBLIC_URL.",
  },
  rate_limited: {
    kinds: ["tooMany"],
    when: "The token sent more requests than its share of a minute. `RateLimit` says on every answer how many are left.",
    advice:
      "Wait for as long as `Retry-After` says and go on. Larger pages (`limit=1000`) or CSV take fewer requests.",
    detail:
      "This token sends more than 600 requests a minute. Wait 2 s and go on; with limit=1000 or as CSV a list takes fewer.",
  },
  too_many_wrong_tokens: {
    kinds: ["tooMany"],
    when: "Many wrong tokens that begin alike were sent, as when somebody guesses.",
    advice:
      "Wait for as long as `Retry-After` says. If it is not you who sends them, revoke the token and make another.",
    detail:
      "Too many wrong tokens that begin like this one were sent. Wait 30 s and try again; if it is not you who sends them, revoke the token and make another.",
  },
  token_checks_busy: {
    kinds: ["unavailable", "tooMany"],
    when: "A token is compared once, slowly, before it is remembered, and too many wait for that just now.",
    advice: "Try again after `Retry-After`. The token is not to blame.",
    detail: "Too many tokens are being checked for the first time just now. Try again in 2 s.",
  },
  membership_undecided: {
    kinds: ["unavailable"],
    when: "The code host does not say just now whether the token's owner belongs to the organisation, or svc is not connected to it yet.",
    advice: "Try again after `Retry-After`. The token is not to blame.",
    detail:
      "GitHub cannot tell just now whether you belong to the organisation. Your token is not to blame: try again in 5 s.",
  },
  database_unavailable: {
    kinds: ["unavailable"],
    when: "The database cannot be reached.",
    advice: "Try again after `Retry-After`. If it stays, tell whoever runs svc.",
    detail: "The database cannot be reached just now. Try again in some seconds.",
  },
  internal_error: {
    kinds: ["internal"],
    when: "Something went wrong on our side.",
    advice:
      "Try again. If it stays, give the request id to whoever runs svc: the log has the cause under it.",
    detail:
      "Something went wrong on our side. Try again; if it stays, tell your admin this request id: 5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11.",
  },
} satisfies Record<string, Code>;
