import { type Static, Type } from "@sinclair/typebox";

const instant = (description: string, example: string) =>
  Type.String({ format: "date-time", description, examples: [example] });

/** Who a token acts as (spec 5.2). Used by the API and the CLI. */
export const MeJson = Type.Object(
  {
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The user's id here.",
      examples: [7],
    }),
    login: Type.String({
      maxLength: 100,
      description: "The login on the code host, as it is now.",
      examples: ["ada"],
    }),
    admin: Type.Boolean({
      description: "Whether the user may manage clients and mappings and correct entries.",
      examples: [false],
    }),
    token: Type.Object(
      {
        id: Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description: "The token's id.",
          examples: [21],
        }),
        label: Type.String({
          maxLength: 100,
          description: "What its owner called it.",
          examples: ["monthly report"],
        }),
        prefix: Type.String({
          pattern: "^[A-Za-z0-9_-]{8}$",
          description: "The first 8 characters after `svc_`, by which the panel shows it.",
          examples: ["Zk3v9QpL"],
        }),
        created_at: instant("When it was made.", "2026-10-05T15:00:00.000Z"),
        last_used_at: Type.Union([instant("When.", "2026-11-01T09:30:00.000Z"), Type.Null()], {
          description: "When it was used last, noted once a minute at most; null before the first note.",
        }),
      },
      { additionalProperties: false, description: "The token of this request." },
    ),
  },
  { additionalProperties: false, description: "The user that the token acts as, and the token." },
);
export type MeJson = Static<typeof MeJson>;
