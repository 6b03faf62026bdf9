import type { Code } from "./code.ts";

/** Refusals of a request that is not written as the address takes it. */
export const requestCodes = {
  not_found: {
    kinds: ["notFound"],
    when: "There is nothing at the address.",
    advice: "Compare it with the addresses of this reference; the version is a part of it: `/api/v1/…`.",
    detail: "There is nothing at this address. Check it for typing errors.",
  },
  method_not_allowed: {
    kinds: ["methodNotAllowed"],
    when: "The address is right, and does not answer this method.",
    advice: "Use one of those in the `Allow` header.",
    detail: "This address does not answer PUT. It answers GET, HEAD, POST.",
  },
  invalid_query: {
    kinds: ["invalid"],
    when: "A query parameter is unknown, given twice, empty or impossible. Nothing is passed over: a typing error would make a report of other entries than were meant.",
    advice: "`errors` names each parameter with what it takes, and with the one that may be meant.",
    detail: '"lable" is not a parameter of this address. Did you mean label?',
    errors: [
      {
        in: "query",
        name: "lable",
        code: "unknown",
        message: '"lable" is not a parameter of this address. Did you mean label?',
        suggestion: "label",
      },
    ],
  },
  invalid_path: {
    kinds: ["invalid"],
    when: "A part of the path is not of the form it has, such as an id that is no number.",
    advice: "Take ids from the lists. They are written in plain digits.",
    detail: "The id of a client is a whole number from 1 to 2147483647. Take it from the list of them.",
    errors: [
      {
        in: "path",
        name: "id",
        code: "invalid",
        message: "The id of a client is a whole number from 1 to 2147483647. Take it from the list of them.",
      },
    ],
  },
  invalid_body: {
    kinds: ["invalid"],
    when: "A field of the body is unknown, missing, given twice, of another type, or impossible.",
    advice: "`errors` names each field with what it takes. Nothing was changed.",
    detail: '"nmae" is not a field of this request. Did you mean name?',
    errors: [
      {
        in: "body",
        name: "nmae",
        code: "unknown",
        message: '"nmae" is not a field of this request. Did you mean name?',
        suggestion: "name",
      },
    ],
  },
  malformed_body: {
    kinds: ["malformed"],
    when: "The body is empty, breaks off, or is not JSON in UTF-8.",
    advice:
      "Send a JSON object. In a shell, put the body in single quotes: names and texts have double ones.",
    detail:
      "The body is not valid JSON. Check its quotes, commas and brackets; names and texts stand in double quotes.",
  },
  body_too_large: {
    kinds: ["tooLarge"],
    when: "The body has more than 64 KiB; a delivery of the webhook, more than 25 MiB.",
    advice: "Send less at once.",
    detail: "The body may have 64 KiB at most. Send less at once.",
  },
  unsupported_media_type: {
    kinds: ["unsupportedMediaType"],
    when: "The body is not said to be JSON, or is compressed.",
    advice: "Send it as it is, with `Content-Type: application/json`.",
    detail: "Send the body as plain JSON with the header Content-Type: application/json.",
  },
  not_acceptable: {
    kinds: ["invalid"],
    when: "The `Accept` header takes neither JSON nor CSV.",
    advice: "Leave it out for JSON, or ask for `text/csv`. `?format=` goes before it.",
    detail: "This list is there as application/json and as text/csv. Ask for one of them in Accept.",
    errors: [
      {
        in: "header",
        name: "Accept",
        code: "not_acceptable",
        message: "This list is there as application/json and as text/csv. Ask for one of them in Accept.",
      },
    ],
  },
  too_many_exports: {
    kinds: ["tooMany"],
    when: "The token's owner receives as many CSV lists already as one may at once.",
    advice: "Wait until one has ended. A download that was given up ends by itself.",
    detail: "You are receiving 2 CSV lists already. Wait until one has ended, then ask again.",
  },
  exports_busy: {
    kinds: ["unavailable"],
    when: "As many CSV lists are being sent as go at once.",
    advice: "Try again after `Retry-After`, or read the list page by page.",
    detail: "4 CSV lists are being sent just now, which is as many as go at once. Try again in 10 s.",
  },
} satisfies Record<string, Code>;
