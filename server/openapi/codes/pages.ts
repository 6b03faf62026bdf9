import type { Code } from "./code.ts";

/** Refusals of the panel and the webhook, whose error pages and answers lead here as well. */
export const pageCodes = {
  not_ready: {
    kinds: ["unavailable"],
    when: "`/readyz` was asked, and svc is stopping, or its database is read-only or of another version.",
    advice: "Ask another instance. The detail says what to do where this one stays so.",
    detail: "This svc is stopping. Ask another one, or this one again soon.",
  },
  no_such_issue: {
    kinds: ["notFound"],
    when: "The address of an issue's page is not one of an issue.",
    advice: "Write it as `/admin/issues/acme/web/12`: owner, repository and number.",
    detail: "The address of an issue is like /admin/issues/acme/web/12: owner, repository and number.",
  },
  playground_not_here: {
    kinds: ["forbidden"],
    when: "A playground was to be opened where svc is reached by others, runs in production or is connected to GitHub.",
    advice: "Start svc on your own machine, with a `DATA_DIR` of its own, and open the playground there.",
    detail: "GitHub is connected, so there is no playground any more: comment on an issue there instead.",
  },
  playground_in_the_way: {
    kinds: ["conflict"],
    when: "A playground was to be opened, and where its data belong lies something else.",
    advice: "Move that away, then try again.",
    detail:
      "Something lies at /var/lib/svc/playground that is not a playground of this version of svc, and is left as it is. Move it away, then try again.",
  },
  playground_failed: {
    kinds: ["unavailable"],
    when: "The playground's own database could not be started.",
    advice: "Do what the detail says, then try again.",
    detail:
      "The data directory /var/lib/svc/playground cannot be used (permission denied). Set DATA_DIR to a folder that svc may write to.",
  },
  sign_in_first: {
    kinds: ["unauthenticated"],
    when: "A page of the panel was asked for without being signed in. A browser is sent to the sign-in page.",
    advice: "Sign in.",
    detail: "Sign in to see this page.",
  },
  cross_site: {
    kinds: ["forbidden"],
    when: "A form was sent from another site than this one, or by a program that does not say from where.",
    advice: "Open the page here and send the form there. A program uses the API.",
    detail:
      "Nothing was changed: the request came from another site. Open https://hours.example.com and do it there.",
  },
  strange_form: {
    kinds: ["invalid"],
    when: "The fields that were sent are not those of the form.",
    advice: "Open the page anew and send the form once more.",
    detail: "This form is not one of ours. Open the page anew and try again.",
  },
  stale_form: {
    kinds: ["invalid"],
    when: "The form lacks what it is recognised by.",
    advice: "Open the page anew and send the form once more.",
    detail: "This form is not whole. Open it anew and send it once more.",
  },
  form_used: {
    kinds: ["conflict"],
    when: "The form made a token already, as when a page is loaded a second time.",
    advice: "The secret is shown once. Open the form anew to make another token, and revoke the first.",
    detail:
      "This form made a token already, whose secret is not shown again. Open the form anew to make another.",
  },
  not_a_form: {
    kinds: ["unsupportedMediaType"],
    when: "What was sent to a page is not a form.",
    advice: "Send the form as the page has it. A program uses the API.",
    detail: "Send the form as the page has it.",
  },
  unreadable_text: {
    kinds: ["invalid"],
    when: "A field of a form holds a character that cannot be stored.",
    advice: "Type the text anew instead of pasting it.",
    detail: "A character in the field “label” cannot be stored. Go back and type its text anew.",
  },
  unknown_language: {
    kinds: ["invalid"],
    when: "The language chosen at the foot of a page is none of ours.",
    advice: "Choose one of those shown.",
    detail: "Choose one of the languages below.",
  },
  invalid_label: {
    kinds: ["invalid"],
    when: "The name of a token is empty, too long or unprintable.",
    advice: "Give it 1 to 100 characters by which you will know it in the list.",
    detail: "The label is empty. Give the token a name by which you will know it.",
  },
  token_not_found: {
    kinds: ["notFound"],
    when: "There is no such token, or it is not yours.",
    advice: "Reload the list of tokens.",
    detail: "There is no such token. Reload the list of tokens.",
  },
  token_making_busy: {
    kinds: ["unavailable"],
    when: "Many tokens are being made at once, and each takes a moment.",
    advice: "Go back and try again in some seconds.",
    detail: "Too many tokens are being made just now. Go back and try again in 5 s.",
  },
  session_not_found: {
    kinds: ["notFound"],
    when: "The session has ended already, or is not yours.",
    advice: "Reload the list of sessions.",
    detail: "There is no such session. Reload the list.",
  },
  delivery_not_found: {
    kinds: ["notFound"],
    when: "There is no such delivery.",
    advice: "Look in the list of deliveries.",
    detail: "There is no such delivery. Look in the list of them.",
  },
  reply_not_found: {
    kinds: ["notFound"],
    when: "The comment of a delivery has no reply that could be posted again.",
    advice: "Look at the delivery's outcome, which says why there is none.",
    detail: "There is no reply to this comment.",
  },
  delivery_settled: {
    kinds: ["conflict"],
    when: "A delivery was to be processed again, and nothing else can come of it.",
    advice: "Look at its outcome. What is wrong with a comment is mended by a new comment.",
    detail:
      "Nothing else can come of this delivery. Look at its outcome: what is wrong with a comment is mended by a new comment.",
  },
  webhook_not_configured: {
    kinds: ["unavailable"],
    when: "A delivery arrived, and svc has no secret to check it with.",
    advice:
      "An admin connects GitHub in Set-up, or whoever runs svc sets GITHUB_WEBHOOK_SECRET to the webhook's secret and starts it again.",
    detail:
      "There is no webhook secret: connect GitHub in Set-up, or set GITHUB_WEBHOOK_SECRET and start svc again.",
  },
  missing_header: {
    kinds: ["malformed"],
    when: "A delivery does not say which it is, or of what event.",
    advice: "Deliveries come from GitHub. To try the webhook, deliver one again from the App's settings.",
    detail: "X-GitHub-Delivery and X-GitHub-Event are missing or odd.",
  },
  deliveries_crowded: {
    kinds: ["unavailable"],
    when: "Eight deliveries of more than a megabyte are being read, and another one arrives.",
    advice: "Nothing is lost: svc has GitHub send again what it did not take.",
    detail: "Too many large deliveries are being read at once. Send it again in some seconds.",
  },
  delivery_too_slow: {
    kinds: ["unavailable"],
    when: "The body of a delivery has not arrived whole within half a minute.",
    advice:
      "Nothing is lost: svc has GitHub send again what it did not take. Look at the network between the two.",
    detail: "The delivery did not arrive in time. Send it again.",
  },
  bad_signature: {
    kinds: ["unauthenticated"],
    when: "The signature of a delivery is missing, or was not made with our secret.",
    advice:
      "Set the same secret in the App's webhook settings at GitHub and in svc: GITHUB_WEBHOOK_SECRET, or the form for an App that is there already.",
    detail:
      "The signature does not fit the body: the webhook's secret at GitHub is not the one that svc knows.",
  },
} satisfies Record<string, Code>;
