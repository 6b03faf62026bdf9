import { type Static, Type } from "@sinclair/typebox";
import { longestName } from "./name.ts";

/** The largest id of a client or mapping: PostgreSQL's integers. */
const mostId = 2_147_483_647;

export const ClientId = (description: string) =>
  Type.Integer({ minimum: 1, maximum: mostId, description, examples: [3] });

const instant = (description: string, example: string) =>
  Type.String({ format: "date-time", description, examples: [example] });

export const ClientStatus = Type.Union([Type.Literal("active"), Type.Literal("deactivated")], {
  description:
    "`active`: entries can be attributed to it. `deactivated`: nothing new is, and what was stays (spec 3.2).",
  examples: ["active"],
});

const Name = Type.String({
  minLength: 1,
  maxLength: longestName,
  description: "Unique among the active clients; case does not count.",
  examples: ["Acme"],
});

/** A client as others refer to it. */
export const NamedClientJson = Type.Object(
  { id: ClientId("The client's id."), name: Name },
  { additionalProperties: false, description: "A client." },
);

/** The wire form of a client (spec 2.3): snake_case, instants as RFC 3339 in UTC. Used by the API and the CLI. */
export const ClientJson = Type.Object(
  {
    id: ClientId("The client's id."),
    name: Name,
    status: ClientStatus,
    created_at: instant("When it was made.", "2026-10-05T15:00:00.000Z"),
    deactivated_at: Type.Union(
      [instant("When it was deactivated.", "2026-11-01T09:30:00.000Z"), Type.Null()],
      {
        description: "When it was deactivated; null while it is active.",
      },
    ),
  },
  { additionalProperties: false, description: "Somebody hours are worked for." },
);
export type ClientJson = Static<typeof ClientJson>;

/** One page of clients, in the order in which they were made. */
export const ClientListJson = Type.Object(
  {
    data: Type.Array(ClientJson, { maxItems: 1000, description: "The clients of this page." }),
    next_cursor: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
      description: "Opaque; pass it back as `cursor`. Null on the last page.",
    }),
  },
  { additionalProperties: false, description: "One page of clients, in the order in which they were made." },
);
export type ClientListJson = Static<typeof ClientListJson>;

/** The body that makes or renames a client (spec 4.4). */
export const ClientNameJson = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: longestName,
      description:
        "1 to 200 characters on one line. Space around it is dropped; invisible characters are refused. Unique among the active clients; case does not count.",
      examples: ["Acme"],
    }),
  },
  { additionalProperties: false, description: "A client's name." },
);
export type ClientNameJson = Static<typeof ClientNameJson>;

/** What the wire form is made of; rows of the store fit it by structure. */
export type ClientFacts = { id: number; name: string; createdAt: Date; deactivatedAt: Date | null };

export function clientJson({ id, name, createdAt, deactivatedAt }: ClientFacts): ClientJson {
  return {
    id,
    name,
    status: deactivatedAt === null ? "active" : "deactivated",
    created_at: createdAt.toISOString(),
    deactivated_at: deactivatedAt?.toISOString() ?? null,
  };
}
