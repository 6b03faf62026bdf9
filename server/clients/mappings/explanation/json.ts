import { type Static, Type } from "@sinclair/typebox";
import { NamedClientJson } from "../../json.ts";
import { type MappingFacts, mappingJson, MappingJson } from "../json.ts";
import { longestPattern, longestRepository, repositoryForm } from "../mapping.ts";
import type { Explanation } from "./explain.ts";

const described = (description: string) => ({ additionalProperties: false, description });

/** The body that asks where labels lead: an issue as it could be. */
export const IssueLabelsJson = Type.Object(
  {
    repository: Type.String({
      maxLength: longestRepository,
      pattern: repositoryForm,
      description: "`owner/repo` of the issue; compared without case.",
      examples: ["acme/web"],
    }),
    labels: Type.Array(Type.String({ maxLength: longestPattern }), {
      maxItems: 1000,
      description: "The issue's labels, in its order: the first that leads to an active client counts.",
      examples: [["type:bugfix", "client:acme"]],
    }),
  },
  described("An issue's repository and labels."),
);
export type IssueLabelsJson = Static<typeof IssueLabelsJson>;

/** Which client an issue leads to, and why (spec 7.1). */
export const ExplanationJson = Type.Object(
  {
    client: Type.Union([NamedClientJson, Type.Null()], {
      description: "The client that an entry of now would be attributed to; null for none.",
    }),
    ambiguous: Type.Boolean({ description: "Whether another active client matches as well (spec 7.1.4)." }),
    message: Type.String({
      description: "The decision in words.",
      examples: ['Acme, by mapping 12 of "client:acme".'],
    }),
    labels: Type.Array(
      Type.Object(
        {
          label: Type.String({ maxLength: longestPattern, description: "The label." }),
          mappings: Type.Array(
            Type.Object(
              {
                mapping: MappingJson,
                outcome: Type.Union(
                  [
                    Type.Literal("wins"),
                    Type.Literal("same_client"),
                    Type.Literal("other_client"),
                    Type.Literal("shadowed"),
                    Type.Literal("client_deactivated"),
                  ],
                  {
                    description:
                      "`wins`: it decides. `same_client`: it leads to the same client. `other_client`: it leads to another, so that it is ambiguous. `shadowed`: the repository's own mapping takes its place. `client_deactivated`: its client takes nothing new.",
                  },
                ),
              },
              described("A mapping, and what became of it."),
            ),
            { description: "The mappings of the label that could apply here." },
          ),
        },
        described("A label with its mappings."),
      ),
      { maxItems: 1000, description: "Each label once, in the issue's order." },
    ),
  },
  described("Which client an issue leads to, and why."),
);
export type ExplanationJson = Static<typeof ExplanationJson>;

export function explanationJson(explanation: Explanation<MappingFacts>): ExplanationJson {
  return {
    ...explanation,
    labels: explanation.labels.map(({ label, mappings }) => ({
      label,
      mappings: mappings.map(({ mapping, outcome }) => ({ mapping: mappingJson(mapping), outcome })),
    })),
  };
}
