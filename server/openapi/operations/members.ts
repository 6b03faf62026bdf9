import { MeJson } from "../../members/json.ts";
import type { Route } from "../operation.ts";

/** Whom a token acts as (spec 5.2). */
export const memberRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/me",
    id: "getMe",
    svc: "svc whoami",
    tag: "Access",
    summary: "Ask who you are",
    description:
      "The person that the token acts as, and the token: what a script asks first, to know that it is let in.",
    answer: {
      status: 200,
      description: "You, and the token of this request.",
      json: {
        schema: MeJson,
        example: {
          id: 4,
          login: "ada",
          admin: false,
          token: {
            id: 21,
            label: "monthly report",
            prefix: "Zk3v9QpL",
            created_at: "2026-10-05T15:00:00.000Z",
            last_used_at: "2026-11-01T09:30:00.000Z",
          },
        },
      },
    },
  },
];
