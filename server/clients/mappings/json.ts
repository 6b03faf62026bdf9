import { type Static, Type } from "@sinclair/typebox";
import { ClientId, ClientStatus, NamedClientJson } from "../json.ts";
import { longestPattern, longestRepository, repositoryForm } from "./mapping.ts";

const MappingId = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "The mapping's id.",
  examples: [12],
});

const Label = (description: string) =>
  Type.String({ maxLength: longestPattern, description, examples: ["client:acme"] });

const Repository = (description: string) =>
  Type.String({
    maxLength: longestRepository,
    pattern: repositoryForm,
    description,
    examples: ["acme/web"],
  });

const MappedClient = Type.Object(
  { ...NamedClientJson.properties, status: ClientStatus },
  { additionalProperties: false, description: "The client that the label leads to." },
);

/** The wire form of a label mapping (spec 2.4). Used by the API and the CLI. */
export const MappingJson = Type.Object(
  {
    id: MappingId,
    label_pattern: Label(
      "The label that triggers the mapping, compared exactly: case counts, there are no wildcards.",
    ),
    client_id: ClientId("The client that the label leads to."),
    client: MappedClient,
    repository: Type.Union([Repository("`owner/repo`; compared without case."), Type.Null()], {
      description: "The repository to which the mapping applies; null for a global one.",
    }),
    created_at: Type.String({
      format: "date-time",
      description: "When it was made.",
      examples: ["2026-10-05T15:00:00.000Z"],
    }),
  },
  { additionalProperties: false, description: "A label that leads to a client." },
);
export type MappingJson = Static<typeof MappingJson>;

/** One page of mappings, in the order in which they were made. */
export const MappingListJson = Type.Object(
  {
    data: Type.Array(MappingJson, { maxItems: 1000, description: "The mappings of this page." }),
    next_cursor: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
      description: "Opaque; pass it back as `cursor`. Null on the last page.",
    }),
  },
  {
    additionalProperties: false,
    description: "One page of label mappings, in the order in which they were made.",
  },
);
export type MappingListJson = Static<typeof MappingListJson>;

/** The body that makes a mapping, or asks what it would do (spec 4.5). */
export const NewMappingJson = Type.Object(
  {
    label_pattern: Type.String({
      minLength: 1,
      maxLength: longestPattern,
      description: "The whole label, compared exactly: case counts, there are no wildcards.",
      examples: ["client:acme"],
    }),
    client_id: ClientId("An active client."),
    repository: Type.Optional(
      Type.Union([Repository("`owner/repo`; compared without case."), Type.Null()], {
        description: "The repository to which it applies. Left out or null: every repository.",
      }),
    ),
  },
  { additionalProperties: false, description: "A label that is to lead to a client." },
);
export type NewMappingJson = Static<typeof NewMappingJson>;

/** What the wire form is made of; rows of the store fit it by structure. */
export type MappingFacts = {
  id: number;
  labelPattern: string;
  clientId: number;
  clientName: string;
  clientActive: boolean;
  repository: string | null;
  createdAt: Date;
};

export function mappingJson(mapping: MappingFacts): MappingJson {
  return {
    id: mapping.id,
    label_pattern: mapping.labelPattern,
    client_id: mapping.clientId,
    client: {
      id: mapping.clientId,
      name: mapping.clientName,
      status: mapping.clientActive ? "active" : "deactivated",
    },
    repository: mapping.repository,
    created_at: mapping.createdAt.toISOString(),
  };
}
