import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { json } from "../../json-answer.ts";
import { readJson } from "../../json-body.ts";
import { refuseParameters } from "../../query.ts";
import { bearer } from "../../tokens/guard.ts";
import { parseCommands } from "../comment-commands.ts";
import { CommentTextJson, parsedCommentJson } from "./json.ts";

/** Tries a comment without recording anything: the very code that reads those of the webhook. */
export function parseApi(deps: Deps) {
  const { timeZone, hoursPerDay } = deps.config;
  return new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).post(
    "/parse",
    async ({ request }) => {
      refuseParameters(request);
      const { text } = await readJson(request, CommentTextJson);
      const reading = parseCommands(text, { commentedAt: new Date(), timeZone, hoursPerDay });
      return json(parsedCommentJson(reading));
    },
    { parse: "none" },
  );
}
